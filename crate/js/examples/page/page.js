// Serve the folder that node_modules lies in. What is imported is the package's own file, as it was published.
import { init } from '/node_modules/powmod/dist/index.js';

const pm = await init();
document.querySelector('output').value = pm.modPow(3n, 65537n, 2n ** 127n - 1n);
