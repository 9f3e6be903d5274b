// The package in node: node test.mjs FOLDER-OF-THE-PACKAGE FOLDER-OF-THE-REPOSITORY
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const [folder, root] = process.argv.slice(2);
const { load, fromStream, DarkjunqiError } = await import(pathToFileURL(join(folder, 'darkjunqi.js')));
const dj = await load();
const refuses = (promise, code) => assert.rejects(promise, (error) => error instanceof DarkjunqiError && error.code === code
  && error.message !== '');

const transcript = new Uint8Array(await readFile(join(root, 'docs/example.djq')));
const report = await dj.audit(transcript);
assert.equal(report.verdict, 'honest');
assert.equal(report.clashes, 1);
assert.deepEqual(report.result, { winners: ['red'], reason: 'resignation' });
const torn = await dj.audit(transcript.slice(0, -1));
assert.equal(torn.verdict, 'unreadable');
assert.notEqual(torn.reason.code, '');
await refuses(dj.verifyCertificate(transcript), 'certificate.foreign');
console.log('audit');

const rules = await dj.readRules('standard,mines=exploding');
assert.equal(rules.short, 'standard,mines=exploding');
assert.deepEqual(rules.seats, ['red', 'blue']);
assert.equal((await dj.readRules(JSON.stringify(rules.rules))).digest, rules.digest);
await refuses(dj.readRules('{}'), 'engine.rules-syntax');

// Over streams, as sockets are. Whoever watches sees the match too.
const other = await load();
const host = await dj.host({ rules: 'standard,clock=off', seat: 'blue' });
const { invites, watchInvite } = await host.state();
const streams = () => {
  const [there, back] = [new TransformStream(), new TransformStream()];
  host.accept(fromStream({ readable: there.readable, writable: back.writable }));
  return fromStream({ readable: back.readable, writable: there.writable });
};
await refuses(other.join('hello'), 'p2p.no-invite');
await refuses(other.join(watchInvite), 'p2p.invite-to-watch');
await refuses(other.join(invites.red, { connect: streams, accept: (r) => r.short !== 'standard,clock=off' }), 'module.declined');
const guest = await other.join(invites.red, { connect: streams });
const watcher = await other.watch(watchInvite, { connect: async () => streams() });
await refuses(guest.do({ do: 'move', from: 'a1', to: 'a2' }), 'seat.not-begun');
for (const match of [host, guest]) await match.do({ do: 'layout', layout: 'triangle' });
const resigns = async (match) => {
  for await (const { decision } of match.states()) if (decision === 'move') await match.do({ do: 'resign' });
};
await Promise.all([host, guest].map(resigns));
for await (const { result } of watcher.states()) if (result) break;
assert.ok((await host.events()).length > 0);
assert.equal((await watcher.table()).seat, '');
assert.deepEqual(await host.transcript(), await guest.transcript());
assert.equal((await dj.audit(await host.transcript())).verdict, 'honest');
await Promise.all([host, guest, watcher].map((m) => m.close()));
console.log('match');
process.exit(0);
