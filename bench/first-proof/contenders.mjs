// The contenders: modules of the folder contenders/, each with a function from a proof to whether all is right.
export const contenders = [
  { name: 'bigint', title: 'BigInt', verifies: true },
  { name: 'verify', title: 'verify', verifies: true },
  { name: 'init', title: 'init, verify', verifies: true },
  { name: 'mod-pow', title: 'init, modPow', verifies: false },
];
