// The page's own file, as the browser read it. This has to be imported before anything changes the page.

import { hex } from './hex.js';

const packed = document.getElementById('packed')?.textContent ?? '';
const rest = (() => {
  // without the packed program, which alone would take 40 ms to write
  const copy = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true));
  copy.querySelector('#packed')?.replaceChildren();
  return `<!doctype html>${copy.outerHTML}`;
})();
const at = rest.indexOf('id="packed">') + 'id="packed">'.length;

/** The SHA-256 of the page's file, in hex; empty where the browser does not compute it (over plain HTTP). */
export async function ownHash() {
  if (!globalThis.crypto?.subtle) return '';
  await new Promise(later => {
    setTimeout(later);
  }); // a task of its own: the bytes take 30 ms
  return hex(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rest.slice(0, at) + packed + rest.slice(at))),
  );
}
