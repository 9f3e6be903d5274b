// What this browser remembers of how the page is wished: language, light, sound. Nothing of a match is kept here.

/** @typedef {{lang: 'en' | 'zh', theme: '' | 'light' | 'dark', sound: boolean, facts: boolean, places: boolean, asked: boolean}} Settings */

const KEY = 'darkjunqi';

/** @returns {Partial<Settings>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

/** @type {Settings} */
export const settings = {
  lang: document.documentElement.lang.startsWith('zh') ? 'zh' : 'en',
  theme: '', sound: true, facts: true, places: false, asked: false,
  ...read(),
};

/** @param {Partial<Settings>} change */
export function change(change) {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing forgets the wish with the page.
  }
  showTheme();
}

export function showTheme() {
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
  else delete document.documentElement.dataset.theme;
}

export const isDark = () => (settings.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
