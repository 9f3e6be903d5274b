// The window's end of a data channel, over fakes: a peer that floods it is cut off, also with empty messages, and one whose
// messages the worker takes is not; so is one that opens channels without end. And which way a connection goes.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

const source = await readFile(new URL('../window.js', import.meta.url), 'utf8');
const { pathOf, serveConnections } = await import('data:text/javascript,' + encodeURIComponent(source));

class Channel extends EventTarget {
  label = 'label'; bufferedAmount = 0; closed = false;
  send() {}
  close() { this.closed = true; }
}
let connection;
globalThis.RTCPeerConnection = class extends EventTarget {
  constructor() { super(); connection = this; this.iceGatheringState = 'complete'; this.localDescription = { sdp: 'sdp' }; }
  createDataChannel() { return this.keep = new Channel(); }
  async createOffer() { return {}; }
  async setLocalDescription() {}
  async getStats() { return new Map(); }
  close() { this.closed = true; }
};
globalThis.addEventListener = () => {};

/** A channel that a peer has opened, and the worker's port of it. */
async function channel() {
  const { port1, port2 } = new MessageChannel();
  serveConnections(port1);
  const news = [];
  const got = new Promise(done => { port2.onmessage = ({ data }) => { news.push(data); if (data.news === 'channel') done(data.port); }; });
  port2.postMessage({ do: 'offer', id: 1, ask: 2, servers: [] });
  while (!news.some(n => n.ask === 2)) await new Promise(done => setTimeout(done));
  const opened = new Channel();
  connection.keep.onopen();
  connection.ondatachannel({ channel: opened });
  const port = await got;
  return { opened, port, stop: () => { port.close(); port1.close(); port2.close(); } };
}

for (const size of [0, 16 << 10]) {
  const { opened, stop } = await channel(); // a worker that takes nothing
  let sent = 0;
  for (; opened.onmessage && sent < 200_000; sent++) opened.onmessage({ data: new ArrayBuffer(size) });
  assert(opened.closed && sent < 200_000, `messages of ${size} bytes have no bound`);
  stop();
}
{
  const { opened, port, stop } = await channel();
  let taken = 0;
  port.onmessage = ({ data }) => { taken++; port.postMessage(data.byteLength); };
  for (let i = 0; i < 300; i++) {
    for (let n = 0; n < 1000; n++) opened.onmessage({ data: new ArrayBuffer(0) });
    while (taken < 1000 * (i + 1)) await new Promise(done => setTimeout(done));
    await new Promise(done => setTimeout(done));
  }
  assert(!opened.closed);
  opened.onmessage({ data: 'text' });
  assert(opened.closed);
  stop();
}
{
  const { opened, stop } = await channel();
  opened.onclose();
  for (let n = 1; n < 128; n++) {
    const more = new Channel();
    connection.ondatachannel({ channel: more });
    more.onclose();
  }
  assert(!connection.closed);
  connection.ondatachannel({ channel: new Channel() });
  assert(connection.closed);
  stop();
}

// Firefox has no transport that names the pair in use; an address that a browser hid comes with the first packet.
for (const [path, local, remote, more] of [
  ['same-network', 'host', 'host'], ['same-network', 'host', 'prflx'], ['punched', 'srflx', 'prflx'], ['punched', 'host', 'srflx'],
  ['direct', 'host', 'prflx', 'srflx'], ['relay', 'relay', 'host'], ['direct'],
]) for (const firefox of [true, false]) {
  const stats = local ? [
    { id: 'l', type: 'local-candidate', candidateType: local }, { id: 'r', type: 'remote-candidate', candidateType: remote },
    { id: 'm', type: 'local-candidate', candidateType: more }, { id: 'o', type: 'candidate-pair', localCandidateId: 'm', remoteCandidateId: 'm' },
    { id: 'p', type: 'candidate-pair', localCandidateId: 'l', remoteCandidateId: 'r', selected: firefox || undefined },
    ...firefox ? [] : [{ id: 't', type: 'transport', selectedCandidatePairId: 'p' }],
  ] : [];
  assert.equal(await pathOf({ getStats: async () => new Map(stats.map(s => [s.id, s])) }), path, `${local} ${remote}`);
}
