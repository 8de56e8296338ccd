import { availableParallelism } from 'node:os';
import type { Db, Tx } from '../db/connection.ts';

/** The password of somebody's account, as it is kept; null for whoever signs in through somebody else. */
export async function passwordHashOf(db: Db | Tx, userId: string): Promise<string | null> {
  const account = await db
    .selectFrom('sign_in_accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  return account?.password ?? null;
}

export async function isPassword(hash: string | null, password: string): Promise<boolean> {
  return hash !== null && verifyPassword({ hash, password });
}

/** One takes 32 MB and a tenth of a second of a processor: whoever signs up by the dozen leaves one for the others. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
const waiting: Array<() => void> = [];
let running = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++;
  else await new Promise<void>((go) => waiting.push(go));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export async function hashPassword(password: string): Promise<string> {
  const library = await import('better-auth/crypto');
  return inTurn(() => library.hashPassword(password));
}

export async function verifyPassword(pair: { readonly hash: string; readonly password: string }): Promise<boolean> {
  const library = await import('better-auth/crypto');
  return inTurn(() => library.verifyPassword(pair));
}
