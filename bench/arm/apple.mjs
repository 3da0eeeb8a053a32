// The cycles of traced instructions on Apple's cores, for which LLVM has no pipeline model: a simulation from the tables of
// latencies and units that Dougall Johnson measured on the M1 (dougallj.github.io/applecpu). Each instruction waits for its operands
// and for a unit, in a window of instructions that enter and leave in order. Memory, caches and branch prediction are ideal.

/**
 * @typedef {object} Core
 * @property {number} width instructions that enter in a cycle
 * @property {number} window instructions in flight
 * @property {Record<string, number>} units of each kind
 */

/** @type {Record<string, Core>} */
export const CORES = {
  'M1 P': {
    width: 8,
    window: 600,
    units: { alu: 6, flags: 3, multiply: 2, madd: 1, branch: 2, load: 3, store: 2, simd: 4 },
  },
  'M1 E': {
    width: 4,
    window: 100,
    units: { alu: 3, flags: 3, multiply: 1, madd: 1, branch: 1, load: 2, store: 1, simd: 2 },
  },
};

/** What a multiplication or a branch occupies besides its own kind. They share the units of `alu`. */
const SHARED = { madd: ['multiply', 'alu'], multiply: ['alu'], flags: ['alu'], branch: ['alu'] };

/** The first row that fits: the instruction, whether it names a vector, the kind of unit, and the latency. */
const TABLE = [
  [/^(nop|hint)$/, undefined, undefined, 0],
  [/^(b\..*|b|cbz|cbnz|tbz|tbnz|bl|blr|br|ret)$/, undefined, 'branch', 1],
  [/^(ld1r|ld1|ld2)$/, undefined, 'load', 7],
  [/^ld/, true, 'load', 5],
  [/^ld/, false, 'load', 4],
  [/^st/, undefined, 'store', 1],
  [/^(fmla|fmls|fmadd|fmsub|fnmadd|fnmsub|fmul)$/, undefined, 'simd', 4],
  [/^(fadd|fsub|fcvt.*|scvtf|ucvtf)$/, undefined, 'simd', 3],
  [/^(smull2?|umull2?|smlal2?|umlal2?|mla|mls|mul|addp|sshll2?|ushll2?|xtn2?|sqxtn2?|addv|tbl)$/, true, 'simd', 3],
  [/^mov$/, true, undefined, 0],
  [/./, true, 'simd', 2],
  [/^(madd|msub|smaddl|umaddl|smsubl|umsubl)$/, false, 'madd', 3],
  [/^(mul|mneg|smull|umull|smulh|umulh)$/, false, 'multiply', 3],
  [/^(cmp|cmn|tst|ccmp|ccmn|adds|subs|ands|adcs|sbcs|adc|sbc|csel|cset|csinc|csetm|cinc)$/, false, 'flags', 1],
  [/^mov[zn]?$/, false, undefined, 0],
  [/./, false, 'alu', 1],
];

const READS_FLAGS = /^(b\..*|adc|adcs|sbc|sbcs|csel|cset|csinc|csetm|cinc|ccmp|ccmn)$/;
const WRITES_FLAGS = /^(cmp|cmn|tst|ccmp|ccmn|adds|subs|ands|adcs|sbcs|bics|negs)$/;
const WRITES_NOTHING = /^(st.*|cmp|cmn|tst|ccmp|ccmn|b\..*|b|cbz|cbnz|tbz|tbnz|bl|blr|br|ret|nop|hint)$/;
/** The target is an operand too. */
const READS_TARGET = /^(fmla|fmls|mla|mls|smlal2?|umlal2?|ins|movk|bsl|bit|bif|bfi|bfxil|xtn2|sqxtn2|ld1)$/;

/** The registers of an operand, wide and narrow names alike. */
const registers = (text) =>
  [...text.matchAll(/\b(?:([xw])(\d+|zr)|([vqdsbh])(\d+)|(sp))\b/g)]
    .filter(([, , number]) => number !== 'zr')
    .map(([, general, number, , vector, sp]) => (general ? `x${number}` : (sp ?? `v${vector}`)));

function decode(instruction) {
  const [name, operands = ''] = instruction.split(/ (.*)/);
  const parts = operands.split(/, (?![^[]*\])/);
  const targets = WRITES_NOTHING.test(name) ? 0 : name === 'ldp' ? 2 : 1;
  const isVector = /\b[vqds]\d+\b/.test(operands);
  const [, , unit, latency] = TABLE.find(([names, vector]) => names.test(name) && (vector ?? isVector) === isVector);
  // To write a lane reads the rest of the target.
  const readsTarget = READS_TARGET.test(name) || (name === 'mov' && /^v\d+\.[bhsd]\[/.test(parts[0]));
  const moves = name === 'mov' && /\[/.test(operands); // between lanes, or from a general register
  const reads = registers(parts.slice(readsTarget ? 0 : targets).join(', '));
  const writes = registers(parts.slice(0, targets).join(', '));
  if (READS_FLAGS.test(name)) reads.push('flags');
  if (WRITES_FLAGS.test(name)) writes.push('flags');
  // A comparison and the branch on it are one operation.
  return { reads, writes, unit: moves ? 'simd' : unit, latency: moves ? 2 : latency, isFused: name.startsWith('b.') };
}

/** @param {string[]} instructions @param {Core} core */
export function cycles(instructions, { width, window, units }) {
  const known = new Map();
  const ready = new Map();
  /** Per kind, how many units are taken in each cycle. */
  const taken = Object.fromEntries(Object.keys(units).map((kind) => [kind, new Uint8Array(40 * instructions.length)]));
  const retired = new Float64Array(instructions.length);
  let [cycle, entered, last] = [0, 0, 0];
  for (const [i, instruction] of instructions.entries()) {
    if (!known.has(instruction)) known.set(instruction, decode(instruction));
    const { reads, writes, unit, latency, isFused } = known.get(instruction);
    if (!isFused && ++entered > width) [cycle, entered] = [cycle + 1, 1];
    if (i >= window && retired[i - window] > cycle) [cycle, entered] = [retired[i - window], 1];
    let start = reads.reduce((latest, register) => Math.max(latest, ready.get(register) ?? 0), cycle);
    if (unit && !isFused) {
      const kinds = [unit, ...(SHARED[unit] ?? [])];
      while (kinds.some((kind) => taken[kind][start] >= units[kind])) start++;
      for (const kind of kinds) taken[kind][start]++;
    }
    const end = start + (isFused ? 0 : latency);
    for (const register of writes) ready.set(register, end);
    last = Math.max(last, end);
    retired[i] = last;
  }
  return last;
}
