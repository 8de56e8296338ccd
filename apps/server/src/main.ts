import { ConfigError, readConfig } from './config.ts';
import { StartError } from './db/embedded/postmaster.ts';
import { DEMO_PASSWORD, demoPeople } from './demo/people.ts';
import { startServer, type Running } from './server.ts';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

let running: Running | null = null;
let leaving = false;

async function leave(): Promise<void> {
  if (leaving) return;
  leaving = true;
  // Whatever hangs, we are gone within five seconds.
  setTimeout(() => process.exit(1), 4_800).unref();
  await running?.stop();
  process.exit(0);
}

process.on('SIGINT', () => void leave());
process.on('SIGTERM', () => void leave());

try {
  const config = readConfig(process.env);
  running = await startServer(config);
  if (leaving) await running.stop();
  say(`Tiffin is serving at ${running.url}`);
  if (config.demo) {
    say(`Demo sign-ins (password ${DEMO_PASSWORD}):`);
    for (const person of demoPeople) say(`  ${person.email.padEnd(26)} ${person.role}`);
  }
} catch (error) {
  const told = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(
    `${told ? error.message : `Tiffin could not start: ${String(error instanceof Error ? error.stack : error)}`}\n`,
  );
  process.exit(1);
}
