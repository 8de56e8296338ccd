import type { WireOrder } from '@tiffin/contract/order-answer';
import { refuse } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { showOrderOfSession } from '../orders/show-order.ts';
import { cartOf } from '../payments/sessions.ts';
import { seeSessionAtTimes } from '../payments/see-session.ts';

/**
 * The order a payment session became: the return page asks, and so does the provider get asked. Until
 * the money was seen there is none, whatever the address says.
 */
export async function showPaidOrder(context: Context, actor: Actor, sessionId: string): Promise<WireOrder> {
  const session = await seeSessionAtTimes(context, sessionId);
  if (session?.status !== 'paid') {
    throw refuse('order-not-found', undefined, session ? { sessionStatus: session.status } : undefined);
  }
  return showOrderOfSession(context, actor, { sessionId, cart: cartOf(session), became: session.became });
}
