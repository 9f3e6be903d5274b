// A seat of a match as a file, for a browser that may lose its data.

import { fetchFile, post } from './api.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { saveFile } from './picture.js';
import { toast } from './toast.js';
import { say } from './words.js';

/** A button that saves the reader's seat. @param {string} match */
export const seatButton = match =>
  h(
    'button',
    {
      class: 'btn',
      type: 'button',
      key: 'seatfile',
      title: say('seatfile.save.how'),
      on: {
        click: () =>
          fetchFile(`/api/seat/file?match=${encodeURIComponent(match)}`)
            .then(file => {
              saveFile(`${match}.seat`, file);
              toast(say('seatfile.saved'));
            })
            .catch(toast),
      },
    },
    icon('save'),
    say('seatfile.save'),
  );

/** A field for a saved seat. */
export const seatOpener = () =>
  h(
    'label',
    { class: 'link', key: 'seatfile' },
    say('seatfile.open'),
    h('input', {
      class: 'hidden-text',
      type: 'file',
      accept: '.seat',
      on: {
        change: async (/** @type {Event} */ e) => {
          const input = /** @type {HTMLInputElement} */ (e.target),
            file = input.files?.[0];
          input.value = '';
          if (file)
            post('/api/seat/file', await file.arrayBuffer()).then(({ match }) => {
              location.hash = `#/match/${encodeURIComponent(match)}`;
            }, toast);
        },
      },
    }),
  );
