import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import { onCommit } from '../../db/transaction.ts';
import type { BilledOrder } from '../ledger/ledger.ts';
import { closeSession } from './see-session.ts';

/** What open pages of a bill hold is held no longer: it was paid another way. Who pays there all the same gets it back. */
export async function releaseHeld(tx: Tx, { bill_id }: BilledOrder, sessionId?: string): Promise<void> {
  const held = tx
    .updateTable('payments')
    .set({ status: 'failed' })
    .where('bill_id', '=', bill_id)
    .where('status', '=', 'pending');
  await (sessionId === undefined ? held : held.where('session_id', '=', sessionId)).execute();
}

/** Closes the order's open payment pages once the transaction is committed. */
export function closePagesSoon(context: Context, tx: Tx, orderId: string): void {
  onCommit(tx, () => {
    closePages(context, orderId).catch((error: unknown) =>
      context.log.warn({ err: error }, 'the payment page of a paid order could not be closed'),
    );
  });
}

async function closePages(context: Context, orderId: string): Promise<void> {
  const open = await context.db
    .selectFrom('payment_sessions')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'open')
    .execute();
  for (const { id } of open) await closeSession(context, id);
}
