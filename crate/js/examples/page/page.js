// Serve the folder that contains node_modules. The page imports the published file of the package, without a bundler.
import { init } from '/node_modules/powmod/dist/index.js';

init().then((pm) => {
  document.querySelector('output').value = pm.modPow(3n, 65537n, 2n ** 127n - 1n);
});
