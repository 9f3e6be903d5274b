// What asks or tells in passing goes by itself after a while.

/** How long it stands, in ms: a question in place, and a word; a long word longer. Who reads slowly may change it. */
export const stands = { question: 4000, word: 4000 };
