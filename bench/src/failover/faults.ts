import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { waitFor, type Cluster } from './cluster.ts';
import type { DatabaseNode } from './database-node.ts';

export type Fault = 'database killed' | 'machine killed' | 'machine frozen' | 'standby stopped' | 'switchover';

/** Six of ten rounds kill the primary. */
const ROUNDS: readonly Fault[] = [
  ...(['database killed', 'switchover', 'machine killed', 'standby stopped', 'database killed'] as const),
  ...(['machine frozen', 'machine killed', 'switchover', 'database killed', 'machine killed'] as const),
];

export function faultOf(round: number): Fault {
  return ROUNDS[round % ROUNDS.length] ?? 'switchover';
}

/** How long the primary works without a standby. */
const ALONE_MS = 5_000;

type WaitForOrder = () => Promise<void>;

/**
 * Causes a fault, waits until ordering works again, and repairs what broke, as a machine that is switched on again.
 * Returns how many writes a former primary confirmed that came back.
 */
export async function strike(cluster: Cluster, fault: Fault, untilOrdered: WaitForOrder): Promise<number> {
  const primary = await cluster.primary();
  const standby = cluster.otherThan(primary);
  let confirmed = 0;
  switch (fault) {
    case 'database killed':
      primary.killDatabase();
      await cluster.untilPrimary(standby);
      await untilOrdered();
      break;
    case 'machine killed':
      await primary.killMachine();
      await cluster.untilPrimary(standby);
      await untilOrdered();
      primary.start();
      break;
    case 'machine frozen':
      primary.freeze();
      await cluster.untilPrimary(standby);
      await untilOrdered();
      primary.thaw();
      confirmed = await writeAt(cluster, primary);
      break;
    case 'standby stopped':
      await standby.killMachine();
      await untilOrdered();
      await pause(ALONE_MS);
      standby.start();
      break;
    case 'switchover':
      await primary.switchOverTo(standby);
      await cluster.untilPrimary(standby);
      await untilOrdered();
      break;
  }
  return confirmed;
}

const TRIES = 40;
const STATEMENT_MS = 300;

/** Writes to a former primary as soon as it works again; returns how many writes it confirmed. */
async function writeAt(cluster: Cluster, node: DatabaseNode): Promise<number> {
  let confirmed = 0;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const client = await cluster.connectAsServer(node).catch(() => null);
    if (client) {
      confirmed += (await isWriteConfirmed(client)) ? 1 : 0;
      await client.end().catch(() => undefined);
    }
    await pause(50);
  }
  return confirmed;
}

async function isWriteConfirmed(client: pg.Client): Promise<boolean> {
  let isConfirmed = true;
  // A commit that waits for a standby in vain is cancelled with a notice; nobody would be answered.
  client.on('notice', () => (isConfirmed = false));
  try {
    await client.query(`set statement_timeout = ${STATEMENT_MS}`);
    await client.query(`insert into settings (key, value) values ('failover-' || gen_random_uuid(), '{}')`);
    return isConfirmed;
  } catch {
    return false;
  }
}

/** Waits until the probe placed an order that it sent after now. */
export function orderAfter(hasOrderSince: (moment: number) => boolean): WaitForOrder {
  return () => {
    const now = performance.now();
    return waitFor(() => Promise.resolve(hasOrderSince(now)), 'nothing could be ordered');
  };
}
