import { Cluster } from './cluster.ts';

const SERVER_PORTS = [3000, 3001];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A second Ctrl-C must not interrupt the cleaning, so the signals are caught until the end. */
const ended = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
});

/** Builds the cluster of deploy/ha on this machine, for operators who want to try it, until Ctrl-C. */
try {
  await using cluster = await Cluster.start(SERVER_PORTS);
  say(`The cluster runs. Its files and logs are in ${cluster.folder}.`);
  say(`Start the server with DATABASE_STANDBYS=1 and DATABASE_URL=${cluster.databaseUrl}`);
  say(`and a second copy with PORT=3001. Both are behind ${cluster.siteUrl}.`);
  say(`Who is the primary: patronictl -c ${cluster.folder}/pg1/patroni.yml list`);
  say('Ctrl-C ends and deletes it.');
  await ended;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
