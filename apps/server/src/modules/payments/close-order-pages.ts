import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { onCommit } from '../../platform/db/transaction.ts';
import type { BilledOrder } from '../ledger/ledger.ts';
import { within } from './find-gateway.ts';
import { closeSession } from './check-session.ts';

/** Whoever cancelled or took the money waits no longer than this for a page to close. */
const PATIENCE_MS = 8_000;

/** What open pages of a bill hold is held no longer; whether any did. Who pays there all the same gets it back. */
export async function releaseHeld(tx: Tx, { bill_id }: BilledOrder, sessionId?: string): Promise<boolean> {
  const held = tx
    .updateTable('payments')
    .set({ status: 'failed' })
    .where('bill_id', '=', bill_id)
    .where('status', '=', 'pending');
  const released = sessionId === undefined ? held : held.where('session_id', '=', sessionId);
  return (await released.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

/** Closes the order's open payment pages once the transaction is committed. */
export function closeOrderPagesSoon(context: Context, tx: Tx, orderId: string): void {
  onCommit(tx, () => {
    closeOrderPages(context, orderId).catch((error: unknown) => warn(context, orderId, error));
  });
}

/** Nobody should pay for the order any more. Who does all the same gets the money back. */
export async function closeOrderPages(context: Context, orderId: string): Promise<void> {
  const open = await context.db
    .selectFrom('payment_sessions')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'open')
    .execute();
  for (const { id } of open) {
    await within(PATIENCE_MS, closeSession(context, id)).catch((error: unknown) => warn(context, orderId, error));
  }
}

function warn(context: Context, orderId: string, error: unknown): void {
  context.log.warn({ err: error, orderId }, 'a payment page that is over could not be closed');
}
