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
  const { verifyPassword } = await import('better-auth/crypto');
  return hash !== null && verifyPassword({ hash, password });
}
