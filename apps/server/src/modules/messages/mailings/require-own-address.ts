import { refuse, say } from '@tiffin/domain/core';
import { normaliseEmail, type Actor } from '@tiffin/domain/people';
import type { Tx } from '../../../platform/db/connection.ts';

/**
 * Refuses an API key that mails about an order to another address than the order's. The mail, or a later repetition of
 * it, contains the link with which its reader follows and cancels the order.
 */
export async function requireOwnAddress(
  tx: Tx,
  actor: Actor,
  orderId: string | undefined,
  recipients: readonly string[],
): Promise<void> {
  if (actor.kind !== 'machine' || orderId === undefined) return;
  const order = await tx.selectFrom('orders').select('customer_email').where('id', '=', orderId).executeTakeFirst();
  const own = normaliseEmail(order?.customer_email ?? '');
  if (own !== '' && recipients.every((email) => normaliseEmail(email) === own)) return;
  throw refuse('permission-denied', say`An API key can send a mail about an order only to the address of the order.`);
}
