// Puts a trace into a WebAssembly module: one hash of every branch that it takes and every address that it uses.
import { rewritten } from '../../workshop/kernel-builds.mjs';

/** The function that takes a place in the code and a value into the hash, and returns the value. */
const TRACE = `(func $trace (param $place i32) (param $value i32) (result i32)
  (global.set $trace_events (i64.add (global.get $trace_events) (i64.const 1)))
  (global.set $trace_hash (i64.mul
    (i64.rotl (i64.xor (global.get $trace_hash)
      (i64.or (i64.shl (i64.extend_i32_u (local.get $place)) (i64.const 32)) (i64.extend_i32_u (local.get $value))))
      (i64.const 29))
    (i64.const 0x9e3779b97f4a7c15)))
  (local.get $value))
(func $trace_wide (param $place i32) (param $value i64) (result i64)
  (drop (call $trace (local.get $place) (i32.wrap_i64 (local.get $value))))
  (drop (call $trace (local.get $place) (i32.wrap_i64 (i64.shr_u (local.get $value) (i64.const 32)))))
  (local.get $value))
(global $trace_hash (export "trace_hash") (mut i64) (i64.const 0))
(global $trace_events (export "trace_events") (mut i64) (i64.const 0))`;

/** The instructions whose operands go into the trace. */
const OPERANDS = [
  // Which way a branch goes, and which function is called.
  { kind: 'branches', matches: /^(if|br_if|br_table|call_indirect)$/ },
  // Where memory is read or written. The size is that of the instruction.
  { kind: 'addresses', matches: /^(i32|i64|f32|f64|v128)\.(load|store)/ },
  { kind: 'copies', matches: /^memory\.(copy|fill|grow)$/ },
  // Divisions take a time that depends on their operands.
  { kind: 'divisions', matches: /^i(32|64)\.(div|rem)_[su]$/ },
  { kind: 'tables', matches: /^table\.(get|set|grow)$/ },
];

/**
 * The module with the trace, and how many instructions of each kind give to it.
 *
 * @param {Uint8Array} wasm
 */
export async function instrument(wasm) {
  const counts = {};
  return { wasm: await rewritten(wasm, (text) => traced(text, counts), TRACE), counts };
}

/** Puts a call of the trace around each operand in a module's text, and adds up the instructions in `counts`. */
function traced(text, counts) {
  let places = 0;
  const wrap = (operand, type = 'i32') => [
    'call',
    type === 'i64' ? '$trace_wide' : '$trace',
    ['i32.const', String(places++)],
    operand,
  ];
  const visit = (list) => {
    const [head] = list;
    for (const child of list) if (Array.isArray(child)) visit(child);
    const rule = OPERANDS.find(({ matches }) => matches.test(head));
    if (!rule) return;
    // The operands come after names, offsets and types.
    const operands = list.flatMap((child, i) => (i > 0 && Array.isArray(child) && isOperand(child) ? [i] : []));
    const traced = {
      branches: head === 'if' ? operands.slice(0, 1) : operands.slice(-1),
      addresses: operands.slice(0, 1),
      tables: operands.slice(0, 1),
      copies: head === 'memory.fill' ? [operands[0], operands[2]] : operands,
      divisions: operands,
    }[rule.kind];
    if (!traced.length || traced.includes(undefined)) throw new Error(`no operand: ${list.slice(0, 4)}`);
    const type = rule.kind === 'divisions' ? head.slice(0, 3) : 'i32';
    // Of a condition, only whether it holds.
    const isCondition = head === 'if' || head === 'br_if';
    for (const i of traced) list[i] = wrap(isCondition ? ['i32.ne', list[i], ['i32.const', '0']] : list[i], type);
    counts[rule.kind] = (counts[rule.kind] ?? 0) + 1;
  };
  const module = parse(text);
  for (const field of module) if (field[0] === 'func') visit(field);
  const print = (node) => (Array.isArray(node) ? `(${node.map(print).join(' ')})` : node);
  return `(${module.map(print).join('\n')})`;
}

/** Whether a list is an instruction, and not a type or the body of an `if`. */
function isOperand([head]) {
  return !['type', 'param', 'result', 'then', 'else', 'local'].includes(head);
}

/** The S-expression of a module: lists of lists and words. */
function parse(text) {
  const stack = [[]];
  for (const [token] of text.matchAll(/;;[^\n]*|"(?:[^"\\]|\\.)*"|[()]|[^\s()";]+/g)) {
    if (token.startsWith(';;')) continue;
    if (token === '(') stack.push([]);
    else if (token === ')') {
      const list = stack.pop();
      stack.at(-1).push(list);
    } else stack.at(-1).push(token);
  }
  return stack[0][0];
}
