// The button of a program: starts what is built of it beside the demo page, and shows what it prints.
const textOf = (value) => (typeof value === 'bigint' ? `${value}n` : String(value));

for (const button of document.querySelectorAll('[data-program]'))
  button.addEventListener('click', async () => {
    const output = button.nextElementSibling;
    output.hidden = false;
    output.textContent = '';
    const log = (...values) => output.append(`${values.map(textOf).join(' ')}\n`);
    try {
      const { run } = await import(new URL(`../../assets/${button.dataset.program}.js`, import.meta.url));
      await run({ log });
    } catch (error) {
      log(error);
    }
  });
