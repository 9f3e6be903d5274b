// A picture and a film of a match's last moves, without names, to share.

import { Board, STILL } from './board.js';
import { flagsOf } from './carry.js';
import { h, s } from './dom.js';
import { homeTurns } from './geometry.js';
import { gif } from './gif.js';
import { icon } from './icons.js';
import { piecesAfter, stateAfter, taken, untaken } from './match.js';
import { inked, seatName } from './people.js';
import { canvasOf, drawingOf, pixels, savePicture, textOf } from './picture.js';
import { outcome } from './voice.js';
import { dotted, listed, rulesName, say } from './words.js';

/** @typedef {import('./match.js').Match} Match */
/** @typedef {import('../types').Turn} Turn */

const STILLS = 3,
  FRAMES = 10; // the last positions: in the picture, and in the film
const TIME = 120,
  PAUSE = 400; // hundredths of a second that a position is seen, and the last one

/** The size of each position and the margins, in pixels of the picture. */
const WIDE = 520,
  HIGH = 660,
  HEAD = 92,
  EDGE = 20,
  LARGE = 26;

/**
 * Positions side by side, below the winner.
 * @param {Match} match
 * @param {Turn[]} shown each by the turn that led to it
 */
function strip({ table, state, turns }, shown) {
  const rules = table?.rules,
    result = state?.result;
  if (!table || !rules || !state || !result) throw new Error('the match is not over');
  const near = table.seat || rules.seats[0].name;
  const away = h('div', { class: 'film', 'aria-hidden': 'true' });
  inked(away, rules);
  document.body.append(away); // the style sheets apply to elements in the page
  let tall = 0;
  try {
    const frames = shown.map((turn, i) => {
      const board = new Board(rules);
      away.append(board.element);
      board.fit({ width: WIDE, height: HIGH }, homeTurns(rules, near), { close: false });
      board.show({
        ...STILL,
        pieces: piecesAfter(table, state, turns, turn.number),
        light: near,
        alive: {},
        flags: flagsOf(rules, stateAfter(table, state, turns, turn.number)),
        last: turn,
      });
      const drawing = drawingOf(board),
        scale = Math.min(WIDE / board.geometry.width, HIGH / board.geometry.height),
        width = board.geometry.width * scale;
      tall = board.geometry.height * scale;
      const at = { x: EDGE + i * (WIDE + EDGE) + (WIDE - width) / 2, y: HEAD, width, height: tall };
      for (const [name, value] of Object.entries(at)) drawing.setAttribute(name, value.toFixed(1));
      return drawing;
    });
    const style = getComputedStyle(document.body),
      width = EDGE + shown.length * (WIDE + EDGE),
      height = Math.ceil(HEAD + tall + EDGE),
      fill = style.color,
      font = style.fontFamily;
    const title = `${result.draw ? say('over.drew') : say('over.winner', listed(result.winners.map(seat => seatName(seat, rules))))} · ${rulesName(rules.name)}`,
      pen = h('canvas').getContext('2d');
    if (pen) pen.font = `700 ${LARGE}px ${font}`;
    const size = LARGE * Math.min(1, (width - 2 * EDGE) / (pen?.measureText(title).width ?? 1)); // long names of many winners have to fit
    return textOf(
      s(
        'svg',
        {
          xmlns: 'http://www.w3.org/2000/svg',
          viewBox: `0 0 ${width} ${height}`,
          width,
          height,
          lang: document.documentElement.lang,
        },
        s('rect', { width: '100%', height: '100%', fill: style.backgroundColor }),
        s('text', { x: EDGE, y: 44, fill, 'font-family': font, 'font-size': size, 'font-weight': 700 }, title),
        shown.map((turn, i) =>
          s(
            'text',
            {
              x: EDGE + i * (WIDE + EDGE) + WIDE / 2,
              y: 80,
              fill,
              'font-family': font,
              'font-size': 17,
              'text-anchor': 'middle',
            },
            dotted(
              !untaken(turn) && say('turn.number', taken(turns, turn.number)),
              turn.kind === 'flip'
                ? turn.to
                : turn.kind === 'move'
                  ? `${turn.from}${turn.met ? ' × ' : '–'}${turn.to}`
                  : say(`turn.${turn.kind}`, seatName(turn.seat, rules)),
              outcome(turn.announcement),
            ),
          ),
        ),
        frames,
      ),
    );
  } finally {
    away.remove();
  }
}

/** @type {{[kind: string]: (match: Match) => Promise<Blob>}} */
const KINDS = {
  png: async match => pixels(strip(match, match.turns.slice(-STILLS))),
  gif: async match => {
    const shown = [];
    for (const turn of match.turns.slice(-FRAMES)) {
      const { width, height, drawn } = await canvasOf(strip(match, [turn]));
      shown.push({ frame: drawn.getImageData(0, 0, width, height), time: TIME });
    }
    shown[shown.length - 1].time = PAUSE;
    return gif(shown);
  },
};

/** Buttons that save them. @param {Match} match */
export const filmButtons = match =>
  Object.entries(KINDS).map(([kind, make]) =>
    h(
      'button',
      {
        class: 'btn',
        type: 'button',
        'data-film': kind,
        on: {
          click: () => savePicture(`darkjunqi-${match.id}-end.${kind}`, make(match)),
        },
      },
      icon(kind === 'gif' ? 'play' : 'image'),
      say(`end.picture.${kind}`),
    ),
  );
