import { availableParallelism } from 'node:os';
import { refuse } from '@tiffin/domain/core';
import type { Db, Tx } from '../db/connection.ts';

/** The stored password hash; null for people who sign in through a provider. */
export async function passwordHashOf(db: Db | Tx, userId: string): Promise<string | null> {
  const account = await db
    .selectFrom('sign_in_accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  return account?.password ?? null;
}

/** One hash takes 32 MB and a tenth of a second of a processor, so one processor is left for other work. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
/** PINs and staff confirmations go before sign-ins, because someone waits at the till. */
type Turn = 'first' | 'later';
const waiting: Readonly<Record<Turn, Array<() => void>>> = { first: [], later: [] };
/** The first queue is short because its callers have rate limits. */
const MOST_WAITING = 100;
let running = 0;

async function inTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++;
  else await new Promise<void>((go) => waiting[turn].push(go));
  try {
    return await work();
  } finally {
    const next = waiting.first.shift() ?? waiting.later.shift();
    if (next) next();
    else running--;
  }
}

export async function isPasswordCorrect(hash: string | null, password: string, priority: Turn = 'later') {
  if (hash === null) return false;
  const library = await import('better-auth/crypto');
  if (priority === 'later' && waiting.later.length >= MOST_WAITING)
    throw refuse('unavailable', undefined, { retryAfter: 5 });
  return inTurn(priority, () => library.verifyPassword({ hash, password }));
}

export async function hashPassword(password: string): Promise<string> {
  const library = await import('better-auth/crypto');
  return inTurn('later', () => library.hashPassword(password));
}

export async function verifyPassword(pair: { readonly hash: string; readonly password: string }): Promise<boolean> {
  const library = await import('better-auth/crypto');
  return inTurn('later', () => library.verifyPassword(pair));
}
