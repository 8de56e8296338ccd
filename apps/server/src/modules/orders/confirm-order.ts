import type { WireOrder } from '@tiffin/contract/order';
import { publicUrlOf } from '../../create-context.ts';
import type { LoggedEvent } from '../../events/log.ts';
import type { Reaction } from '../../events/reactions.ts';
import { queueMessages, type NewMessage } from '../messages/queue-message.ts';
import { brandOf, orderConfirmation, orderReceivedSms } from '../messages/templates/index.ts';
import { readSite, type SiteSettings } from '../settings/site.ts';
import { orderForLetter, placeForLetter } from './order-letter.ts';

/** Whoever placed an order hears that we have it: by mail and by text, where we were told how, each once. */
export const confirmOrders: Reaction = {
  name: 'order-confirmations',
  types: ['order.created'],
  async react(context, tx, events) {
    const site = await readSite(tx);
    const url = publicUrlOf(context.config);
    const messages = events.flatMap((event) => confirmations(orderOf(event), site, url));
    await queueMessages(tx, context, messages);
  },
};

/** The order an event carries: whoever wrote the event put it there in the shape of the API. */
export function orderOf(event: LoggedEvent): WireOrder {
  return event.data['order'] as WireOrder;
}

function confirmations(order: WireOrder, site: SiteSettings, publicUrl: string): NewMessage[] {
  const { name, email, phone, firebaseId } = order.customerInfo;
  const about = { orderId: order.orderId, userId: firebaseId };
  const messages: NewMessage[] = [];
  if (email !== '') {
    const { subject, text, html } = orderConfirmation({
      brand: brandOf(site, publicUrl),
      place: placeForLetter(order),
      order: orderForLetter(order),
      orderUrl: followUrl(order, publicUrl),
    });
    const template = 'order_confirmation';
    const onceKey = `${template}:${order.orderId}`;
    messages.push({ ...about, channel: 'mail', to: email, template, subject, text, html, onceKey });
  }
  if (phone !== '') {
    const text = orderReceivedSms({
      brandName: site.name,
      customerName: name,
      orderId: order.orderId,
      estimatedReady: order.estimatedReady === null ? null : new Date(order.estimatedReady),
      zone: order.locationInfo.timeZone,
    });
    const template = 'order_received';
    messages.push({ ...about, channel: 'sms', to: phone, template, text, onceKey: `${template}:${order.orderId}` });
  }
  return messages;
}

/** With an account one follows the order; without one the receipt's own address opens it. */
function followUrl(order: WireOrder, publicUrl: string): string {
  if (order.customerInfo.firebaseId === null) return order.receiptUrl;
  return `${publicUrl}/order-success?${new URLSearchParams({ orderId: order.orderId }).toString()}`;
}
