// Programs find each other by themselves. A page that runs the program itself replaces this file: its players may have to send
// each other texts.

/** @typedef {typeof import('../../../darkjunqi-web/web/exchange.js')} Exchange */

/** @type {Exchange['exchangeCard']} */
export const exchangeCard = () => null;

/** @type {Exchange['lacks']} */
export const lacks = () => false;

/** @type {Exchange['exchangeButton']} */
export const exchangeButton = () => false;

/** @type {Exchange['answer']} */
export const answer = async () => '';
