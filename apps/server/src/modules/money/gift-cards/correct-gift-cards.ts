import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { recordAuditEntry } from '../../log/record-audit-entries.ts';
import { syncGiftCards } from './gift-card-balance.ts';

/**
 * Puts back on gift cards what was refunded by a version that did not know them, and describes each. That version asked
 * staff to return the money, so this is for guests who did not get it.
 */
export function correctGiftCards(context: Context): Promise<string[]> {
  return transaction(context.db, async (tx) => {
    const at = context.clock.now();
    await sql`select pg_advisory_xact_lock(hashtext('correct gift cards'))`.execute(tx);
    const { rows } = await sql<{ id: string; order_id: string | null; gift_card_id: string; last: string }>`
      select p.id, p.order_id, p.gift_card_id, c.last4 as last
      from payments p join gift_cards c on c.id = p.gift_card_id
      where p.provider = 'gift-card' and p.status = 'succeeded' and p.amount_cents + p.tip_cents
        - coalesce((select sum(amount_cents + tip_cents) from refunds where payment_id = p.id and status <> 'failed'), 0)
        < -coalesce((select sum(amount_cents) from gift_entries where payment_id = p.id), 0)
      order by p.id`.execute(tx);
    await syncGiftCards(tx, rows, at);
    for (const { order_id: orderId, last } of rows) {
      const subject = ['order', orderId ?? ''] as const;
      await recordAuditEntry(tx, { at, actor: SYSTEM_ACTOR, from: null }, 'correct-gift-card', subject, {
        after: { last },
      });
    }
    return rows.map(({ order_id: order, last }) => `${order}: its refund is back on the gift card •••• ${last}.`);
  });
}
