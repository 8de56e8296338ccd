import { refuse, say } from '@tiffin/domain/core';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { requireUserId } from '../modules/people/queries.ts';
import { readKitchenLoad } from '../modules/capacity/kitchen-load.ts';
import {
  cancelOwnOrder,
  listOwnOrders,
  listOwnAddresses,
  reportArrival,
} from '../modules/ordering/claim/own-orders.ts';
import { readReceipt } from '../modules/orders/read-receipt.ts';
import { readyTimesAnswer } from '../modules/orders/promise/ready-times.ts';
import { inLanguageOf } from '../platform/i18n/request-language.ts';
import { receiptPdf } from '../modules/orders/receipt-pdf.ts';
import { showOrder } from '../modules/orders/show-order.ts';
import { quoteDelivery } from '../modules/orders/pricing/delivery-zone.ts';
import { validatePricing } from '../modules/orders/pricing/validate-pricing.ts';
import { isHidden } from '../modules/locations/queries.ts';

export const orderRoutes: readonly ImplementedCall[] = [
  implement('getReadyTimes', async ({ context, query }) => {
    const menu = await context.menus.fresh(query.locationId);
    if (!menu || isHidden(menu.location)) throw refuse('location-not-found');
    const now = context.clock.now();
    return readyTimesAnswer(menu, query, now, await readKitchenLoad(context.db, menu, now));
  }),

  implement('getMyAddresses', ({ context, actor }) => listOwnAddresses(context, requireUserId(actor))),

  implement('quoteDelivery', ({ context, body }) => quoteDelivery(context, body)),

  implement('validatePricing', ({ context, body }) => validatePricing(context, body)),

  implement('getCustomerOrderDetails', async ({ context, actor, query }) => {
    const order = await showOrder(context, actor, query.orderId, query.token ?? undefined);
    return { orderId: order.orderId, order };
  }),

  implement('getOrderReceipt', ({ context, query }) => readReceipt(context, query.orderId, query.token)),

  implement('getOrderReceiptPdf', async ({ context, query, c }) => {
    const receipt = await readReceipt(context, query.orderId, query.token);
    const pdf = await inLanguageOf(receipt.order, () => receiptPdf(receipt));
    return c.body(pdf, 200, {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="receipt-${receipt.order.orderId}.pdf"`,
      'cache-control': 'private, no-store',
    });
  }),

  implement('getCustomerOrders', ({ context, actor, query }) => listOwnOrders(context, requireUserId(actor), query)),

  implement('reportArrival', async ({ context, actor, body }) => {
    const order = await reportArrival(context, actor, body);
    return { orderId: order.orderId, order };
  }),

  implement('cancelCustomerOrder', async ({ context, actor, body, from }) => {
    const order = await cancelOwnOrder(context, actor, body, from);
    return { orderId: order.orderId, message: say`Your order has been cancelled.`, order };
  }),
];
