// Runs in the traced engine: some single products or squarings of 2048 bits, after enough to reach the top tier.
// chain.js KERNEL multiply|square WARM TIMES
import { readFileSync } from 'node:fs';
import { loadBench } from '../../workshop/engines/inside.js';

const [kernel, operation, warm, times] = process.argv.slice(2);
if (kernel === 'maps') {
  console.log(readFileSync('/proc/self/maps', 'utf8'));
} else {
  const { ProductChain } = await loadBench(kernel);
  const chain = new ProductChain(kernel, 2048);
  for (let i = 0; i < Number(warm); i++) chain[operation](50);
  for (let i = 0; i < Number(times); i++) chain[operation](1);
  console.log(chain.value());
}
