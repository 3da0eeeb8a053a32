// The runtime's half of runtime.mjs: imports a module and prints what its default export answers.
const [module, argument] = process.argv.slice(2);
const { default: body } = await import(new URL(`../../${module}`, import.meta.url));
console.log(JSON.stringify(await body(JSON.parse(argument))));
