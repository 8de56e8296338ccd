import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { lockBill } from '../counter/add-payment.ts';
import { syncPaymentStatus } from './sync-payment-status.ts';

/**
 * Updates the rounds of tabs from the payments of their bill, and names each bill. A version that did not know tabs wrote
 * a payment of the whole bill to its first order alone.
 */
export async function correctRounds(context: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct b.id from bills b
    join orders f on f.id = b.id
    join orders o on o.bill_id = b.id and o.id <> b.id and o.payment_status <> f.payment_status
    where b.opened_at is not null and 'cancelled' not in (o.status, f.status) order by b.id
  `.execute(context.db);
  for (const { id } of rows) {
    await transaction(context.db, async (tx) => {
      await syncPaymentStatus(context, tx, await lockBill(tx, id), { actor: SYSTEM_ACTOR, from: null });
    });
  }
  return rows.map(({ id }) => `${id}: all rounds of this tab follow its payments.`);
}
