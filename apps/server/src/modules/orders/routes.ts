import { getMyAddresses, quoteDelivery as quoteDeliveryCall } from '@tiffin/contract/delivery';
import {
  cancelCustomerOrder,
  getCustomerOrderDetails,
  getCustomerOrders,
  getOrderReceipt,
  getOrderReceiptPdf,
  sayHere as sayHereCall,
  validatePricing as validatePricingCall,
} from '@tiffin/contract/orders';
import { getReadyTimes } from '@tiffin/contract/pace';
import { refuse, say } from '@tiffin/domain/core';
import { implement, type Implemented } from '../../platform/http/implement.ts';
import { requireUserId } from '../people/queries.ts';
import { readKitchen } from '../capacity/kitchen-now.ts';
import { cancelOwnOrder, listOwnOrders, myAddresses, sayHere } from './own-orders.ts';
import { readReceipt } from './read-receipt.ts';
import { timesAnswer } from './ready-times.ts';
import { inLanguageOf } from '../../platform/i18n/interpreter.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { showOrder } from './show-order.ts';
import { quoteDelivery } from './delivery-zone.ts';
import { validatePricing } from './validate-pricing.ts';

export const orderRoutes: readonly Implemented[] = [
  implement(getReadyTimes, async ({ context, query }) => {
    const menu = await context.menus.fresh(query.locationId);
    if (!menu || menu.location.deleted_at) throw refuse('location-not-found');
    const now = context.clock.now();
    return timesAnswer(menu, query, now, await readKitchen(context.db, menu, now));
  }),

  implement(getMyAddresses, ({ context, actor }) => myAddresses(context, requireUserId(actor))),

  implement(quoteDeliveryCall, ({ context, body }) => quoteDelivery(context, body)),

  implement(validatePricingCall, ({ context, body }) => validatePricing(context, body)),

  implement(getCustomerOrderDetails, async ({ context, actor, query }) => {
    const order = await showOrder(context, actor, query.orderId, query.token ?? undefined);
    return { orderId: order.orderId, order };
  }),

  implement(getOrderReceipt, ({ context, query }) => readReceipt(context, query.orderId, query.token)),

  implement(getOrderReceiptPdf, async ({ context, query, c }) => {
    const receipt = await readReceipt(context, query.orderId, query.token);
    const pdf = await inLanguageOf(receipt.order, () => receiptPdf(receipt));
    return c.body(pdf, 200, {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="receipt-${receipt.order.orderId}.pdf"`,
      'cache-control': 'private, no-store',
    });
  }),

  implement(getCustomerOrders, ({ context, actor, query }) => listOwnOrders(context, requireUserId(actor), query)),

  implement(sayHereCall, async ({ context, actor, body }) => {
    const order = await sayHere(context, actor, body);
    return { orderId: order.orderId, order };
  }),

  implement(cancelCustomerOrder, async ({ context, actor, body, from }) => {
    const order = await cancelOwnOrder(context, actor, body, from);
    return { orderId: order.orderId, message: say`Your order has been cancelled.`, order };
  }),
];
