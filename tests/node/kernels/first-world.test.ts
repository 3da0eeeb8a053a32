// A small world of the first kernel: its text runs on floats of few bits, with limbs as much shorter, on all residues
// modulo all N*. A rounding that the proofs forgot would show, as would a column without room.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Expression, firstText, parse } from '../../support/wat.ts';

/** Of a double: the bits of its fraction with the leading one, and the bits of a limb. */
const [PRECISION, WIDTH] = [53, 48];

/** A lane is an integer, or a float, to which this is added. */
const FLOAT = 2 ** 45;
const isFloat = (lane: number) => lane > FLOAT / 2;

type Vector = [number, number];

/** What the instructions do, where a float has `precision` bits. All its values are integers. */
function operations(precision: number) {
  const float = (lane: number) => {
    assert.ok(isFloat(lane) || lane === 0, 'an integer is used as a float');
    return lane && lane - FLOAT;
  };
  const exponent = (value: number) => 31 - Math.clz32(Math.abs(value));
  /** A value, rounded to the nearest float, and to the even one of two. */
  const round = (value: number) => {
    const shift = Math.max(0, exponent(value) - precision + 1);
    const whole = value >> shift;
    const rest = value - (whole << shift);
    const half = (1 << shift) >> 1;
    return FLOAT + ((whole + (rest > half || (rest === half && shift && whole & 1) ? 1 : 0)) << shift);
  };
  /** The bits of a float, as an integer: those of its exponent, and its fraction. */
  const bits = (lane: number) => {
    if (!isFloat(lane)) return lane;
    const value = lane - FLOAT;
    assert.ok(value > 0, 'the bits of a number below 1 are used');
    const fraction = value * 2 ** (precision - 1 - exponent(value)) - 2 ** (precision - 1);
    return exponent(value) * 2 ** (precision - 1) + fraction;
  };
  const madd = (x: number, y: number, z: number) => round(float(x) * float(y) + float(z));
  return {
    'f64x2.relaxed_madd': (x: Vector, y: Vector, z: Vector) => [madd(x[0], y[0], z[0]), madd(x[1], y[1], z[1])],
    'f64x2.add': (x: Vector, y: Vector) => [round(float(x[0]) + float(y[0])), round(float(x[1]) + float(y[1]))],
    'f64x2.sub': (x: Vector, y: Vector) => [round(float(x[0]) - float(y[0])), round(float(x[1]) - float(y[1]))],
    'i64x2.add': (x: Vector, y: Vector) => [bits(x[0]) + bits(y[0]), bits(x[1]) + bits(y[1])],
    'i64x2.sub': (x: Vector, y: Vector) => [bits(x[0]) - bits(y[0]), bits(x[1]) - bits(y[1])],
    'i64x2.extract_lane': (lane: number, vector: Vector) => bits(vector[lane] as number),
    'f64x2.splat': (x: number): Vector => [x, x],
    'f64.convert_i64_s': (x: number) => FLOAT + x,
    'i64.and': (x: number, y: number) => x & y,
    'i64.add': (x: number, y: number) => x + y,
    'i64.shr_s': (x: number, y: number) => x >> y,
    'i32.add': (x: number, y: number) => x + y,
    'i32.sub': (x: number, y: number) => x - y,
    'i32.lt_s': (x: number, y: number) => x < y,
  };
}

/** The function of the module as a JavaScript function, whose memory is `memory`: a lane for each 8 bytes. */
function translate(text: string, precision: number, memory: number[]) {
  const module = parse(text) as Expression[];
  const [, , ...body] = module.find((part) => part[0] === 'func') as Expression[];
  const offsetOf = (operands: Expression[]) => {
    const [, offset = '0'] = typeof operands[0] === 'string' ? operands[0].split('=') : [];
    return { offset, rest: typeof operands[0] === 'string' ? operands.slice(1) : operands };
  };
  const value = (expression: Expression): string => {
    const [word, ...operands] = expression as [string, ...Expression[]];
    const name = (operand: Expression | undefined) => String(operand).replace('$', '_');
    if (word === 'local.get') return name(operands[0]);
    if (word === 'local.tee') return `(${name(operands[0])} = ${value(operands[1] as Expression)})`;
    if (word === 'i32.const') return String(operands[0]);
    if (word === 'i64.const') return String(operands[0]);
    if (word === 'f64.const') {
      const [, mantissa, exponent] = /^(0x\w+)p(\d+)$/.exec(String(operands[0])) ?? [];
      return `(${FLOAT} + ${mantissa} * 2 ** ${exponent})`;
    }
    if (/load/.test(word)) {
      const { offset, rest } = offsetOf(operands);
      const at = `(${value(rest[0] as Expression)} + ${offset}) / 8`;
      if (word === 'v128.load') return `pair(${at})`;
      return word === 'i64.load' ? `memory[${at}]` : `of['f64x2.splat'](memory[${at}])`;
    }
    const given = operands.map((operand) => (typeof operand === 'string' ? operand : value(operand)));
    return `of['${word}'](${given.join(', ')})`;
  };
  const statement = (expression: Expression): string => {
    const [word, ...operands] = expression as [string, ...Expression[]];
    if (word === 'local.set') return `${String(operands[0]).replace('$', '_')} = ${value(operands[1] as Expression)};`;
    if (word === 'loop') {
      const last = operands.at(-1) as Expression[];
      assert.deepEqual(last.slice(0, 2), ['br_if', operands[0]]);
      return `do { ${operands.slice(1, -1).map(statement).join('\n')} } while (${value(last[2] as Expression)});`;
    }
    assert.match(word, /^(v128|f64)\.store$/);
    const { offset, rest } = offsetOf(operands);
    const [at, stored] = rest.map(value) as [string, string];
    if (word === 'f64.store') return `memory[(${at} + ${offset}) / 8] = ${stored};`;
    return `put((${at} + ${offset}) / 8, ${stored});`;
  };
  const of = (word: string) => body.filter((part) => part[0] === word) as [string, string, string][];
  const names = (word: string) => of(word).map(([, name]) => name.replace('$', '_'));
  const zero = { i32: '0', i64: '0', v128: '[0, 0]' } as Record<string, string>;
  const locals = of('local').map(([, name, type]) => `let ${name.replace('$', '_')} = ${zero[type]};`);
  const code = body.filter(([word]) => !['export', 'param', 'local'].includes(String(word))).map(statement);
  const pair = (at: number): Vector => [memory[at] as number, memory[at + 1] as number];
  const put = (at: number, [a, b]: Vector) => {
    memory[at] = a;
    memory[at + 1] = b;
  };
  const make = new Function(
    'memory',
    'of',
    'pair',
    'put',
    `return (${names('param')}) => { ${locals.join('')}\n${code.join('\n')} }`,
  );
  return make(memory, operations(precision), pair, put) as (...addresses: number[]) => void;
}

