import { become } from './processes.mjs';
import { ready } from './ready.mjs';
import { ownNode, readSettings, serverNodeOptions } from './root.mjs';
import { command } from './screen.mjs';
import { buildWeb } from './web.mjs';

await command(async () => {
  await ready(import.meta.url);
  readSettings();
  await buildWeb();
  await become(ownNode, serverNodeOptions);
});
