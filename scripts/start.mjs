import { become } from './processes.mjs';
import { ready } from './ready.mjs';
import { isProduction, ownNode, readSettings, serverNodeOptions } from './root.mjs';
import { command } from './screen.mjs';
import { buildWeb, requireBuiltWeb } from './web.mjs';

await command(async () => {
  await ready(import.meta.url);
  readSettings();
  // Production runs what `npm run build` made, and writes only to its data folder.
  if (isProduction()) requireBuiltWeb();
  else await buildWeb();
  await become(ownNode, serverNodeOptions);
});
