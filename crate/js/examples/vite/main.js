import { init } from 'powmod';

const output = document.querySelector('output');

init().then((pm) => {
  output.value = `Ready: ${pm.kernel}`;
  document.querySelector('input').addEventListener('change', async ({ target }) => {
    try {
      const isValid = pm.verify(await target.files[0].text(), { expect: { modulus: 'RSA-2048' } });
      output.value = isValid ? 'Valid' : 'Invalid';
    } catch (error) {
      output.value = error.message; // for a MalformedProofError the message names the field
    }
  });
});
