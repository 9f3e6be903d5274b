// The program behind the page, in a web worker of this page: takes the place of the page's own program.js.

import { trusted } from './trusted.js';

/** @typedef {{id: number, status?: number, type?: string, data?: Uint8Array, end?: boolean}} Message from the program, about a request */
/** @typedef {{take: (m: Message) => void, fail: (error: Error) => void}} Waiting */

/** @type {Map<number, Waiting>} */
const open = new Map();
let last = 0;

/** @param {string} id of a block of the page that holds a text */
const textOf = id => document.getElementById(id)?.textContent ?? '';

/** @type {Promise<{worker: Worker, kept: boolean}>} */
const program = new Promise((ready, fail) => {
  const worker = new Worker(trusted(URL.createObjectURL(new Blob([textOf('worker')], { type: 'text/javascript' }))));
  const gone = (/** @type {string} */ why) => {
    const error = new Error(why);
    fail(error);
    for (const waiting of open.values()) waiting.fail(error);
    open.clear();
  };
  worker.onerror = e => gone(e.message);
  worker.onmessage = ({ data }) => {
    if (data.ready) ready({ worker, kept: data.kept });
    else if (data.gone) gone(data.gone);
    else if (data.deleted) dispatchEvent(new Event('deleted'));
    else open.get(data.id)?.take(data);
  };
  worker.postMessage({ packed: textOf('packed'), sum: document.getElementById('packed')?.dataset.sum });
  // A browser that keeps the page for its back button would keep the program, too, with all matches it has locked.
  addEventListener('pagehide', () => worker.terminate());
  addEventListener('pageshow', e => {
    if (e.persisted) location.reload();
  });
});

/** Whether what the program keeps outlives this tab. */
export const keepsFiles = program.then(({ kept }) => kept);
keepsFiles.catch(() => {}); // requests say so

/**
 * Sends a request to the program.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
export async function send(path, { method = 'GET', body, signal } = {}) {
  const { worker } = await program,
    id = ++last;
  signal?.throwIfAborted();
  return new Promise((answer, refuse) => {
    /** @type {ReadableStreamDefaultController<Uint8Array>} */
    let to;
    const stream = new ReadableStream({
      start: c => {
        to = c;
      },
    });
    const fail = (/** @type {Error} */ error) => {
      refuse(error);
      to.error(error);
    };
    open.set(id, {
      fail,
      take: ({ status, type, data, end }) => {
        if (status)
          answer(new Response(status === 204 ? null : stream, { status, headers: { 'Content-Type': type ?? '' } }));
        if (data) to.enqueue(data);
        if (end && open.delete(id)) to.close();
      },
    });
    signal?.addEventListener('abort', () => {
      if (!open.delete(id)) return;
      worker.postMessage({ id, cancel: true });
      fail(new DOMException('', 'AbortError'));
    });
    worker.postMessage({
      id,
      method,
      path,
      body:
        typeof body === 'string'
          ? new TextEncoder().encode(body)
          : body && new Uint8Array(/** @type {ArrayBuffer} */ (body)),
    });
  });
}

/** Whether the program needs its people to send texts to each other, to connect. */
export const exchanges = true;

/** Passes a message port on to the program. @param {MessagePort} window */
export const passOn = window => program.then(({ worker }) => worker.postMessage({ window }, [window]));
