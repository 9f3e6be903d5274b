// How the page calls its player: sounds, a changing title, a notification.

import { settings } from './settings.js';
import { say } from './words.js';

/** @type {Promise<AudioContext> | undefined} */
let begun;

export const LOW = 10_000; // ms left when a clock warns

/** Notes of each sound: frequency in Hz, start and length in seconds. @type {{[name: string]: [number, number, number][]}} */
const SOUNDS = {
  move: [[190, 0, 0.06]],
  clash: [
    [150, 0, 0.08],
    [105, 0.07, 0.12],
  ],
  word: [[700, 0, 0.05]],
  turn: [
    [520, 0, 0.09],
    [660, 0.1, 0.12],
  ],
  low: [
    [880, 0, 0.07],
    [880, 0.16, 0.07],
    [880, 0.32, 0.07],
  ],
  won: [
    [392, 0, 0.12],
    [494, 0.12, 0.12],
    [587, 0.24, 0.12],
    [784, 0.36, 0.4],
  ],
  drawn: [
    [392, 0, 0.16],
    [392, 0.2, 0.3],
  ],
  lost: [
    [392, 0, 0.16],
    [330, 0.17, 0.16],
    [262, 0.34, 0.3],
  ],
  wrong: [
    [220, 0, 0.2],
    [208, 0.02, 0.3],
  ],
};

/** Whether there may be sounds: browsers allow them once the reader has done something. */
const audible = () => settings.sound && navigator.userActivation?.hasBeenActive;

/** Creating an AudioContext blocks the window until the browser's audio process runs, 0.1 s or more. Listing the devices first starts it in the background. */
const begin = () =>
  (begun ??= Promise.resolve(navigator.mediaDevices?.enumerateDevices())
    .catch(() => {})
    .then(() => new AudioContext())
    .catch(error => {
      begun = undefined; // there may be one later
      throw error;
    }));

for (const gesture of ['click', 'keydown'])
  addEventListener(gesture, () => audible() && begin().catch(() => {}), { once: true });

/** @param {string} name */
export async function sound(name) {
  if (!audible()) return;
  const audio = await begin().catch(() => null);
  if (!audio) return;
  for (const [pitch, start, length] of SOUNDS[name] ?? []) {
    const at = audio.currentTime + start,
      tone = audio.createOscillator(),
      loud = audio.createGain();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.16, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

const plain = document.title;
/** @type {ReturnType<typeof setInterval> | undefined} */
let blinking;

/** Has the title of a hidden page tell something. @param {() => string} now what it is by now; '' once it is over */
export function blink(now) {
  clearInterval(blinking);
  let on = false;
  blinking = setInterval(() => {
    const words = now();
    on = !on && Boolean(words);
    document.title = on ? `● ${words}` : plain;
  }, 1000);
}

/** Calls a player who is looking elsewhere. @param {string} why @param {() => string} [now] what the title says of it by now; '' once it is over */
export function call(why, now = () => why) {
  if (!document.hidden) return;
  blink(now);
  if (permission === 'granted')
    new Notification(say('brand'), { body: why, tag: 'darkjunqi', icon: 'icon.svg' }).onclick = () => window.focus();
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  clearInterval(blinking);
  document.title = plain;
});

let permission = 'Notification' in window ? Notification.permission : 'denied'; // asking takes milliseconds

export const mayNotify = () => permission === 'default';
export const askToNotify = async () => {
  permission = await Notification.requestPermission();
};