/** The text with limbs of so many bits: its constants are powers of two, or one less. */
function withWidth(text: string, width: number): string {
  const less = WIDTH - width;
  const mask = `(i64.const 0x${(2n ** BigInt(WIDTH) - 1n).toString(16)})`;
  const shift = `(i64.const ${WIDTH})`;
  assert.ok(text.includes(mask) && text.includes(shift) && text.split('f64.const').length === 3);
  return text
    .replace(/0x3p(\d+)/g, (_, exponent) => `0x3p${exponent - (exponent > 1.5 * WIDTH ? 2 * less : less)}`)
    .replaceAll(mask, `(i64.const ${2 ** width - 1})`)
    .replaceAll(shift, `(i64.const ${width})`);
}

/**
 * Compares products of numbers of so many limbs with the quotient (a·b + q·N*)/R, one of `every` of them. Gives their
 * number.
 */
function compare(text: string, width: number, limbs: number, every = 1): number {
  const memory: number[] = Array(400).fill(0);
  const multiply = translate(withWidth(text, width), width + PRECISION - WIDTH, memory);
  const [radix, R] = [2 ** width, 2 ** (width * limbs)];
  const [toN, toA, toB, to] = [100, 150, 200, 250] as const;
  const write = (at: number, value: number) => {
    for (let i = 0; i < limbs; i++) memory[at + i] = FLOAT + (Math.floor(value / radix ** i) % radix);
  };
  let products = 0;
  let b = 0;
  for (let multiple = radix - 1; 4 * multiple < R; multiple += radix) {
    write(toN, (multiple + 1) / radix);
    for (let a = 0; a < 2 * multiple; a++) {
      write(toA, a);
      for (; b < 2 * multiple; b += every) {
        write(toB, b);
        memory.fill(0, 0, 100);
        multiply(8 * to, 8 * toA, 8 * toB, 8 * toN, 8 * limbs);
        let product = 0;
        for (let i = limbs - 1; i >= 0; i--) product = radix * product + (memory[to + i] as number) - FLOAT;
        const right = product * R - a * b;
        if (right < 0 || right % multiple !== 0 || right >= R * multiple)
          assert.fail(`${a} · ${b} modulo ${multiple}, limbs of ${width} bits: ${product}`);
        products++;
      }
      b -= 2 * multiple;
    }
  }
  return products;
}

test('all products of four limbs of two bits', (t) => {
  const products = compare(firstText, 2, 4);
  t.diagnostic(`${products} products`);
  assert.ok(products > 80_000);
});

test('some products of four limbs of three bits, and of six of two bits', () => {
  assert.ok(compare(firstText, 3, 4, 9001) > 10_000);
  assert.ok(compare(firstText, 2, 6, 20_011) > 10_000);
});

test('the small world notices what is wrong', () => {
  const changes = [
    ['0x3p51', '0x3p50', 'a start of low parts in another binade'],
    ['0x3p99', '0x3p98', 'a start of high parts in another binade'],
    ['(i64x2.sub (local.get $low) (local.get $L))', '(local.get $low)', 'a start that is not taken off'],
    [
      'f64x2.relaxed_madd (local.get $x) (local.get $q1)',
      'f64x2.relaxed_madd (local.get $x) (local.get $q0)',
      'a digit',
    ],
    ['offset=32 (local.get $t)', 'offset=64 (local.get $t)', 'a column of another pair'],
  ] as const;
  for (const [before, after, what] of changes) {
    assert.ok(firstText.includes(before), before);
    const text = firstText.replace(before, after);
    assert.throws(() => compare(text, 2, 4, 17), Error, what);
  }
});
