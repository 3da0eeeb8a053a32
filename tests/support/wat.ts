// The text of the first kernel: its instructions, and the constants in it.
import { readFileSync } from 'node:fs';

/** An instruction with its operands: `(i32.add (local.get $a) (i32.const 8))`. */
export type Expression = string | Expression[];

export const firstText = readFileSync(new URL('../../crate/js/src/first/fused.wat', import.meta.url), 'utf8');

/** The expressions of a module. */
export function parse(text: string): Expression {
  const stack: Expression[][] = [[]];
  for (const [token] of text.replace(/;;.*$/gm, '').matchAll(/[()]|"[^"]*"|[^\s()]+/g)) {
    if (token === '(') stack.push([]);
    else if (token === ')') {
      const whole = stack.pop() as Expression[];
      stack.at(-1)?.push(whole);
    } else stack.at(-1)?.push(token);
  }
  const [[module]] = stack as [[Expression]];
  return module;
}

/** All expressions in an expression that begin with this word. */
export function findAll(expression: Expression, word: string): Expression[][] {
  if (typeof expression === 'string') return [];
  const inner = expression.flatMap((part) => findAll(part, word));
  return expression[0] === word ? [expression, ...inner] : inner;
}

/** The one expression that sets this local. */
export function setOf(module: Expression, local: string): Expression {
  const [set, ...more] = findAll(module, 'local.set').filter(([, name]) => name === local);
  if (!set || more.length > 0) throw new Error(`${local} is not set once`);
  return set[2] as Expression;
}
