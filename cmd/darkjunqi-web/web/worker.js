// The web worker in which the program runs. Its first message holds the program, packed; the program hears all others.

import { openFiles } from './files.js';
import { unpacking } from './lzma.js';

/** @type {any} */ (globalThis).openFiles = openFiles; // for the program

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

addEventListener('message', async ({ data }) => {
  try {
    const plain = unpacking(typeof data === 'string' ? bytesOf(data) : data), go = new Go();
    const { instance } = await WebAssembly.instantiateStreaming(new Response(plain, { headers: { 'Content-Type': 'application/wasm' } }), go.importObject);
    await go.run(instance);
    postMessage({ gone: 'the program has ended' });
  } catch (error) {
    postMessage({ gone: String(error) });
  }
}, { once: true });
