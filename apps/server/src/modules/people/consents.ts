import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

/** Of a consent `c`: an account speaks for an address that is shown to be its own, and for no other. */
export const isProven = sql<boolean>`
  not exists (select from users owner where owner.id = c.user_id and not owner.email_verified)
`;

/** Whether and since when somebody agreed to promotions: given and withdrawn are both kept. */
export async function setPromotionConsent(
  tx: Tx,
  person: { email: string; userId: string | null },
  agrees: boolean,
  source: string,
  now: Date,
): Promise<void> {
  if (agrees) {
    await tx
      .insertInto('consents')
      .values({
        email: person.email,
        user_id: person.userId,
        purpose: 'promotions',
        channel: 'mail',
        source,
        given_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['email', 'purpose', 'channel']).where('withdrawn_at', 'is', null).doNothing(),
      )
      .execute();
    return;
  }
  await tx
    .updateTable('consents')
    .set({ withdrawn_at: now, withdrawn_by: source })
    .where('email', '=', person.email)
    .where('purpose', '=', 'promotions')
    .where('withdrawn_at', 'is', null)
    .execute();
  // What has not left yet does not leave any more.
  await tx
    .updateTable('messages')
    .set({ status: 'cancelled', next_try_at: null, last_error: 'Unsubscribed' })
    .where('recipient', '=', person.email)
    .where('template', '=', 'promotion')
    .where('status', 'in', ['queued', 'outbox', 'failed'])
    .execute();
}
