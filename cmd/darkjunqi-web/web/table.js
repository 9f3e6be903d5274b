// The whole page, with the program in it: the page's own main.js, and below the lobby what a page
// without a program has to say.

import { ownHash } from './source.js';
import '../../internal/page/web/main.js';
import { find, h, paint } from '../../internal/page/web/dom.js';
import { relayCard } from './exchange.js';
import { seatOpener } from '../../internal/page/web/seatfile.js';
import { toast } from '../../internal/page/web/toast.js';
import { gap, inLine, say } from '../../internal/page/web/words.js';
import { installed, lookForNewer, takeNewer } from './install.js';
import { keepsFiles, passOn } from './program.js';
import { serveConnections } from '../../../p2p/webnet/browser/window.js';

const { port1: ours, port2: theirs } = new MessageChannel();
serveConnections(ours);
passOn(theirs).catch(() => {}); // requests say so

const warned = h('div', { role: 'status', class: 'warned' });
find('main').before(warned);
const relay = h('div', { 'data-own': true, key: 'relay' });
let hash = '',
  newer = '',
  worded = false,
  stays = false,
  had = false,
  deleted = false,
  lasting = true; // the browser promises to delete no match by itself
/** @type {boolean | undefined} */
let kept;

function around() {
  if (!worded || kept === undefined) return;
  relayCard(relay).catch(() => {});
  paint(
    warned,
    deleted && h('p', { class: 'chip warn block kept' }, say('web.deleted')),
    !kept &&
      !deleted &&
      h(
        'details',
        { class: 'chip warn block kept' },
        h('summary', null, say('web.memory')),
        h('p', null, say('web.memory.how')),
      ),
  );
  paint(
    find('footer'),
    relay,
    h('p', null, seatOpener()),
    kept && h('p', { class: lasting ? '' : 'fleeting' }, inLine(say('web.kept'), !lasting && say('web.fleeting'))),
    h('p', null, say('web.served')),
    hash && h('p', null, say('audit.hash'), gap(), h('code', { class: 'mono own-hash' }, hash)),
    stays &&
      h(
        'p',
        { class: 'stays' },
        inLine(say('web.stays'), newer && say('web.newer')),
        gap(),
        newer ? [h('code', { class: 'mono' }, newer), ' ', button('web.take', takeNewer)] : button('web.look', look),
      ),
  );
}

/** @param {string} key of its words @param {() => Promise<unknown>} does */
const button = (key, does) =>
  h(
    'button',
    { type: 'button', class: 'btn small', on: { click: () => does().catch(() => toast(say('web.unreachable'))) } },
    say(key),
  );

async function look() {
  newer = await lookForNewer();
  if (newer === hash) {
    newer = '';
    toast(say('web.newest'));
  }
  around();
}

let looked = Promise.resolve();

/** Looks for the files after the last look: of two at once, the later answer would be about a state before the earlier one's. */
const lookAgain = () => {
  looked = looked.then(lookForFiles).catch(() => {});
};

/** Says so if the browser has deleted the matches: somebody cleared the site's data. */
async function lookForFiles() {
  if (document.hidden || deleted) return;
  const has = await navigator.storage
    .getDirectory()
    .then(at => at.getDirectoryHandle('darkjunqi'))
    .then(
      () => true,
      error => error.name !== 'NotFoundError',
    );
  if (had && !has) tellDeleted();
  had = has;
}

function tellDeleted() {
  if (deleted) return;
  deleted = true;
  toast(say('web.deleted'));
  around();
}
addEventListener('deleted', tellDeleted); // a write has shown it

new MutationObserver(() => {
  // the words have come, or those of another language
  worded = true;
  around();
}).observe(document.documentElement, { attributeFilter: ['lang'] });
keepsFiles.then(
  async does => {
    kept = does;
    if (!kept)
      addEventListener('beforeunload', e => {
        if (document.body.dataset.room === 'match') e.preventDefault();
      });
    around();
    if (kept && isSecureContext) {
      setInterval(lookAgain, 2000);
      addEventListener('hashchange', lookAgain); // into a match that has just been stored
    }
    lasting = (await navigator.storage?.persist?.()) ?? false;
    around();
  },
  () => {},
);
ownHash().then(found => {
  hash = found;
  around();
});
installed.then(does => {
  stays = does;
  around();
});
