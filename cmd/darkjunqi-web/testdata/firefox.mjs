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

const page = await open('darkjunqi.html');

// press presses the last of these buttons that is there, until the last was pressed.
const press = (...labels) => page.waitForFunction((labels) => {
  const buttons = [...document.querySelectorAll('button, a.btn')].filter((b) => !b.disabled);
  const at = labels.findLastIndex((label) => buttons.some((b) => b.textContent === label));
  buttons.find((b) => b.textContent === labels[at])?.click();
  return at === labels.length - 1;
}, {}, labels);

const ours = () => page.waitForFunction(() => document.querySelector('.movable') && document.querySelector('.voice').textContent.includes('our move'));

await press('Practise');
await press('Play with this layout');
// until clicks until something is there; a click on a page that is busy may have no effect.
const until = async (selector, shows) => {
  for (const end = Date.now() + patience; !(await page.evaluate(shows));) {
    if (Date.now() > end) throw new Error(`a click on ${selector} has no effect`);
    await page.click(selector).catch(() => {}); // it may be gone by now
    await page.waitForFunction(shows, { timeout: 3000 }).catch(() => {});
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
await page.waitForFunction(() => document.querySelector('.judged')?.textContent.startsWith('honest'));
console.log('practised');

const audit = await open('audit.html');
await (await audit.waitForSelector('input[type=file]')).uploadFile(transcript);
await audit.waitForFunction(() => document.querySelector('.judged b')?.textContent === 'honest');
console.log('audited');
await browser.close();
for (const fault of faults) console.log(fault);
