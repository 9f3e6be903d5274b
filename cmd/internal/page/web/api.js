// Everything that crosses between the page and the program, over the one function of program.js.

import { send } from './program.js';

/** @typedef {import('../types').Fault} Fault */

/** A refusal, with the program's words for it in each language. */
export class Refused extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.words?.en ?? fault.code);
    this.fault = fault;
  }
}

/** The code is the key of the words: the program itself can't answer now. */
const SILENT = { code: 'api.silent' };

const AGAIN = 1500; // ms after which a broken stream is opened again

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
async function ask(path, init) {
  let answer;
  try {
    answer = await send(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refused(SILENT);
  }
  if (answer.ok) return answer;
  const words = await answer.text();
  if (answer.headers.get('Content-Type') === 'application/json') throw new Refused(JSON.parse(words));
  throw new Refused({ code: 'page.status', words: { en: words } });
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function fetchJSON(path) {
  const answer = await ask(path);
  return answer.status === 204 ? null : answer.json();
}

/** @param {string} path */
export const fetchFile = async path => (await ask(path)).blob();

/**
 * @param {string} path
 * @param {unknown} [body] JSON, or bytes
 * @param {AbortSignal} [signal] that the answer is no longer awaited
 * @returns {Promise<any>}
 */
export async function post(path, body = {}, signal) {
  const bytes = body instanceof ArrayBuffer;
  const answer = await ask(path, {
    method: 'POST',
    headers: { 'Content-Type': bytes ? 'application/octet-stream' : 'application/json' },
    body: bytes ? body : JSON.stringify(body),
    signal,
  });
  return answer.status === 204 ? null : answer.json();
}

/**
 * Follows a match. News are numbered; after a break the page asks for what followed the last one. Which matches
 * wait for the reader or are over comes with them, and is passed on as an event of the document, 'due'; null once the program is lost.
 * @param {string} match '' follows none, and hears only that
 * @param {(news: import('../types').News) => void} tell
 * @param {(open: boolean, refused?: Refused) => void} line whether the program is heard, and what it refuses with
 * @returns {() => void} ends it
 */
export function follow(match, tell, line) {
  const end = new AbortController();
  let since = 0,
    run = 0;

  /** @param {string} block one message: lines of a name and a value */
  const take = block => {
    const field = (/** @type {string} */ name) =>
      block
        .split('\n')
        .find(l => l.startsWith(`${name}: `))
        ?.slice(name.length + 2);
    const data = field('data');
    if (!data) return;
    if (field('event') === 'due')
      return void document.dispatchEvent(new CustomEvent('due', { detail: JSON.parse(data) }));
    /** @type {import('../types').News} */
    const news = JSON.parse(data);
    since = Number(field('id'));
    run = news.table?.run ?? run;
    tell(news);
  };
  const read = async () => {
    const answer = await ask(`/api/stream?match=${encodeURIComponent(match)}&since=${since}&run=${run}`, {
      signal: end.signal,
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    line(true);
    for (let text = ''; reader;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (text + value).split('\n\n');
      text = blocks.pop() ?? '';
      blocks.forEach(take);
    }
  };
  const keep = async () => {
    while (!end.signal.aborted) {
      const error = await read().catch(e => e);
      if (end.signal.aborted) return;
      line(false, error instanceof Refused && error.fault.words ? error : undefined);
      document.dispatchEvent(new CustomEvent('due', { detail: null }));
      await new Promise(resume => setTimeout(resume, AGAIN));
    }
  };
  keep();
  return () => end.abort();
}
