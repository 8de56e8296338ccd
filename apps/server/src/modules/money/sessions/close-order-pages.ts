import type { Context, Tx } from '../../../context.ts';
import { onCommit } from '../../../platform/db/transaction.ts';
import { waitAtMost } from '../provider/find-gateway.ts';
import { closeSession } from './refresh-session.ts';

/** How long a cancellation or a payment at the till waits for a payment page to close. */
const PATIENCE_MS = 8_000;

/** Closes the open payment pages of a bill, which has the id of its order, once the transaction is committed. */
export function closeOrderPagesSoon(context: Context, tx: Tx, orderId: string): void {
  onCommit(tx, () => {
    closeOrderPages(context, orderId).catch((error: unknown) => warn(context, orderId, error));
  });
}

/** Closes the order's open payment pages. A payment that still arrives there is refunded. */
export async function closeOrderPages(context: Context, orderId: string): Promise<void> {
  const open = await context.db
    .selectFrom('payment_sessions')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'open')
    .execute();
  for (const { id } of open) {
    await waitAtMost(PATIENCE_MS, closeSession(context, id)).catch((error: unknown) => warn(context, orderId, error));
  }
}

function warn(context: Context, orderId: string, error: unknown): void {
  context.log.warn({ err: error, orderId }, 'a payment page that is over could not be closed');
}
