// Copying texts.

import { toast } from './toast.js';
import { say } from './words.js';

/** @param {string} text */
export const copy = text =>
  copied(text).then(
    () => toast(say('copied')),
    () => toast(new Error(say('copied.not'))),
  );

/** Copies a text. Pages that another computer serves over plain HTTP have no clipboard: there the browser is asked as by a key. @param {string} text */
async function copied(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  let done = false;
  /** @param {ClipboardEvent} e */
  const give = e => {
    e.clipboardData?.setData('text/plain', text);
    e.preventDefault();
    done = true;
  };
  document.addEventListener('copy', give);
  document.execCommand('copy');
  document.removeEventListener('copy', give);
  if (!done) throw new Error('refused');
}
