/** Reads the WebAssembly that a caller provides. The bundle loads this file only if `options.wasm` is given. */
import { sha256 } from '../bytes.js';
import { asWasm, checkDigest, copyOf, type GivenWasm } from './given.js';
import type { ModuleName } from './kernel.js';
import { files } from './probe.js';

/** The bytes or the module that a provider gave, if they are the package's. */
export async function readProvided(name: ModuleName, source: unknown): Promise<BufferSource | WebAssembly.Module> {
  const wasm = await readSource(source);
  if (wasm instanceof WebAssembly.Module) return wasm; // Its bytes cannot be read.
  const bytes = copyOf(wasm as ArrayBuffer | ArrayBufferView);
  // On pages without a secure context the engine cannot hash, so all bytes are accepted.
  const digest = await sha256(bytes);
  if (digest) checkDigest(name, digest);
  return bytes;
}

async function readSource(source: unknown): Promise<GivenWasm> {
  const wasm = asWasm(source);
  if (wasm) return wasm;
  if (source instanceof URL) return readUrl(source);
  if (typeof Response !== 'undefined' && source instanceof Response) {
    if (!source.ok) throw new Error(`${source.url || 'the response'} has status ${source.status}`);
    return source.arrayBuffer();
  }
  throw new TypeError('options.wasm: must give a URL, a Response, bytes or a WebAssembly.Module');
}

async function readUrl(url: URL): Promise<GivenWasm> {
  // Node's `fetch` cannot read files.
  const fs = url.protocol === 'file:' ? files() : undefined;
  return fs ? fs.promises.readFile(url) : readSource(await fetch(url));
}
