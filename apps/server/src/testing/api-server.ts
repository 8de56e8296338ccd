import { ConfigError, readConfig } from '../config.ts';
import { StartError } from '../db/embedded/postmaster.ts';
import { startServer } from '../server.ts';

/** The server without its pages, as a process of its own: for tests that kill it. */
try {
  const running = await startServer(readConfig(process.env), { pages: false });
  process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)));
} catch (error) {
  const told = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(`${told ? error.message : String(error)}\n`);
  process.exit(1);
}
