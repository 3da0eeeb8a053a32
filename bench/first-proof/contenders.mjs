// The contenders: modules of the folder contenders/, each with a function from a proof to whether all is right.
export const contenders = [
  { name: 'bigint', verifies: true },
  { name: 'verify', verifies: true },
  { name: 'init', verifies: true },
  { name: 'mod-pow', verifies: false },
];
