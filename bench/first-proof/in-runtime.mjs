// The program of a runtime: verifies a proof, prints the verdict and its milliseconds since the first line. The
// argument is the contender.
const start = performance.now();
const [contender] = process.argv.slice(2);
const { readFileSync } = await import('node:fs');
const proof = JSON.parse(
  readFileSync(new URL('../../crate/js/examples/wesolowski-rsa2048.json', import.meta.url), 'utf8'),
);
const { default: verify } = await import(`./contenders/${contender}.js`);
const isValid = await verify(proof);
const verdict = performance.now() - start;
console.log(JSON.stringify({ isValid, verdict }));
