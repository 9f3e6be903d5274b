// Icons for buttons, as strokes on a 20 × 20 grid.

import { s } from './dom.js';

/** @type {{[name: string]: string}} */
const STROKES = {
  tick: 'M4 10.5l4.2 4L16 6',
  cross: 'M5 5l10 10M15 5L5 15',
  flag: 'M5 18V3M5 3.5h10.5l-2.5 3.5 2.5 3.5H5',
  hands: 'M2 8.5l4-3 4 1.5 4-1.5 4 3-5.5 6-2.5-1-2.5 1z',
  turn: 'M4 8a6.5 6.5 0 0 1 11.5-1.5M16 3v4h-4M16 12a6.5 6.5 0 0 1-11.5 1.5M4 17v-4h4',
  sound: 'M3 8v4h3l4 3.5v-11L6 8zM13 7.5a4 4 0 0 1 0 5M15.5 5.5a7 7 0 0 1 0 9',
  mute: 'M3 8v4h3l4 3.5v-11L6 8zM13.5 8l4 4M17.5 8l-4 4',
  moon: 'M16 12.5A7 7 0 0 1 7.5 4a7 7 0 1 0 8.5 8.5z',
  sun: 'M10 6.5a3.5 3.5 0 1 0 .01 0zM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1 1M14.7 14.7l1 1M4.3 15.7l1-1M14.7 5.3l1-1',
  start: 'M5 4v12M15.5 4.5L8.5 10l7 5.5',
  back: 'M12.5 4.5L6.5 10l6 5.5',
  on: 'M7.5 4.5l6 5.5-6 5.5',
  end: 'M15 4v12M4.5 4.5l7 5.5-7 5.5',
  play: 'M6 4l10 6-10 6z',
  pause: 'M7 4v12M13 4v12',
  list: 'M7.5 5H17M7.5 10H17M7.5 15H17M3 5h.1M3 10h.1M3 15h.1',
  eye: 'M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 7.8a2.2 2.2 0 1 0 .01 0z',
  tally: 'M4 4v12M8 4v12M12 4v12M16 4v12M2 14.5L18 5.5',
  more: 'M4 10h.1M10 10h.1M16 10h.1',
  copy: 'M7.5 7.5h9v9h-9zM4.5 12.5h-1v-9h9v1',
  keep: 'M4 4h10l2.5 2.5v10H4zM7 4v4h5.5V4M6.5 16.5v-5h7v5',
  save: 'M10 3v9M6.5 8.5L10 12l3.5-3.5M4 16.5h12',
  open: 'M10 13V4M6.5 7.5L10 4l3.5 3.5M4 16.5h12',
  dice: 'M4 4h12v12H4zM7.5 7.5h.1M12.5 12.5h.1M12.5 7.5h.1M7.5 12.5h.1',
  mirror: 'M10 2.5v15M7 6.5L2.5 14H7zM13 6.5l4.5 7.5H13z',
  speech: 'M3 4h14v9H9l-4 4v-4H3z',
  globe: 'M10 3a7 7 0 1 0 .01 0zM3 10h14M10 3c-4.5 4-4.5 10 0 14M10 3c4.5 4 4.5 10 0 14',
  warn: 'M10 3l8 14H2zM10 8.5v4M10 14.7h.1',
  shield: 'M10 2.5l6.5 2v5c0 4-3 6.5-6.5 8-3.5-1.5-6.5-4-6.5-8v-5zM7 10l2.2 2.3L13.2 8',
  clash: 'M3.5 3.5l13 13M16.5 3.5l-13 13',
  clock: 'M10 3a7 7 0 1 0 .01 0zM10 6.5V10l2.5 2',
  off: 'M3 3l14 14M5.5 11a6.5 6.5 0 0 1 3-2.5M3 8a10 10 0 0 1 3-2M9.5 6a10 10 0 0 1 7.5 2M8 14a3 3 0 0 1 4 0',
  undo: 'M7 4L3.5 7.5 7 11M4 7.5h7.5a4.5 4.5 0 0 1 0 9H8',
  zoom: 'M8.5 3.5a5 5 0 1 0 .01 0zM12.5 12.5L17 17M6.5 8.5h4',
  closer: 'M8.5 3.5a5 5 0 1 0 .01 0zM12.5 12.5L17 17M6.5 8.5h4M8.5 6.5v4',
  trash: 'M4 6h12M8 6V4h4v2M5.5 6l1 11h7l1-11',
  lock: 'M5 9.5h10v7H5zM7 9.5V7a3 3 0 0 1 6 0v2.5',
  pen: 'M4 16l1-4 8.5-8.5 3 3L8 15z',
  book: 'M10 5.5c-2-1.5-4.5-1.5-7-1v11c2.5-.5 5-.5 7 1 2-1.5 4.5-1.5 7-1v-11c-2.5-.5-5-.5-7 1zM10 5.5v11',
  image: 'M3 4.5h14v11H3zM3.5 14l4-4.5 3 3 2.5-2.5 4 4M13 8h.1',
};

/** @param {string} name */
export const icon = name =>
  s('svg', { class: 'icon', viewBox: '0 0 20 20', 'aria-hidden': 'true' }, s('path', { d: STROKES[name] }));
