// The program behind the page, over HTTP. A page that runs the program itself replaces this file.

import { change, languages } from './settings.js';

const KEY = 'darkjunqi-key';

/** The key that came with the address, perhaps with a language; it is kept where no other server of this machine can read it. */
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

/** Whether what the program keeps outlives this tab. @type {Promise<boolean>} */
export const keepsFiles = Promise.resolve(true);

/** Whether players have to send each other texts to connect. */
export const exchanges = false;
