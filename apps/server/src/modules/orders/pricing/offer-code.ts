import { cents, asNumber, asText, type Cents } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/connection.ts';

/** Stored with the order. The database allows a code on only one order that is not cancelled. */
export function usedOfferMetadata(code: string, saved: Cents): Readonly<Record<string, unknown>> {
  return { welcomeCode: code, savedCents: saved };
}

/** The amount the code took off an order, for its bill. Null without a code. */
export function offerDiscountOf(metadata: Readonly<Record<string, unknown>>): { code: string; amount: Cents } | null {
  const code = asText(metadata['welcomeCode']);
  const amount = cents(asNumber(metadata['savedCents']) ?? 0);
  return code !== '' && amount > 0 ? { code, amount } : null;
}

/** Locks the code until the transaction ends; other uses of it wait. */
export async function lockOffer(tx: Tx, welcomeCode: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${welcomeCode}, 0))`.execute(tx);
}

/** True if an order already uses the code. Call this with the offer locked. */
export async function isOfferUsed(tx: Tx, welcomeCode: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders
    where metadata ? 'welcomeCode' and metadata ->> 'welcomeCode' = ${welcomeCode} and status <> 'cancelled'
  `.execute(tx);
  return rows.length > 0;
}
