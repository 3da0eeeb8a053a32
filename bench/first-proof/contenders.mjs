// The contenders: modules of the folder contenders/, each with a function from a proof to whether all is right.
export const contenders = [
  { name: 'bigint', title: 'BigInt' },
  { name: 'verify', title: 'verify' },
  { name: 'init', title: 'init, verify' },
  { name: 'mod-pow', title: 'init, modPow' },
];
