// The page that only audits and replays: one file, which asks nobody for anything.

import { ownHash } from './source.js';
import { clearRoom, find, h, paint } from '../../internal/page/web/dom.js';
import { icon } from '../../internal/page/web/icons.js';
import { replayPage, takeDrops } from '../../internal/page/web/replay.js';
import { change, isDark, languages, showTheme } from '../../internal/page/web/settings.js';
import { toast } from '../../internal/page/web/toast.js';
import { gap, lang, loadWords, say } from '../../internal/page/web/words.js';

/** @type {ReturnType<typeof replayPage> | undefined} */
let room;
let hash = '';

function enter() {
  const [, id = ''] = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  room?.close();
  document.body.dataset.room = 'record';
  room = replayPage(clearRoom(), id);
  around();
}

/** What is above and below the room. */
function around() {
  paint(
    find('header'),
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
    ),
    h('span', { class: 'grow' }),
    h(
      'button',
      {
        type: 'button',
        'aria-label': say('nav.theme'),
        title: say('nav.theme'),
        on: {
          click: () => {
            change({ theme: isDark() ? 'light' : 'dark' });
            around();
          },
        },
      },
      icon(isDark() ? 'sun' : 'moon'),
    ),
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
            change: async (/** @type {Event} */ e) => {
              change({ lang: /** @type {HTMLSelectElement} */ (e.target).value });
              await loadWords();
              around();
              room?.redraw();
            },
          },
        },
        languages.map(l => h('option', { value: l.tag, lang: l.tag, selected: l.tag === lang() }, l.name)),
      ),
    ),
  );
  paint(
    find('footer'),
    h('p', null, say('audit.alone')),
    hash && h('p', null, say('audit.hash'), gap(), h('code', { class: 'mono own-hash' }, hash)),
  );
}

addEventListener('hashchange', enter);
addEventListener('keydown', e => room?.key(e));
takeDrops();
showTheme();
Promise.all([
  loadWords(),
  ownHash().then(found => {
    hash = found;
  }),
]).then(enter, toast);
