// A passing message: a refusal, or a confirmation.

import { Refused } from './api.js';
import { h } from './dom.js';
import { stands } from './passing.js';
import { named, say } from './words.js';

/** @type {ReturnType<typeof setTimeout> | undefined} */
let gone;

/** @param {unknown} what a text, or an error */
export function toast(what) {
  const words =
    what instanceof Refused
      ? named(what.fault.words) || say(what.fault.code)
      : what instanceof Error
        ? what.message
        : String(what);
  const place = document.getElementById('toasts');
  place?.replaceChildren(h('p', { class: what instanceof Error ? 'toast wrong' : 'toast' }, words));
  clearTimeout(gone);
  gone = setTimeout(() => place?.replaceChildren(), Math.max(stands.word, words.length * 70));
}

/** Says why the page of some rules can't be shown, and leaves it for the lobby, where their file can be opened. @param {unknown} what @param {string} digest */
export function lost(what, digest) {
  toast(what);
  if (location.hash.includes(digest)) location.replace('#/');
}

/** Removes the message: its cause is over. */
export function untoast() {
  clearTimeout(gone);
  document.getElementById('toasts')?.replaceChildren();
}
