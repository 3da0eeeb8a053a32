// Contracts on the example's verifier: compiled, deployed in an EVM, and called.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { require } from './packages.mjs';

const solc = require('solc');

export const folder = new URL('../../crate/js/examples/evm/', import.meta.url);
export const guide = readFileSync(new URL('../../www/docs/guides/13-on-chain.md', import.meta.url), 'utf8');

/** A hardfork of the tests that need but one. */
const NEWEST = 'osaka';
/** The account that calls unless another is named. */
export const CALLER = `0x${'ca'.repeat(20)}`;

export const hex = (number, bytes) => number.toString(16).padStart(2 * bytes, '0');

/** What solc made of each source: it takes seconds. */
const compiled = new Map();

/** A contract: its code, which deploys it, and the numbers of its functions. */
export function compile(name, source) {
  const key = `${name} ${source}`;
  if (!compiled.has(key)) compiled.set(key, compileAnew(name, source));
  return compiled.get(key);
}

function compileAnew(name, source) {
  const own = { [`${name}.sol`]: { content: source ?? readFileSync(new URL(`${name}.sol`, folder), 'utf8') } };
  const imported = ['PowmodWesolowski.sol', 'evm/PowmodWesolowski.sol', 'evm/Rsa2048.sol'].map((path) => [
    path,
    { content: readFileSync(new URL(path.replace('evm/', ''), folder), 'utf8') },
  ]);
  const settings = {
    ...{ evmVersion: 'cancun', viaIR: true, optimizer: { enabled: true, runs: 10_000 } },
    outputSelection: { [`${name}.sol`]: { '*': ['evm.bytecode.object', 'evm.methodIdentifiers'] } },
  };
  const input = { language: 'Solidity', sources: { ...own, ...Object.fromEntries(imported) }, settings };
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input)));
  assert.deepEqual(errors, [], errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const { bytecode, methodIdentifiers } = contracts[`${name}.sol`][name].evm;
  return { code: Buffer.from(bytecode.object, 'hex'), functions: methodIdentifiers };
}

/** The verifier modulo a number whose bytes are these. */
export const compileFor = (modulus) =>
  compile(
    'Other',
    `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
import {PowmodWesolowski} from "./PowmodWesolowski.sol";
contract Other is PowmodWesolowski {
    function modulus() public pure override returns (bytes memory) { return hex"${modulus}"; }
}`,
  );

/** The call data of a function, by the rules of the ABI: of text as `bytes`, and of numbers. */
export function encode(id, args) {
  const word = (number) => hex(BigInt(number), 32);
  let parts = '';
  const words = args.map((arg) => {
    if (typeof arg !== 'string') return word(arg);
    const place = 32 * args.length + parts.length / 2;
    const digits = arg.slice(2);
    parts += word(digits.length / 2) + digits.padEnd(64 * Math.ceil(digits.length / 64), '0');
    return word(place);
  });
  return Buffer.from([id, ...words, parts].join(''), 'hex');
}

const evm = new Worker(new URL('evm-thread.mjs', import.meta.url));
evm.unref();
let last = Promise.resolve();

/** One call after another: its data, what it gives, its gas without the transaction's own, and why it failed. */
export function send(call) {
  last = last.then(async () => {
    evm.postMessage({ hardfork: NEWEST, from: CALLER, ...call });
    const [answer] = await once(evm, 'message');
    return { data: call.data, ...answer };
  });
  return last;
}

let deployments = 0;

/** Deploys a contract. @returns what `send` gives, and `run`, which calls its functions */
export async function deploy({ code, functions }, options = {}) {
  const deployed = await send({ data: code, nonce: deployments++, ...options });
  const run = (name, args = [], more = {}) =>
    send({ ...options, to: deployed.address, data: encode(functions[name], args), ...more });
  return { ...deployed, run };
}

/** The reason in words with which a call was refused. */
export function reasonOf({ problem, returnValue }) {
  assert.equal(problem, 'revert');
  const bytes = Buffer.from(returnValue);
  assert.equal(bytes.toString('hex', 0, 4), '08c379a0', 'a reason in words');
  return bytes.toString('utf8', 68, 68 + bytes.readUInt32BE(64));
}
