import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { ownEnvironment } from './processes.mjs';
import { ready } from './ready.mjs';
import { inRoot, ownNode } from './root.mjs';
import { command, say } from './screen.mjs';

// The server starts again when a file of it or of the packages is saved; with DEV=1 it serves the web
// app through Vite, which reloads the browser when a file of the web app is saved. The whole restart
// is ours because the server must be gone, its database with it, before the next one begins.
const watched = ['apps/server/src', 'packages'];

await command(async () => {
  await ready(import.meta.url);
  let leaving = false;
  let child = start();
  let restart = null;

  function start() {
    // The development builds of React Router, as Vite takes them: one copy of each module.
    const server = spawn(ownNode, ['--conditions=development', inRoot('apps/server/src/main.mjs')], {
      env: ownEnvironment({ DEV: '1' }),
      stdio: 'inherit',
    });
    server.on('exit', (code) => {
      if (leaving) process.exit(code ?? 1);
      if (server === child && restart === null) say('The server ended; it starts again when a file is saved.');
    });
    return server;
  }

  function saved(file) {
    if (!/\.(ts|tsx|json|sql)$/.test(file) || /\.test\.tsx?$/.test(file) || leaving) return;
    clearTimeout(restart);
    // Editors and branch switches save many files at once.
    restart = setTimeout(() => {
      say(`Saved ${file}: starting again`);
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
