import { become } from './processes.mjs';
import { ready } from './ready.mjs';
import { inRoot, ownNode } from './root.mjs';
import { command } from './screen.mjs';
import { buildWeb } from './web.mjs';

// `npm run bench -- <name>`: what is measured is what stands here, so the web app is built when it is stale.
await command(async () => {
  await ready(import.meta.url);
  await buildWeb();
  await become(ownNode, [inRoot('bench/src/main.ts'), ...process.argv.slice(2)]);
});
