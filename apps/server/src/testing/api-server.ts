import { existsSync, readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { readConfig } from '../config.ts';
import { ConfigError } from '../platform/read-variables.ts';
import { StartError } from '../platform/db/embedded/start-error.ts';
import { startServer } from '../server.ts';

/** A file with the name of the point at which to kill this process. A test writes it while the process runs. */
const dieAt = process.env['DIE_AT_FILE'] ?? '';

async function reachTestPoint(point: string): Promise<void> {
  if (dieAt === '' || !existsSync(dieAt) || readFileSync(dieAt, 'utf8') !== point) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
}

/** Runs the API without pages in its own process, for tests that kill it. */
try {
  const running = await startServer(readConfig(process.env), { pages: false, reachTestPoint });
  // A killed process does not write the compile cache, so write it now.
  flushCompileCache();
  process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)));
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(`${isExpected ? error.message : String(error)}\n`);
  process.exit(1);
}
