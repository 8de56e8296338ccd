import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

interface Holders {
  readonly userId: string | null;
  readonly address: string;
}

/**
 * Before it is counted what a person and a network address hold already, until the transaction ends: whoever comes at once
 * counts this one too. Sorted, so that two never wait for each other.
 */
export async function lockHolders(tx: Tx, what: 'tables' | 'unpaid', { userId, address }: Holders): Promise<void> {
  const holders = [`address ${address}`, ...(userId === null ? [] : [`person ${userId}`])].toSorted();
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`${what}:`} || holder, 0)) from unnest(${holders}::text[]) holder
  `.execute(tx);
}
