// The public methods of the package's objects, for the tests that must have a line for each.

/**
 * An instance, and an object of each kind that it makes. They are never freed.
 *
 * @template {import('powmod').Powmod} P
 * @param {P} pm
 */
export function objectsOf(pm) {
  const m = pm.modulus(1009n);
  const rsaPrivateKey = pm.rsaPrivateKey({ p: 2n ** 89n - 1n, q: 2n ** 107n - 1n, e: 65537n });
  return { pm, m, fixedBase: m.fixedBase(3n, { exponentBits: 100 }), tables: m.tables([3n]), rsaPrivateKey };
}

/**
 * The methods of an object, its own and those of its classes.
 *
 * @param {object} object
 * @returns {string[]}
 */
export function methodsOf(object) {
  if (object === Object.prototype) return [];
  const own = Object.entries(Object.getOwnPropertyDescriptors(object))
    .filter(([name, { value }]) => typeof value === 'function' && name !== 'constructor')
    .map(([name]) => name);
  return [...new Set([...own, ...methodsOf(Object.getPrototypeOf(object))])];
}
