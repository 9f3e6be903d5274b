// Questions and messages that disappear by themselves after a while.

/** How long it stays, in ms: a question, and a message, longer if the message is long. Slow readers may change it. */
export const stands = { question: 4000, word: 4000 };
