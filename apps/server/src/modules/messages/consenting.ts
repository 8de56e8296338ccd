import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { isProven } from '../people/consents.ts';

/** Of these addresses those that agreed to promotions, each with the link that ends them. */
export async function unsubscribeUrls(
  context: Context,
  db: Db | Tx,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (emails.length === 0) return new Map();
  const rows = await db
    .selectFrom('consents as c')
    .select(['email', 'token'])
    .where('email', 'in', [...emails])
    .where('purpose', '=', 'promotions')
    .where('channel', '=', 'mail')
    .where('withdrawn_at', 'is', null)
    .where(isProven)
    .execute();
  return new Map(rows.map(({ email, token }) => [email, `${context.publicUrl}/unsubscribe?token=${token}`]));
}

export const NO_CONSENT = 'Has not agreed to receive promotions';
