// A served page stays on the device: it opens without the network, and changes only when its reader asks.

import { trusted } from './trusted.js';

const served =
  /(\/|\/index\.html)$/.test(location.pathname) && 'serviceWorker' in navigator && globalThis.isSecureContext;

/** Whether this page stays on the device. @type {Promise<boolean>} */
export const installed = !served
  ? Promise.resolve(false)
  : navigator.serviceWorker.register(trusted('keeper.js')).then(
      () => {
        document.head.append(
          Object.assign(document.createElement('link'), { rel: 'manifest', href: 'manifest.webmanifest' }),
        );
        return navigator.serviceWorker.ready.then(() => true);
      },
      () => false,
    );

/** Asks the service worker. @param {'look' | 'use'} what @returns {Promise<string>} */
async function ask(what) {
  const { active } = await navigator.serviceWorker.ready,
    { port1, port2 } = new MessageChannel();
  return new Promise((answer, refuse) => {
    port1.onmessage = ({ data }) => ('said' in data ? answer(data.said) : refuse(new Error(data.failed)));
    active?.postMessage(what, [port2]);
  });
}

/** The hash of the page that the server has now. */
export const lookForNewer = () => ask('look');

/** Takes the page that lookForNewer has found. */
export const takeNewer = () => ask('use').then(() => location.reload());
