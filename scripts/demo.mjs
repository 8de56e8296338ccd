import { become } from './processes.mjs';
import { ready } from './ready.mjs';
import { inRoot, ownNode, readSettings } from './root.mjs';
import { command } from './screen.mjs';

// `npm run demo`: adds the demo restaurant and its history; with `-- --evening` simulates guests and cooks on a
// running server.
await command(async () => {
  await ready(import.meta.url);
  const [first, ...rest] = process.argv.slice(2);
  if (first === '--evening') return become(ownNode, [inRoot('bench/src/evening/live.ts'), ...rest]);
  readSettings();
  return become(ownNode, [inRoot('apps/server/src/operations/cli/demo.ts'), ...process.argv.slice(2)]);
});
