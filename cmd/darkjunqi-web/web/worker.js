// The web worker in which the program runs. Its first message holds the program, packed, and the SHA-256 by which it may be kept
// unpacked, or none; the program hears all others.

import { openFiles, takeLock } from './files.js';
import { hex } from './hex.js';
import { unpacking } from './lzma.js';

Object.assign(globalThis, { openFiles, takeLock }); // for the program

/** The cache of the unpacked program. */
const KEPT = 'darkjunqi-program';

/** Go's own: wasm_exec.js stands before this file. @type {{new (): {importObject: WebAssembly.Imports, run: (instance: WebAssembly.Instance) => Promise<void>}}} */
const Go = /** @type {any} */ (globalThis).Go;

/** The bytes that a text carries, 7 bits in each character: encode.go says how. @param {string} text */
function bytesOf(text) {
  const bytes = new Uint8Array(Math.floor((text.length * 7) / 8));
  for (let i = 0, at = 0, bits = 0, held = 0; i < text.length; i++) {
    held = (held << 7) | (text.charCodeAt(i) & 127);
    bits += 7;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = held >> bits;
      held &= (1 << bits) - 1;
    }
  }
  return bytes;
}

/**
 * The program that an earlier visit has unpacked, which was two fifths of the worker's start. Other pages of this origin can write into
 * its caches, so only bytes with the right sum run.
 * @param {string} sum its SHA-256 in hex
 */
async function kept(sum) {
  const found = await (await caches.open(KEPT)).match(`${origin}/${sum}`),
    bytes = await /** @type {Response} */ (found).arrayBuffer();
  const [module, digest] = await Promise.all([WebAssembly.compile(bytes), crypto.subtle.digest('SHA-256', bytes)]);
  if (hex(digest) !== sum) throw new Error('other bytes');
  return module;
}

/** @param {string} sum @param {Response} program that later visits find, in place of others */
async function keep(sum, program) {
  await caches.delete(KEPT);
  await (await caches.open(KEPT)).put(`${origin}/${sum}`, program);
}

/** Unpacks the program, and keeps it if it has a sum. @param {string} packed @param {string} sum */
async function unpack(packed, sum) {
  /** @type {BlobPart[]} */
  const pieces = [];
  const module = await WebAssembly.compileStreaming(
    new Response(unpacking(bytesOf(packed), pieces), { headers: { 'Content-Type': 'application/wasm' } }),
  );
  if (sum) keep(sum, new Response(new Blob(pieces))).catch(() => {}); // there may be no room; a clone of the stream would cost more than unpacking
  return module;
}

addEventListener(
  'message',
  async ({ data: { packed, sum } }) => {
    try {
      const go = Object.assign(new Go(), { env: { GOGC: '400' } }); // collecting four times less often saves a tenth of the start, for some MB
      const module = await kept(sum).catch(() => unpack(packed, sum));
      await go.run(await WebAssembly.instantiate(module, go.importObject));
      postMessage({ gone: 'the program has ended' });
    } catch (error) {
      postMessage({ gone: String(error) });
    }
  },
  { once: true },
);
