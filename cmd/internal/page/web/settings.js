// What this browser remembers of how the page is wished: language, light, sound. Nothing of a match is kept here.

/** @typedef {{lang: 'en' | 'zh', theme: '' | 'light' | 'dark', sound: boolean, facts: boolean, places: boolean, close: boolean}} Settings close: it was said how to move a board about that is shown close up */

/** Browsers send a cookie to every port of a machine: those of programs with other data folders have other names. */
const NAME = ['darkjunqi', document.documentElement.dataset.program].filter(Boolean).join('.');

const YEAR = 365 * 24 * 3600; // s

/** What each setting may be. A cookie could hold anything: it is for this machine's name, whatever is served there. @type {{[name: string]: unknown[]}} */
const MAY = { lang: ['en', 'zh'], theme: ['', 'light', 'dark'], sound: [true, false], facts: [true, false], places: [true, false], close: [true, false] };

/** @returns {Partial<Settings>} */
function read() {
  try {
    const found = document.cookie.split('; ').find(c => c.startsWith(`${NAME}=`)) ?? '';
    return Object.fromEntries(Object.entries(JSON.parse(decodeURIComponent(found.slice(NAME.length + 1)))).filter(([name, value]) => MAY[name]?.includes(value)));
  } catch {
    return {};
  }
}

/** The language of the program, unless it does not know one and the browser does: not every system tells a program. */
const spoken = () => (document.documentElement.lang.startsWith('zh') || navigator.language.startsWith('zh') ? 'zh' : 'en');

/** @type {Settings} */
export const settings = { lang: spoken(), theme: '', sound: true, facts: true, places: false, close: false, ...read() };

/** Remembers a wish, for a year, and under whatever port the program is found the next time. @param {Partial<Settings>} change */
export function change(change) {
  Object.assign(settings, change);
  document.cookie = `${NAME}=${encodeURIComponent(JSON.stringify(settings))}; path=/; max-age=${YEAR}; samesite=strict`;
  showTheme();
}

export function showTheme() {
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
  else delete document.documentElement.dataset.theme;
}

export const isDark = () => (settings.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
