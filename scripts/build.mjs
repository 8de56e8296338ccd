import { ready } from './ready.mjs';
import { command, say } from './screen.mjs';
import { buildWeb } from './web.mjs';

await command(async () => {
  await ready(import.meta.url);
  await buildWeb();
  say('The web app is built.');
});
