// Programs in CommonJS.

/** Loads the package as test runners do that have no `import()`, and prints the kernels of its instances. */
export const withoutImport = `const { readFileSync } = require('node:fs');
const { dirname, resolve } = require('node:path');
const vm = require('node:vm');

const modules = new Map();
const load = (file) => {
  if (modules.has(file)) return modules.get(file).exports;
  const module = { exports: {} };
  modules.set(file, module);
  const script = readFileSync(file, 'utf8');
  const wrapped = '(function (exports, require, module, __filename, __dirname) {' + script + '\\n})';
  const inFolder = (path) => load(resolve(dirname(file), path));
  new vm.Script(wrapped).runInThisContext()(module.exports, inFolder, module, file, dirname(file));
  return module.exports;
};

const { init } = load(require.resolve('powmod'));
const wasm = () => readFileSync(require.resolve('powmod/kernels/scalar.wasm'));
(async () => {
  const options = [{ kernel: 'scalar' }, { kernel: 'bigint' }, { kernel: 'scalar', wasm }];
  for (const each of options) console.log((await init(each)).kernel);
})();
`;

/** A program that uses every part of the package. */
export const program = `const powmod = require('powmod');
const { modPow, modInv } = require('powmod/bigint-mod-arith');
const { createPool } = require('powmod/pool');
const powers = require('powmod/powers');
const { verify } = require('powmod/verify');
const { verifyVdf } = require('powmod/chia');
const alone = require('powmod/static');
const proof = require('powmod/examples/wesolowski-rsa2048.json');
const ofChia = require('powmod/examples/chia-mainnet.json');

const atOnce = [modPow(2, 10, 1000n), modInv(3, 7n)];

(async () => {
  const instances = [powmod.initSync(), powmod.initSync({ kernel: 'bigint' }), await powmod.init()];
  instances.push(await powmod.init({ kernel: 'bigint' }), powers.initSync(), powers.initSync({ kernel: 'bigint' }));
  instances.push(await powers.init(), await powers.init({ kernel: 'bigint' }));
  console.log(instances.map((pm) => pm.modPow(2n, 10n, 1000n)).join(' '));

  while (!modPow.kernel) await new Promise((resolve) => setTimeout(resolve, 5));
  console.log([...atOnce, modPow(2, 10, 1000n), modInv(3, 7n)].join(' '));

  const pool = await createPool({ workers: 1 });
  const ofPool = await createPool({ kernel: 'scalar', wasm: () => new Uint8Array(9) }).catch((error) => error);
  const ofVerify = await verify('{}').catch((error) => error);
  const malformed = await verifyVdf({ ...ofChia, output: '' }).catch((error) => error);
  const verdicts = [await pool.verify(proof), await verify(proof), await verifyVdf(ofChia), await alone.verify(proof)];
  verdicts.push(ofPool instanceof powmod.PowmodError, ofVerify instanceof powmod.MalformedProofError);
  verdicts.push(malformed instanceof powmod.MalformedProofError, powers.PowmodError === powmod.PowmodError);
  await pool.close();
  console.log(verdicts.join(' '));
  console.log(instances.map(({ kernel }) => kernel === 'bigint').join(' '));
})();
`;

/** What it prints. */
export const output = `24 24 24 24 24 24 24 24
24 5 24 5
true true true true true true true true
false true false true false true false true
`;
