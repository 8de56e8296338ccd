import { readConfig, type Config } from './config.ts';
import { ConfigError } from './platform/read-variables.ts';
import { StartError } from './platform/db/embedded/start-error.ts';
import { requireFreePort } from './platform/http/free-port.ts';
import { startPostmaster } from './platform/db/embedded/start.ts';
import { DEMO_PASSWORD, demoPeople } from '@tiffin/demo/people';
import type { RunningServer } from './server.ts';

const LEAVE_WITHIN_MS = 4_800;

let starting: Promise<RunningServer> | null = null;
let leaving = false;

/** Exits within five seconds even if something hangs. An interrupted start is completed first and then undone. */
async function leave(): Promise<void> {
  if (leaving) return;
  leaving = true;
  setTimeout(() => process.exit(1), LEAVE_WITHIN_MS).unref();
  const running = await starting?.catch(() => null);
  await running?.stop();
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void leave());

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
  return startServer(config, postmaster ? { postmaster } : {});
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  const config = readConfig(process.env);
  starting = start(config);
  const { url } = await starting;
  say(`Tiffin is serving at ${url}`);
  if (config.demo) {
    say(`Demo sign-ins (password ${DEMO_PASSWORD}):`);
    for (const person of demoPeople) say(`  ${person.email.padEnd(26)} ${person.role}`);
  }
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof StartError;
  const words = isExpected
    ? error.message
    : `Tiffin could not start: ${error instanceof Error ? error.stack : String(error)}`;
  process.stderr.write(`${words}\n`);
  process.exit(1);
}
