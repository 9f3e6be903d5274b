// The program behind the page, over HTTP. A page that runs the program itself has another file in place of this one.

import { change, languages } from './settings.js';

const KEY = 'darkjunqi-key';

/** The key that came with the address; it is kept where no other server of this machine can read it. With it the language may have come that was asked for. */
function key() {
  const found = /^#key=(\w+)(?:&lang=([\w-]+))?$/.exec(location.hash);
  if (found) {
    localStorage.setItem(KEY, found[1]);
    if (languages.some(l => l.tag === found[2])) change({ lang: found[2] });
    history.replaceState(null, '', location.pathname);
  }
  return localStorage.getItem(KEY) ?? '';
}

const headers = { 'Darkjunqi-Key': key() };

/**
 * Sends a request to the program.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
export const send = (path, init) => fetch(path, { ...init, headers: { ...headers, ...init?.headers } });

/** Whether the program needs its people to send texts to each other, to connect. */
export const exchanges = false;
