import { cents, number, text, type Cents } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';

/** Kept with the order: the database lets a code stand on one order that is not cancelled. */
export function usedOffer(code: string, saved: Cents): Readonly<Record<string, unknown>> {
  return { welcomeCode: code, savedCents: saved };
}

/** What the code took off an order, for its bill; null without one. */
export function discountOf(metadata: Readonly<Record<string, unknown>>): { code: string; amount: Cents } | null {
  const code = text(metadata['welcomeCode']);
  const amount = cents(number(metadata['savedCents']) ?? 0);
  return code !== '' && amount > 0 ? { code, amount } : null;
}

/** Whoever else wants to use the code waits until the transaction ends. */
export async function lockOffer(tx: Tx, welcomeCode: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${welcomeCode}, 0))`.execute(tx);
}

/** Does the code stand on an order already? To be asked with the offer locked. */
export async function isUsed(tx: Tx, welcomeCode: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders
    where metadata ? 'welcomeCode' and metadata ->> 'welcomeCode' = ${welcomeCode} and status <> 'cancelled'
  `.execute(tx);
  return rows.length > 0;
}
