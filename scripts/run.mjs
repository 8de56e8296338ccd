import { become } from './processes.mjs';
import { ready } from './ready.mjs';
import { inRoot, ownNode, readSettings } from './root.mjs';
import { command, say } from './screen.mjs';
import { buildWeb } from './web.mjs';

// `node scripts/run.mjs [--built] [file] [arguments]`: runs a TypeScript program of this repository on its own Node.
// With --built it first builds the web app if it is stale; without a file it does nothing else.
await command(async () => {
  const isBuilt = process.argv[2] === '--built';
  await ready(import.meta.url, isBuilt ? { installs: true } : {});
  const [file, ...args] = process.argv.slice(isBuilt ? 3 : 2);
  if (file?.startsWith('apps/server/')) readSettings();
  if (isBuilt) await buildWeb();
  if (file) await become(ownNode, [inRoot(file), ...args]);
  else say('Everything is built. Start it with npm start.');
});
