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
type Priority = 'first' | 'later';
const waiting: Readonly<Record<Priority, Array<() => void>>> = { first: [], later: [] };
/** How many wait at most before others are refused. Those who go first have rate limits instead. */
const MOST_WAITING = 100;
let running = 0;

async function runQueued<T>(priority: Priority, work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++;
  else await new Promise<void>((go) => waiting[priority].push(go));
  try {
    return await work();
  } finally {
    const next = waiting.first.shift() ?? waiting.later.shift();
    if (next) next();
    else running--;
  }
}

export async function isPasswordCorrect(hash: string | null, password: string, priority: Priority = 'later') {
  if (hash === null) return false;
  const library = await import('better-auth/crypto');
  if (priority === 'later' && waiting.later.length >= MOST_WAITING)
    throw refuse('unavailable', undefined, { retryAfter: 5 });
  return runQueued(priority, () => library.verifyPassword({ hash, password }));
}

export async function hashPassword(password: string): Promise<string> {
  const library = await import('better-auth/crypto');
  return runQueued('later', () => library.hashPassword(password));
}

/** Like `isPasswordCorrect`, for the sign-in library. */
export async function verifyPassword(pair: { readonly hash: string; readonly password: string }): Promise<boolean> {
  const library = await import('better-auth/crypto');
  return runQueued('later', () => library.verifyPassword(pair));
}
