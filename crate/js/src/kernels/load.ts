/** Finds a module's bytes and compiles them. */
import { base64ToBytes, joinBytes } from '../bytes.js';
import { messageOf } from '../errors.js';
import { here } from '../here.js';
import { builtin } from '../runtime.js';
import { type ModuleName, notLoaded, type PackedWasm, unavailable, type Variant } from './kernel.js';
import { files, noWebAssembly } from './probe.js';
import { joinStreams } from './streams.js';

/** Lets other tasks run. */
export type Pause = () => Promise<void>;

/** What the caller provides for a module, and the hash by which it is compared with the package's. */
export interface Provided<Give = () => unknown> {
  give: Give;
  sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

/** The compiled module: from the caller, if that is given, or from the package. */
export async function loadModule(
  name: ModuleName,
  packed: PackedWasm,
  provided?: Provided,
  pause?: Pause,
): Promise<WebAssembly.Module> {
  if (!provided) checkCompiler(name, packed);
  const wasm = await fetchWasm(name, packed, provided, pause);
  await pause?.();
  return compile(name, wasm);
}

async function fetchWasm(
  name: ModuleName,
  packed: PackedWasm,
  provided?: Provided,
  pause?: Pause,
): Promise<BufferSource | WebAssembly.Module> {
  try {
    if (provided) {
      const { readProvided } = await import('./provided.js');
      return await readProvided(name, await provided.give(), provided.sha256);
    }
    if (typeof packed !== 'function') return packed;
    const file = fileInPackage(name);
    if (file) return file;
    const { default: embedded } = await packed();
    return await inflateBase64(embedded, pause);
  } catch (cause) {
    if (cause instanceof TypeError && messageOf(cause).startsWith('options.wasm: ')) throw cause;
    throw notLoaded(name, cause);
  }
}

/** As {@link loadModule}, but synchronous and from the package alone: a compiled module, or a file. */
export function loadModuleSync(name: ModuleName, packed: PackedWasm): WebAssembly.Module {
  checkCompiler(name, packed);
  const wasm = typeof packed === 'function' ? fileInPackage(name) : packed;
  if (wasm) return compileSync(name, wasm);
  throw notLoaded(name, `initSync finds no file kernels/${name}.wasm here: give options.wasm, or use init`);
}

/**
 * The wasm file of the package, in runtimes with files: reading it takes a fraction of the time of inflating the bytes
 * in the script. For powers it is the complete module's. A bundler may copy scripts alone. Then the bytes come from
 * the kernel's script.
 */
function fileInPackage(name: ModuleName): BufferSource | undefined {
  const read = (extension: string) => {
    const file = extension === 'wasm' ? name.replace('-powers', '') : name;
    const url = here?.replace(/[^/]*$/, `kernels/${file}.${extension}`);
    try {
      return url?.startsWith('file:') ? files()?.readFileSync(new URL(url)) : undefined;
    } catch {
      return undefined;
    }
  };
  const script = () => /'([^']+)'/.exec(String(read('js') ?? ''))?.[1];
  return read('wasm') ?? inflateAtOnce(script());
}

/** In Node, zlib: to start its web streams takes longer than everything else here. */
function inflateAtOnce(text: string | undefined): BufferSource | undefined {
  const zlib = text && builtin('node:zlib');
  return zlib ? joinStreams(new Uint8Array(zlib.inflateRawSync(base64ToBytes(text)))) : undefined;
}

/**
 * Decodes the wasm in the package's script: streams, deflated (raw), in base64. Deflate comes first, because base64
 * hides repetitions from a server's compression. Servers without compression gain even more.
 */
async function inflateBase64(text: string, pause?: Pause): Promise<BufferSource> {
  const inflated = inflateAtOnce(text);
  if (inflated) return inflated;
  const deflated = base64ToBytes(text);
  // Neither a Blob nor a Response: in Chromium their bytes go through another process.
  const { writable, readable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  const written = Promise.all([writer.write(deflated), writer.close()]);
  written.catch(() => {}); // the reader tells of a damaged stream first
  const parts: Uint8Array[] = [];
  const reader = readable.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  await written;
  await pause?.();
  return joinStreams(joinBytes(parts));
}

/** Whether a kernel must be compiled here. In workerd all are compiled already. */
export function needCompiler(variants: readonly Variant[]): boolean {
  return variants.some(({ wasm }) => typeof wasm === 'function');
}

/** @throws PowmodError if the wasm is not compiled yet, and the platform compiles nothing */
export function checkCompiler(name: ModuleName, wasm: unknown): void {
  const problem = wasm instanceof WebAssembly.Module ? undefined : noWebAssembly();
  if (problem !== undefined) throw unavailable(name, problem);
}

async function compile(name: ModuleName, wasm: BufferSource | WebAssembly.Module): Promise<WebAssembly.Module> {
  // Outside pages nothing waits for a frame, and starting the engine's compiler thread takes longer than compiling.
  if (wasm instanceof WebAssembly.Module || files()) return compileSync(name, wasm);
  return WebAssembly.compile(wasm).catch((error) => doesNotCompile(name, error));
}

export function compileSync(name: ModuleName, wasm: BufferSource | WebAssembly.Module): WebAssembly.Module {
  if (wasm instanceof WebAssembly.Module) return wasm;
  try {
    return new WebAssembly.Module(wasm);
  } catch (error) {
    return doesNotCompile(name, error);
  }
}

function doesNotCompile(name: ModuleName, error: unknown): never {
  throw unavailable(name, `it does not compile: ${messageOf(error)}`);
}
