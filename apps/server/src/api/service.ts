import {
  correctOrderStatus,
  createAdminOrderCash,
  createAdminOrderUnpaid,
  getLocationOrderCounts,
  getLocationOrders,
  getOrderDetails,
  getSMSTemplates,
  sendCustomEmail,
  sendCustomSMS,
  strikeOrderItem,
  updateMultipleOrderStatuses,
  updateOrderStatus,
} from '@tiffin/contract/service';
import { smsTemplates } from '@tiffin/domain/messages';
import { implement, type HandlerRequest, type Implemented } from '../platform/http/implement.ts';
import { withManagerApproval } from '../modules/people/manager-approval.ts';
import { listOrders, showCounts } from '../modules/orders/list-orders.ts';
import { orderAnswer } from '../modules/orders/order-answer.ts';
import { placeOrderAtTill } from '../modules/orders/place-order-at-till.ts';
import { priceAtTill } from '../modules/pricing/price-at-till.ts';
import { staffOrder } from '../modules/orders/queries.ts';
import { strikeItem } from '../modules/order-edits/check-off-item.ts';
import { correctStatus, updateStatus, updateStatuses } from '../modules/orders/update-status.ts';
import { mailGuest, textGuest } from '../modules/notifications/message-guest.ts';

/** What the people in the restaurant do with orders. */
export const serviceRoutes: readonly Implemented[] = [
  implement(createAdminOrderCash, (asked) => takeAtTill(asked, asked.body, { isCounted: true })),
  implement(createAdminOrderUnpaid, (asked) => takeAtTill(asked, asked.body, { isCounted: false })),
  implement(updateOrderStatus, ({ context, once, body, ...asked }) =>
    once((tx) => updateStatus(context, tx, asked, body)),
  ),
  implement(updateMultipleOrderStatuses, ({ context, body, ...asked }) => updateStatuses(context, asked, body)),
  implement(correctOrderStatus, ({ context, body, ...asked }) => correctStatus(context, asked, body.orderId)),
  implement(strikeOrderItem, ({ context, once, body, ...asked }) => once((tx) => strikeItem(context, tx, asked, body))),
  implement(getLocationOrders, ({ context, actor, query }) => listOrders(context, actor, query)),
  implement(getLocationOrderCounts, ({ context, actor, query }) => showCounts(context, actor, query)),
  implement(getOrderDetails, async ({ context, actor, query }) => {
    const row = await staffOrder(context.db, actor, query.orderId, 'order.read');
    return { order: orderAnswer(row, context.clock.now(), context) };
  }),
  implement(sendCustomSMS, ({ context, once, body, ...asked }) => once((tx) => textGuest(context, tx, asked, body))),
  implement(sendCustomEmail, ({ context, once, body, ...asked }) => once((tx) => mailGuest(context, tx, asked, body))),
  implement(getSMSTemplates, async () => ({ templates: smsTemplates() })),
];

type Taking = Pick<HandlerRequest<typeof createAdminOrderCash>, 'context' | 'actor' | 'from' | 'c' | 'onceWith'>;

function takeAtTill(asked: Taking, order: Parameters<typeof priceAtTill>[2], how: { readonly isCounted: boolean }) {
  const { context, actor } = asked;
  return asked.onceWith(
    async () => {
      const from = await withManagerApproval(asked);
      return { from, priced: await priceAtTill(context, { actor, from }, order) };
    },
    (tx, { from, priced }) => placeOrderAtTill(context, tx, { actor, from }, priced, how),
  );
}
