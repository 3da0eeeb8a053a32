// The part of runtime.mjs that runs inside the runtime: imports a module and prints the result of its default export.
const [module, argument] = process.argv.slice(2);
const { default: body } = await import(new URL(`../../${module}`, import.meta.url));
console.log(JSON.stringify(await body(JSON.parse(argument))));
