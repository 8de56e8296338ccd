import { smsTemplates } from '@tiffin/domain/messages';
import { implement, implementChange, type HandlerRequest, type ImplementedCall } from '../platform/http/implement.ts';
import { findActingPerson, withManagerApproval } from '../modules/people/manager-approval.ts';
import { findRegularGuest } from '../modules/orders/find-regular-guest.ts';
import { listOrders, showOrderCounts } from '../modules/orders/list-orders.ts';
import { orderAnswer } from '../modules/orders/order-answer.ts';
import { placeOrderAtTill } from '../modules/orders/place-order-at-till.ts';
import { priceOfflineSale } from '../modules/orders/pricing/price-offline-sale.ts';
import { nameDevice } from '../modules/orders/till-devices.ts';
import { priceAtTill } from '../modules/orders/pricing/price-at-till.ts';
import { readStaffOrder } from '../modules/orders/queries.ts';
import { confirmAllergies } from '../modules/ordering/change/confirm-allergies.ts';
import { stepOrder } from '../modules/ordering/change/cancel-order.ts';
import { checkOffItem } from '../modules/ordering/change/check-off-item.ts';
import { correctStatus, updateStatuses } from '../modules/orders/update-status.ts';
import { mailGuest, textGuest } from '../modules/messages/notices/message-guest.ts';

export const staffOrderRoutes: readonly ImplementedCall[] = [
  implement('createAdminOrderCash', (request) => placeAtTill(request, request.body, { isCounted: true })),
  implement('createAdminOrderUnpaid', (request) => placeAtTill(request, request.body, { isCounted: false })),
  implementChange('nameDevice', (context, tx, _by, body) => nameDevice(context, tx, body)),
  implementChange('updateOrderStatus', stepOrder),
  implement('updateMultipleOrderStatuses', ({ context, body, ...request }) => updateStatuses(context, request, body)),
  implement('correctOrderStatus', ({ context, body, ...request }) => correctStatus(context, request, body.orderId)),
  implementChange('strikeOrderItem', checkOffItem),
  implement('confirmAllergies', async ({ once, body, ...request }) => {
    const { context, from } = request;
    const actor = await findActingPerson(request);
    return once((tx) => confirmAllergies(context, tx, { actor, from }, body));
  }),
  implement('getLocationOrders', ({ context, actor, query }) => listOrders(context, actor, query)),
  implement('getLocationOrderCounts', ({ context, actor, query }) => showOrderCounts(context, actor, query)),
  implement('getOrderDetails', async ({ context, actor, query }) => {
    const row = await readStaffOrder(context.db, actor, query.orderId, 'order.read');
    return { order: orderAnswer(row, context.clock.now(), context) };
  }),
  implement('lookupGuestByPhone', async ({ context, query, ...by }) => ({
    guest: await findRegularGuest(context, by, query),
  })),
  implementChange('sendCustomSMS', textGuest),
  implementChange('sendCustomEmail', mailGuest),
  implement('getSMSTemplates', async () => ({ templates: smsTemplates() })),
];

type TillRequest = Pick<HandlerRequest<'createAdminOrderCash'>, 'context' | 'actor' | 'from' | 'c' | 'onceWith'>;

type TillOrder = Parameters<typeof priceAtTill>[2] & Pick<HandlerRequest<'createAdminOrderUnpaid'>['body'], 'offline'>;

/** Prices an order, with a manager's approval where one is needed, and places it once. */
function placeAtTill(request: TillRequest, { offline, ...order }: TillOrder, how: { readonly isCounted: boolean }) {
  const { context, actor } = request;
  return request.onceWith(
    async () => {
      // Nobody is asked for an approval of what was sold already.
      if (offline) {
        const from = { ...request.from, doneAt: offline.takenAt };
        return { from, priced: await priceOfflineSale(context, { actor, from }, order, offline) };
      }
      const from = await withManagerApproval(request);
      return { from, priced: await priceAtTill(context, { actor, from }, order) };
    },
    (tx, { from, priced }) => placeOrderAtTill(context, tx, { actor, from }, priced, how),
  );
}
