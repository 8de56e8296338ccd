import { readConfig, type Config } from './config.ts';
import { ConfigError } from './platform/read-variables.ts';
import { StartError } from './platform/db/embedded/start-error.ts';
import { requireFreePort } from './platform/http/free-port.ts';
import { startPostmaster } from './platform/db/embedded/start.ts';
import { DEMO_PASSWORD, demoPeople } from '@tiffin/demo/people';
import type { RunningServer } from './server.ts';

const SHUT_DOWN_WITHIN_MS = 4_800;

let starting: Promise<RunningServer> | null = null;
let isShuttingDown = false;

/** Exits in time even if something hangs. An interrupted start is completed first and then undone. */
async function shutDown(): Promise<void> {
  if (isShuttingDown) return;
  isShuttingDown = true;
  setTimeout(() => process.exit(1), SHUT_DOWN_WITHIN_MS).unref();
  const running = await starting?.catch(() => null);
  await running?.stop();
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void shutDown());

async function start(config: Config): Promise<RunningServer> {
  await requireFreePort(config);
  // PostgreSQL starts while the server's modules are imported.
  const postmaster = config.DATABASE_URL ? undefined : startPostmaster(config);
  postmaster?.catch(() => undefined); // The error is thrown where the promise is awaited.
  const { startServer } = await import('./server.ts').catch(async (error: unknown) => {
    await postmaster?.then(
      (running) => running.stop(),
      () => undefined,
    );
    throw error;
  });
  return startServer(config, { postmaster });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  const config = readConfig(process.env);
  starting = start(config);
  const { url } = await starting;
  print(`Tiffin is serving at ${url}`);
  if (config.demo) {
    print(`Demo sign-ins (password ${DEMO_PASSWORD}):`);
    for (const person of demoPeople) print(`  ${person.email.padEnd(26)} ${person.role}`);
  }
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof StartError;
  const message = isExpected
    ? error.message
    : `Tiffin could not start: ${error instanceof Error ? error.stack : String(error)}`;
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
