import { sql, type Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const runsOutsideTransaction = true;

/**
 * A gift card is blocked while it has a reason. The indexes find the payments that bought cards or were made with them,
 * whose sum is owed to guests, and the mails of a card.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gift_cards add column if not exists blocked_reason text`.execute(db);
  await createIndexConcurrently(db, {
    name: 'payments_of_gift_cards',
    on: 'payments (location_id, captured_at) where gift_card_id is not null',
  });
  await createIndexConcurrently(db, {
    name: 'messages_of_gift_cards',
    on: `messages (split_part(once_key, ':', 2)) where template in ('gift_card', 'gift_card_receipt')`,
  });
}
