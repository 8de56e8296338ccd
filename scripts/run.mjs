import { become } from './processes.mjs';
import { ready } from './ready.mjs';
import { inRoot, ownNode, readSettings } from './root.mjs';
import { command, say } from './screen.mjs';
import { buildWeb } from './web.mjs';

// `node scripts/run.mjs [--dev] [--built] [file] [arguments]`: runs a TypeScript program of this repository on its own
// Node. With --dev it first installs the development packages; with --built it builds the web app if it is stale, and
// without a file it does nothing else.
await command(async () => {
  const args = process.argv.slice(2);
  const options = [];
  while (args[0]?.startsWith('--')) options.push(args.shift());
  const isBuilt = options.includes('--built');
  const withDevelopment = options.includes('--dev');
  await ready(import.meta.url, { withDevelopment, ...(isBuilt && { installs: true }) });
  const file = args.shift();
  if (file?.startsWith('apps/server/')) readSettings();
  if (isBuilt) await buildWeb();
  if (file) await become(ownNode, [inRoot(file), ...args]);
  else say('Everything is built. Start it with npm start.');
});
