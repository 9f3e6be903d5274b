// The words of the page, in the language that is chosen. They come from the program's own table, which the terminal reads too.

import { fetchJSON } from './api.js';
import { settings } from './settings.js';

/** @typedef {'en' | 'zh'} Lang */
/** @typedef {{en: string, zh: string}} Names */

/** @type {{[key: string]: string | {one: string, other: string}}} */
let table = {};

/** @returns {Lang} */
export const lang = () => settings.lang;

export async function loadWords() {
  table = await fetchJSON(`/api/words?lang=${lang()}`);
  document.documentElement.lang = lang() === 'zh' ? 'zh-CN' : 'en';
}

/**
 * A sentence with its arguments: {1} is the first of them.
 * @param {string} key
 * @param {...(string | number)} args
 */
export function say(key, ...args) {
  let format = table[key];
  if (format === undefined) return key;
  if (typeof format !== 'string') format = args[0] === 1 ? format.one : format.other;
  return format.replace(/\{(\d)\}/g, (_, number) => String(args[number - 1] ?? ''));
}

/** @param {Names | null | undefined} names */
export const named = names => (names ? names[lang()] : '');

/** @param {string[]} items */
export const listed = items => items.join(say('list.separator'));

/** A moment, as far back as it is. @param {number} when */
export function ago(when) {
  const format = new Intl.RelativeTimeFormat(lang() === 'zh' ? 'zh-CN' : 'en', { numeric: 'auto' }), seconds = (when - Date.now()) / 1000;
  if (seconds > -60) return format.format(0, 'minute');
  if (seconds > -3600) return format.format(Math.round(seconds / 60), 'minute');
  if (seconds > -86400) return format.format(Math.round(seconds / 3600), 'hour');
  if (seconds > -7 * 86400) return format.format(Math.round(seconds / 86400), 'day');
  return new Intl.DateTimeFormat(lang() === 'zh' ? 'zh-CN' : 'en', { dateStyle: 'medium' }).format(when);
}

/** What rules are called: in English, those of the program have names that say more than their own. @param {Names} names */
export function rulesName(names) {
  const better = say(`rules.name.${names.en}`);
  return lang() === 'en' && !better.startsWith('rules.name.') ? better : named(names);
}
