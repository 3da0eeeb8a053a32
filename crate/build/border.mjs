// Makes the TypeScript side of the border from the list of operations in crate/wasm/src/operations/mod.rs and its types.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuildError, root } from './run.mjs';

const SOURCES = ['crate/wasm/src/types.rs', 'crate/wasm/src/operations/mod.rs'];

/** For each argument type of the list: its type in TypeScript, and the function of `border/wire.ts` that writes it. */
const ARGUMENTS = {
  usize: ['number', 'count'],
  u32: ['number', 'count'],
  u64: ['number', 'count'],
  bool: ['boolean', 'flag'],
  Natural: ['Uint8Array', 'bytes'],
  Bytes: ['Uint8Array', 'bytes'],
  Data: ['Uint8Array', 'data'],
  Secret: ['Padded', 'secret'],
  Integer: ['bigint | Uint8Array', 'integer'],
  ModulusArgument: ['ModulusArgument', 'modulusArgument'],
};

/** For each answer type: its type in TypeScript, and the function of `border/wire.ts` that reads it. */
const ANSWERS = {
  '()': ['void', 'nothing'],
  f64: ['number', 'numberAnswer'],
  bool: ['boolean', 'flagAnswer'],
  "&'static str": ['string', 'textAnswer'],
  'Vec<u8>': ['Uint8Array<ArrayBuffer>', 'bytesAnswer'],
  'Result<bool, Error>': ['Verdict', 'verdictAnswer'],
};

