// The preferences that this browser remembers: language, theme, sound. Nothing about matches.

/** @typedef {{lang: string, theme: '' | 'light' | 'dark', sound: boolean, facts: boolean, places: boolean, close: boolean}} Settings close: it was said how to move a board about that is shown close up */

/** Browsers send a cookie to every port of a machine: those of programs with other data folders have other names. */
const NAME = ['darkjunqi', document.documentElement.dataset.program].filter(Boolean).join('.');

const YEAR = 365 * 24 * 3600; // s

/** The languages that the program speaks, English first: the tag and the name of each, how the locales begin that select it, and whether its pieces carry Chinese characters. @type {{tag: string, name: string, locales: string[], han: boolean}[]} */
export const languages = JSON.parse(
  document.documentElement.dataset.languages ?? '[{"tag":"en","name":"English","locales":["en"],"han":false}]',
);

/** The allowed values of each setting, the usual one first. A cookie could hold anything: every server on this host name shares it. @type {{[name in keyof Settings]: Settings[name][]}} */
const MAY = {
  lang: languages.map(l => l.tag),
  theme: ['', 'light', 'dark'],
  sound: [true, false],
  facts: [true, false],
  places: [false, true],
  close: [false, true],
};

/** @returns {Partial<Settings>} */
function read() {
  try {
    const found = document.cookie.split('; ').find(c => c.startsWith(`${NAME}=`)) ?? '';
    return Object.fromEntries(
      Object.entries(JSON.parse(decodeURIComponent(found.slice(NAME.length + 1)))).filter(([name, value]) =>
        /** @type {{[name: string]: unknown[]}} */ (MAY)[name]?.includes(value),
      ),
    );
  } catch {
    return {};
  }
}

/** The language of a locale: the one with the longest matching prefix. @param {string} locale */
function languageOf(locale) {
  const fit = (/** @type {string[]} */ locales) =>
    Math.max(0, ...locales.filter(l => locale.toLowerCase().startsWith(l)).map(l => l.length));
  return [...languages].sort((a, b) => fit(b.locales) - fit(a.locales)).find(l => fit(l.locales))?.tag;
}

/** The language of the program, unless that is English: not every system tells a program its language, but browsers know. */
function spoken() {
  const { lang } = document.documentElement;
  return lang !== 'en' ? lang : (navigator.languages.map(languageOf).find(Boolean) ?? 'en');
}

/** @type {Settings} */
export const settings = {
  .../** @type {Settings} */ (Object.fromEntries(Object.entries(MAY).map(([name, [usual]]) => [name, usual]))),
  lang: spoken(),
  ...read(),
};

/** Remembers a setting for a year, whatever port the program uses next time. @param {Partial<Settings>} change */
export function change(change) {
  Object.assign(settings, change);
  document.cookie = `${NAME}=${encodeURIComponent(JSON.stringify(settings))}; path=/; max-age=${YEAR}; samesite=strict`;
  showTheme();
}

export function showTheme() {
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
  else delete document.documentElement.dataset.theme;
}

export const isDark = () =>
  (settings.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
