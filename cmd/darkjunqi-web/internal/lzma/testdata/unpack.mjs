// Unpacks files, and writes each beside itself with ".out" after its name.
import { readFile, writeFile } from 'node:fs/promises';
import { unpacking } from '../../../web/lzma.js';

for (const name of process.argv.slice(2)) {
  await writeFile(name + '.out', new Uint8Array(await new Response(unpacking(await readFile(name))).arrayBuffer()));
}
