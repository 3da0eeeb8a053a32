// The lengths that Pomcor measured ("Fast JavaScript modular exponentiation"): the strengths of NIST SP 800-57, table
// 2.

/** For each strength, the bits of the modulus and of the private key in DSA and DH, and of the modulus in RSA. */
export const STRENGTHS = [
  { strength: 112, ffc: [2048, 224], rsa: 2048 },
  { strength: 128, ffc: [3072, 256], rsa: 3072 },
  { strength: 192, ffc: [7680, 384], rsa: 7680 },
  { strength: 256, ffc: [15360, 512], rsa: 15360 },
];

/** RSA with the Chinese remainder theorem: a modulus of half the length; the paper keeps the exponent's full length. */
export const SYSTEMS = {
  FFC: ({ ffc: [bits, exponentBits] }) => ({ bits, exponentBits }),
  RSA: ({ rsa }) => ({ bits: rsa / 2, exponentBits: rsa }),
  'RSA, reduced': ({ rsa }) => ({ bits: rsa / 2, exponentBits: rsa / 2 }),
};
