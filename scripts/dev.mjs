import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { ownEnvironment } from './processes.mjs';
import { ready } from './ready.mjs';
import { inRoot, ownNode } from './root.mjs';
import { command, say } from './screen.mjs';

// Restarts the server when a file of the server or of the packages is saved. With DEV=1 the server serves the web app
// through Vite, which reloads the browser. The restart is done here, because the old server and its database must
// have stopped before the new one starts.
const watched = ['apps/server/src', 'packages'];

await command(async () => {
  await ready(import.meta.url);
  let leaving = false;
  let child = start();
  let restart = null;

  function start() {
    // The development builds of React Router, as in Vite, so that each module is loaded once.
    const server = spawn(ownNode, ['--conditions=development', inRoot('apps/server/src/main.mjs')], {
      env: ownEnvironment({ DEV: '1' }),
      stdio: 'inherit',
    });
    server.on('exit', (code) => {
      if (leaving) process.exit(code ?? 1);
      if (server === child && restart === null) say('The server stopped. It restarts when a file is saved.');
    });
    return server;
  }

  function saved(file) {
    if (!/\.(ts|tsx|json|sql)$/.test(file) || /\.test\.tsx?$/.test(file) || leaving) return;
    clearTimeout(restart);
    // Editors and branch switches save many files at once.
    restart = setTimeout(() => {
      say(`${file} changed, restarting`);
      const again = () => {
        restart = null;
        if (!leaving) child = start();
      };
      if (child.exitCode !== null || child.signalCode !== null) return again();
      child.once('exit', again);
      child.kill('SIGTERM');
    }, 150);
  }

  for (const folder of watched) watch(inRoot(folder), { recursive: true }, (_, file) => file && saved(file));

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal).on(signal, () => {
      leaving = true;
      if (child.exitCode !== null || child.signalCode !== null) process.exit(0);
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
});
