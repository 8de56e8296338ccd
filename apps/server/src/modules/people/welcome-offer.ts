import { cents, number, refuse, text, type Cents } from '@tiffin/domain/core';
import { WELCOME_DISCOUNT_PERCENT } from '@tiffin/domain/messages';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';

export interface WelcomeOffer {
  readonly code: string;
  readonly percentOff: number;
}

/** What the welcome mail promised, until the person has ordered; a cancelled order does not count. */
export async function readWelcomeOffer(db: Db | Tx, userId: string): Promise<WelcomeOffer | null> {
  const { rows } = await sql<{ code: string }>`
    select welcome_code as code from users u
    where id = ${userId} and welcome_code is not null
      and not exists (select from orders o where o.user_id = u.id and o.status <> 'cancelled')
  `.execute(db);
  return rows[0] ? { code: rows[0].code, percentOff: WELCOME_DISCOUNT_PERCENT } : null;
}

/** The offer an order asks for by its code: null when it asks for none, refused when the code is not theirs to use. */
export async function welcomeOffer(db: Db | Tx, actor: Actor, asked: unknown): Promise<WelcomeOffer | null> {
  const code = text(asked).toUpperCase();
  if (code === '') return null;
  const userId = userIdOf(actor);
  const offer = userId === null ? null : await readWelcomeOffer(db, userId);
  if (offer === null || offer.code !== code) throw refuse('offer-over');
  return offer;
}

/** Kept with the order: the database lets a code stand on one order that is not cancelled. */
export function usedOffer({ code }: WelcomeOffer, saved: Cents): Readonly<Record<string, unknown>> {
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
