// The words of the page, in the chosen language. They come from the program's catalogue, which the terminal reads too.

import { fetchJSON } from './api.js';
import { languages, settings } from './settings.js';

/** @typedef {import('../types').Names} Names */

/** @type {{[key: string]: string | {one: string, other: string}}} */
let table = {};

export const lang = () => settings.lang;

/** Whether pieces carry Chinese characters; otherwise letters. */
export const han = () => Boolean(languages.find(l => l.tag === lang())?.han);

/** The language as browsers call it. */
const tag = () => (lang() === 'zh' ? 'zh-CN' : lang());

export async function loadWords() {
  const wanted = lang(),
    words = await fetchJSON(`/api/words?lang=${wanted}`);
  if (wanted !== lang()) return; // it was changed meanwhile: those words come too
  table = words;
  document.documentElement.lang = tag();
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
  return format
    .split(/\{(\d)\}/)
    .map((part, i) => (i % 2 ? String(args[Number(part) - 1] ?? '') : part))
    .reduce((before, part) => before + (APART.test(`${before.slice(-2)}\n${part}`) ? ' ' : '') + part);
}

const HAN = '\\p{Script=Han}',
  WESTERN = '[\\p{Script=Latin}\\d]';
/** Where Chinese typography has a space: between Han characters and Latin letters or digits. The first text ends with the line. */
const APART = new RegExp(`${HAN}\n${WESTERN}|${WESTERN}\n${HAN}`, 'u');
/** The character before such a place. */
const BEFORE = new RegExp(`${HAN}(?=${WESTERN})|${WESTERN}(?=${HAN})`, 'gu');

/**
 * Something with names in the language of the page. Rules have English and Chinese names; the words translate the Chinese ones
 * of the program's own rules, in which % is the value of an option.
 * @param {{[lang: string]: any} | null | undefined} names
 * @returns {string}
 */
export function named(names) {
  if (!names) return '';
  /** @type {{name: string, known: boolean}[]} */
  const parts = [];
  for (
    let rest = names[lang()] === undefined && names.zh !== undefined ? String(names.zh).split('，') : [];
    rest.length;
  ) {
    const n = rest.map((_, i) => rest.length - i).find(most => translated(rest.slice(0, most).join('，')).known) ?? 1; // some names have a comma
    parts.push(translated(rest.slice(0, n).join('，')));
    rest = rest.slice(n);
  }
  return spaced(
    names[lang()] ??
      (parts.length && (han() || parts.every(p => p.known)) ? parts.map(p => p.name).join('，') : names.en),
  );
}

/** Words as they begin a line. @param {string} text */
export const begun = text => text.charAt(0).toUpperCase() + text.slice(1);

/** Words as they continue a line. @param {string} text */
export const within = text => text.charAt(0).toLowerCase() + text.slice(1);

/** Chinese typography has a space between Han characters and Latin letters or digits, as in our sentences. @param {string} name */
const spaced = name => (han() ? name.replace(BEFORE, '$& ') : name);

/** The sign of a type on a small board. @param {import('../types').TypeRule} type @param {number} [at] the seat whose piece it is: some rules have a sign for each */
export function sign(type, at = 0) {
  const signs = [...translated(type.sign).name];
  return han() ? (signs[at] ?? signs[0]) : type.letter;
}

/** A Chinese name of the program's own rules in the language of the page. @param {string} zh */
function translated(zh) {
  const own = /** @type {{[zh: string]: string}} */ (/** @type {unknown} */ (table.names)) ?? {};
  if (own[zh] !== undefined) return { name: own[zh], known: true };
  for (const [of, name] of Object.entries(own)) {
    const [before, after] = of.split('%');
    const value = zh.slice(before.length, zh.length - (after?.length ?? 0));
    if (after !== undefined && zh.startsWith(before) && zh.endsWith(after) && !value.includes('，'))
      return { name: name.replace('%', value), known: true };
  }
  return { name: zh, known: false };
}

/** What is between two sentences: Chinese stops and brackets bring their own space. */
export const gap = () => (han() ? '' : ' ');

/** Sentences or brackets one after the other, without the empty ones. @param {(string | false | null | undefined)[]} parts */
export const inLine = (...parts) => parts.filter(Boolean).join(gap());

/** Facts in one line. @param {(string | number | false | null | undefined)[]} parts */
export const dotted = (...parts) => parts.filter(Boolean).join(' · ');

/** @param {string[]} items */
export const listed = items => items.join(say('list.separator'));

/** What a sentence names together, with "and" or "or" before the last. @param {string[]} items @param {'list.last' | 'list.or'} [last] */
export const together = (items, last = 'list.last') =>
  spaced([listed(items.slice(0, -1)), ...items.slice(-1)].filter(Boolean).join(say(last)));

/** A moment, relative to now. @param {number} when */
export function ago(when) {
  const format = new Intl.RelativeTimeFormat(tag(), { numeric: 'auto' }),
    seconds = (when - Date.now()) / 1000;
  const before = (/** @type {number} */ unit, /** @type {Intl.RelativeTimeFormatUnit} */ name) =>
    spaced(format.format(Math.round(seconds / unit), name));
  if (seconds > -60) return say('past.now');
  if (seconds > -3600) return before(60, 'minute');
  if (seconds > -86400) return before(3600, 'hour');
  if (seconds > -7 * 86400) return before(86400, 'day');
  return new Intl.DateTimeFormat(tag(), { dateStyle: 'medium' }).format(when);
}

/** What a game is called, whatever its options. @param {Names | null} names */
export const gameName = names => rulesName(names).split(/, |，/)[0];

/** An option in the English name of rules. @param {string} option */
const optionName = option =>
  option === 'clock=off'
    ? say('rules.name.noclock')
    : option.startsWith('clock=')
      ? say('rules.name.seconds', option.slice(6))
      : option.startsWith('timeouts=')
        ? say('rules.name.timeouts', Number(option.slice(9)))
        : option.replace('=', ' ');

/**
 * The name of rules; in English the program's own rules have more telling names. "" for a match that was not read
 * yet.
 * @param {Names | null} names
 */
export function rulesName(names) {
  if (lang() !== 'en' || !names) return named(names);
  const [base, ...options] = names.en.split(','),
    better = say(`rules.name.${base}`);
  return better.startsWith('rules.name.') ? named(names) : [better, ...options.map(optionName)].join(', ');
}
