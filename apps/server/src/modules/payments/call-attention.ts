import { toDollars, type Cents } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';

/** Something about money that a person should look at: the staff of the location hear it at once. */
export async function callAttention(
  context: Context,
  tx: Tx,
  about: {
    readonly locationId: string;
    readonly reason: string;
    readonly amount: Cents;
    readonly orderId: string | null;
  },
): Promise<void> {
  await context.events.append(tx, {
    type: 'payment.attention',
    locationId: about.locationId,
    at: context.clock.now(),
    data: { attention: { reason: about.reason, amount: toDollars(about.amount), orderId: about.orderId } },
  });
}