/** The text of crate/js/src/border/operations.generated.ts. */
export function operationsModule(source = SOURCES.map((path) => readFileSync(join(root, path), 'utf8')).join('')) {
  const words = new Map();
  const records = new Map();
  const answers = new Map();
  const lines = [];
  const used = new Set(['operation']);

  const wire = (name) => {
    used.add(name);
    return name;
  };

  /** [TypeScript's type, the expression that writes it] */
  const argument = (type) => {
    const plain = type.replace(/<'[a_]>/g, '').trim();
    const [, outer, inner] = /^(Option|Vec|Handle)<(.*)>$/.exec(plain) ?? [];
    if (outer === 'Handle') return [`Handle<'${kindOf(inner)}'>`, wire('handle')];
    if (outer) {
      const [of, encode] = argument(inner);
      return outer === 'Option'
        ? [`${of} | undefined`, pure(`${wire('optional')}(${encode})`)]
        : [`readonly ${/[ |]/.test(of) ? `(${of})` : of}[]`, pure(`${wire('list')}(${encode})`)];
    }
    if (words.has(plain)) return [plain, pure(`${wire('choice')}(${words.get(plain)})`)];
    if (records.has(plain)) return [plain, records.get(plain)];
    const known = ARGUMENTS[plain] ?? unknown(`the argument type ${type}`);
    if (/^[A-Z]/.test(known[0]) && known[0] !== 'Uint8Array') wire(`type ${known[0]}`);
    return [known[0], wire(known[1])];
  };

  const answer = (type) => {
    const known = ANSWERS[type];
    if (known) {
      if (known[0] === 'Verdict') wire('type Verdict');
      return [known[0], wire(known[1])];
    }
    if (answers.has(type)) return [type, answers.get(type)];
    const [, outer, inner] = /^(Vec|Handle)<(.*)>$/.exec(type) ?? unknown(`the answer type ${type}`);
    if (outer === 'Handle') return [`Handle<'${kindOf(inner)}'>`, `${wire('handleAnswer')}<'${kindOf(inner)}'>`];
    const [of, decode] = answer(inner);
    return [`${of}[]`, pure(`${wire('listAnswer')}(${decode})`)];
  };

  const kindOf = (type) => {
    wire('type Handle');
    return type.split('::').at(-1);
  };

  /** The items with fields: the function of `border/wire.ts` that writes or reads the fields together. */
  const groups = {
    record: { typeOf: argument, convert: 'record', known: records },
    answer: { typeOf: answer, convert: 'recordAnswer', known: answers },
  };

  const describe = (doc, indent = '') => (doc ? `${indent}/** ${doc} */\n` : '');

  for (const item of items(source)) {
    const { kind, name, doc, body } = item;
    if (kind === 'choice') {
      const list = [...body.matchAll(/^\s*"([a-z0-9-]+)" => .*,$/gm)].map(([, word]) => `'${word}'`);
      const constant = `${lowerFirst(name)}s`;
      words.set(name, constant);
      lines.push(`export const ${constant} = [${list.join(', ')}] as const;\n`);
      lines.push(`${describe(doc)}export type ${name} = (typeof ${constant})[number];\n`);
    } else if (kind in groups) {
      const { typeOf, convert, known } = groups[kind];
      const fields = fieldsOf(body).map(([field, type]) => [field, typeOf(type)]);
      lines.push(`${describe(doc)}export interface ${name} {\n${fields.map(property).join('')}}\n`);
      const converters = fields.map(([field, [, converter]]) => `${field}: ${converter}`).join(', ');
      lines.push(`const ${lowerFirst(name)} = /* @__PURE__ */ ${wire(convert)}<${name}>({ ${converters} });\n`);
      known.set(name, lowerFirst(name));
    } else {
      const operations = operationsOf(body);
      const numbers = operations.map(({ name }, number) => `${lowerFirst(name)}: ${number}`);
      lines.push(
        `/** The number of each operation, for a bundle that needs no more of it. */\nexport const numbers = { ${numbers.join(', ')} } as const;\n`,
      );
      for (const [number, one] of operations.entries()) {
        const fields = one.fields.map(([field, type]) => [field, argument(type)]);
        const [result, decode] = answer(one.answer);
        const types = fields.map(property).join('').replaceAll('\n', ' ').replaceAll('  ', ' ');
        const writers = fields.map(([field, [, encode]]) => (field === encode ? field : `${field}: ${encode}`));
        lines.push(
          `${describe(one.doc)}export const ${lowerFirst(one.name)} = /* @__PURE__ */ operation<{${types}}, ${result}>(${number}, { ${writers.join(', ')} }, ${decode});\n`,
        );
      }
    }
  }
  const imports = [...used].sort((a, b) => a.replace('type ', '').localeCompare(b.replace('type ', '')));
  return `// Generated by crate/build/border.mjs from ${SOURCES.join(' and ')}.
import { ${imports.join(', ')} } from './wire.js';

${lines.join('\n')}`;
}

/** The choices, records, answers and operations of the list, in their order. */
function items(source) {
  const found = [];
  const start = /^(choice|record|answer|operations)! \{\n([\s\S]*?)^\}\n/gm;
  for (const [, kind, body] of source.matchAll(start)) {
    if (kind === 'operations') {
      found.push({ kind, body });
      continue;
    }
    const [, docs, name, content] =
      /^((?:\s*\/\/\/.*\n)*)(?:\s*#\[cfg\(.*\)\]\n)?\s*(\w+)(?:<'a>)?(?:: .*?)? \{\n([\s\S]*)\}\n$/.exec(body) ??
      unknown(`this ${kind}:\n${body}`);
    found.push({ kind, name, doc: docOf(docs), body: content });
  }
  return found;
}

/** The operations, with the cfg attributes left out: both modules of a kernel number them alike. */
function operationsOf(body) {
  const form = /^\s*((?:\/\/\/.*\n\s*)+)(?:#\[cfg\(.*\)\]\n\s*)?(\w+) = [\w:]+\[([^\]]*)\]\s*-> (.*);$/gm;
  const operations = [...body.matchAll(form)].map(([, docs, name, fields, answer]) => ({
    name,
    doc: docOf(docs),
    fields: fieldsOf(fields.replace(/, (?=\w+:)/g, ',\n')),
    answer,
  }));
  const lines = body.split('\n').filter((line) => line.trim().endsWith(';')).length;
  if (operations.length !== lines) unknown(`one of the ${lines} operations`);
  return operations;
}

/** Fields with their types; Rust's names in TypeScript's way. */
function fieldsOf(text) {
  return text
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '')
    .map((line) => {
      const [, name, type] = /^(\w+): (.+)$/.exec(line) ?? unknown(`the field ${line}`);
      return [name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), type];
    });
}

/** A call that bundlers drop where nobody uses its result. */
function pure(call) {
  return `/* @__PURE__ */ ${call}`;
}

function property([name, [type]]) {
  return `  ${name}${type.endsWith('| undefined') ? '?' : ''}: ${type};\n`;
}

function docOf(lines) {
  return [...lines.matchAll(/\/\/\/ ?(.*)/g)].map(([, text]) => text).join(' ');
}

function lowerFirst(name) {
  return name[0].toLowerCase() + name.slice(1);
}

function unknown(what) {
  throw new BuildError(`${SOURCES.join(', ')}: crate/build/border.mjs does not understand ${what}.`);
}
