import { become } from './processes.mjs';
import { ready } from './ready.mjs';
import { inRoot, ownNode } from './root.mjs';
import { command } from './screen.mjs';

// `node scripts/run.mjs <file> [arguments]`: a TypeScript program of this repository, on its own Node.
await command(async () => {
  await ready(import.meta.url);
  const [file, ...args] = process.argv.slice(2);
  await become(ownNode, [inRoot(file), ...args]);
});
