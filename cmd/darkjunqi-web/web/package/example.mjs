// Two instances of the program play a match over a MessageChannel, and audit it.
import { load, fromPort } from './darkjunqi.js';

// play takes a seat's decisions: any layout, moves at random, and after some turns it resigns.
async function play(match, layout) {
  for await (const state of match.states()) {
    if (state.decision === 'layout') {
      await match.do({ do: 'layout', layout });
    } else if (state.decision === 'move') {
      const from = pick(Object.keys(state.moves));
      const command = state.turns > 12
        ? { do: 'resign' } : { do: 'move', from, to: pick(state.moves[from]) };
      await match.do(command).catch((error) => {
        if (error.code !== 'seat.not-now') console.error(error.code, error.message);
      });
    }
  }
}

const pick = (list) => list[Math.floor(Math.random() * list.length)];

const [red, blue] = [await load(), await load()];
const host = await red.host({ rules: 'standard,clock=off', name: 'Ada' });
const { invites } = await host.state();

const guest = await blue.join(invites.blue, {
  name: 'Bo',
  connect() { // to the host, as often as the program likes
    const { port1, port2 } = new MessageChannel();
    host.accept(fromPort(port1));
    return fromPort(port2);
  },
});

await Promise.all([play(host, 'triangle'), play(guest, 'triangle')]);
const report = await blue.audit(await guest.transcript());
console.log(report.verdict, report.plies, 'turns,', report.clashes, 'clashes,', report.result.reason);
await Promise.all([host.close(), guest.close()]);
process.exit(report.verdict === 'honest' ? 0 : 1);
