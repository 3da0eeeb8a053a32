// The cycles of traced instructions by the pipeline models of LLVM's machine code analyser.
import { spawn } from 'node:child_process';
import { program } from '../../workshop/programs/installed.mjs';

export const analyser = () => program('llvm', 'analyser');

/** Jumps go to one label, and what leaves the generated code is left out: the models know no targets. */
const DIALECTS = {
  aarch64: (instruction) => {
    const [name, operands = ''] = instruction.split(/ (.*)/);
    if (/^(bl|blr|br|ret|brk|adr|adrp)$/.test(name)) return [];
    if (name === 'b' || name.startsWith('b.')) return [`${name} .L`];
    if (/^[ct]bn?z$/.test(name)) return [`${name} ${operands.split(',').slice(0, -1).join(',')}, .L`];
    if (name === 'ldr' && /, #0x[\da-f]{5,}$/.test(operands)) return []; // a constant beside the code
    return [instruction];
  },
  x86_64: (instruction) => {
    const [name] = instruction.split(' ');
    if (/^(call|ret|int3|ud2|nop)/.test(name)) return [];
    if (name.startsWith('j')) return [`${name} .L`];
    return [instruction];
  },
};

/** @param {'aarch64' | 'x86_64'} target @returns {Promise<number>} */
export async function cycles(instructions, target, core) {
  const child = spawn(analyser(), [
    `-mtriple=${target}`,
    `-mcpu=${core}`,
    '-iterations=1',
    '-instruction-info=0',
    '-resource-pressure=0',
  ]);
  child.stdin.end(`.L:\n${instructions.flatMap(DIALECTS[target]).join('\n')}\n`);
  const [text, errors] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const total = /^Total Cycles:\s+(\d+)/m.exec(text)?.[1];
  if (!total) throw new Error(`LLVM's analyser fails for ${core}: ${errors.slice(0, 500)}`);
  return Number(total);
}

async function textOf(stream) {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}
