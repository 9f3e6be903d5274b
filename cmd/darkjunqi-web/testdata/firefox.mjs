// Practises a match in Firefox and audits a file there: node firefox.mjs FIREFOX ADDRESS TRANSCRIPT
import puppeteer from '../../internal/page/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js';

const [executablePath, address, transcript] = process.argv.slice(2);
const patience = 240_000; // ms for a step, on a busy machine
const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, timeout: patience, protocolTimeout: 2 * patience });
const faults = [];

async function open(name) {
  const page = await browser.newPage();
  page.setDefaultTimeout(patience);
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(`${address}/${name}`);
  return page;
}

// wait asks a page until what is asked holds. Puppeteer's own waiting makes a function of a text, which the page's policy
// forbids.
async function wait(page, holds, { timeout = patience, args = [] } = {}) {
  for (const end = Date.now() + timeout; ; await new Promise((next) => setTimeout(next, 50))) {
    const found = await page.evaluate(holds, ...args).catch((error) => error); // as where the page is being loaded
    if (found === true) return;
    if (Date.now() > end) throw new Error('waited in vain', { cause: found });
  }
}

const page = await open('darkjunqi.html');

// press presses the last of these buttons that is there, until the last was pressed.
const press = (...labels) => wait(page, (labels) => {
  const buttons = [...document.querySelectorAll('button, a.btn')].filter((b) => !b.disabled);
  const at = labels.findLastIndex((label) => buttons.some((b) => b.textContent === label));
  buttons.find((b) => b.textContent === labels[at])?.click();
  return at === labels.length - 1;
}, { args: [labels] });

const ours = () => wait(page, () => document.querySelector('.movable') !== null && document.querySelector('.voice').textContent.includes('our move'));

await press('Practise');
await press('Play with this layout');
// until clicks until something is there; a click on a page that is busy may have no effect.
const until = async (selector, shows) => {
  for (const end = Date.now() + patience; !(await page.evaluate(shows));) {
    if (Date.now() > end) throw new Error(`a click on ${selector} has no effect`);
    await page.click(selector).catch(() => {}); // it may be gone by now
    await wait(page, shows, { timeout: 3000 }).catch(() => {});
  }
};

await ours();
await until('[data-node].movable', () => document.querySelector('[data-node].target') !== null);
await until('[data-node].target', () => document.querySelector('.moves .mv') !== null);
await ours();
await page.reload();
await ours();
await press('Resign', 'Resign? Yes');
await press('Replay');
await wait(page, () => document.querySelector('.judged')?.textContent.startsWith('honest') === true);
console.log('practised');

const audit = await open('audit.html');
await wait(audit, () => document.querySelector('input[type=file]') !== null);
await (await audit.$('input[type=file]')).uploadFile(transcript);
await wait(audit, () => document.querySelector('.judged b')?.textContent === 'honest');
console.log('audited');
await browser.close();
for (const fault of faults) console.log(fault);
