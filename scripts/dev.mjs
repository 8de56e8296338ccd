import { become, ownEnvironment } from './processes.mjs';
import { ready } from './ready.mjs';
import { inRoot, ownNode } from './root.mjs';
import { command } from './screen.mjs';

// Node restarts the server when a file it imported is saved; with DEV=1 the server hands the web app
// to Vite, which reloads the browser when a file of the web app is saved.
await command(async () => {
  await ready(import.meta.url);
  await become(
    ownNode,
    ['--watch', '--watch-preserve-output', inRoot('apps/server/src/main.ts')],
    ownEnvironment({ DEV: '1' }),
  );
});
