// What is in the bar of every page: the name of the program, and the buttons for light and language.

import { h } from './dom.js';
import { icon } from './icons.js';
import { change, isDark, languages } from './settings.js';
import { lang, say } from './words.js';

export const brand = () =>
  h(
    'a',
    { class: 'brand', href: '#/', 'aria-label': say('brand') },
    h('img', {
      src: /** @type {HTMLLinkElement} */ (document.querySelector('link[rel=icon]')).href,
      alt: '',
      width: 30,
      height: 20,
    }),
    h('span', null, say('brand')),
  );

/** Between light and dark. @param {() => void} redraw */
export const lightButton = redraw =>
  h(
    'button',
    {
      type: 'button',
      'aria-label': say('nav.theme'),
      title: say('nav.theme'),
      on: {
        click: () => {
          change({ theme: isDark() ? 'light' : 'dark' });
          redraw();
        },
      },
    },
    icon(isDark() ? 'sun' : 'moon'),
  );

/** The languages that there are. @param {() => void} reload loads the words of the one that was chosen */
export const languageList = reload =>
  h(
    'label',
    { class: 'languages', title: say('nav.language') },
    icon('globe'),
    h(
      'select',
      {
        class: 'languages-list',
        'aria-label': say('nav.language'),
        on: {
          change: (/** @type {Event} */ e) => {
            change({ lang: /** @type {HTMLSelectElement} */ (e.target).value });
            reload();
          },
        },
      },
      languages.map(l => h('option', { value: l.tag, lang: l.tag, selected: l.tag === lang() }, l.name)),
    ),
  );
