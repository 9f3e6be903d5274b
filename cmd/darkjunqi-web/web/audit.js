// The page that only audits and replays: one file, which asks nobody for anything.

import { ownHash } from './source.js';
import { brand, languageList, lightButton } from '../../internal/page/web/bar.js';
import { clearRoom, find, h, paint } from '../../internal/page/web/dom.js';
import { replayPage, takeDrops } from '../../internal/page/web/replay.js';
import { showTheme } from '../../internal/page/web/settings.js';
import { toast } from '../../internal/page/web/toast.js';
import { gap, loadWords, say } from '../../internal/page/web/words.js';

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
    brand(),
    h('span', { class: 'grow' }),
    lightButton(around),
    languageList(() =>
      loadWords().then(() => {
        around();
        room?.redraw();
      }, toast),
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
