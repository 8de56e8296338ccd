import type { WireOrder } from '@tiffin/contract/order';
import { cents, fromDollars, rateFromDecimal, ZERO, type Cents } from '@tiffin/domain/core';
import { confirmationBadge } from '@tiffin/domain/order';
import { taxPercentText } from '@tiffin/domain/tax';
import type { MailOrder, MailPlace } from '../messages/templates/index.ts';

/** An order as the mails speak of it. */
export function orderForLetter(order: WireOrder): MailOrder {
  const { pricing } = order;
  return {
    orderId: order.orderId,
    orderType: order.orderType,
    customerName: order.customerInfo.name,
    placedAt: new Date(order.orderTime),
    estimatedReady: order.estimatedReady === null ? null : new Date(order.estimatedReady),
    dishes: order.items.map((item) => ({
      name: item.name,
      quantity: item.quantity,
      // Mild is what everybody gets who says nothing.
      heat: item.selectedSpiceLevel > 1 ? item.spiceLevelName : null,
      total: cents(amount(item.price) * item.quantity),
    })),
    subtotal: amount(pricing.subtotal),
    taxName: taxName(order),
    tax: amount(pricing.tax),
    tip: amount(pricing.tip),
    total: amount(pricing.total),
    payment: confirmationBadge(order),
    deliveryAddress: order.deliveryInfo?.address ?? null,
    specialInstructions: order.specialInstructions || null,
  };
}

export function placeForLetter({ locationInfo }: WireOrder): MailPlace {
  const { name, address, postalCode, phone, timeZone: zone } = locationInfo;
  return { name, address, postalCode, phone, zone };
}

/** 'HST (14%)' */
export function taxName({ pricing }: Pick<WireOrder, 'pricing'>): string {
  return `${pricing.taxLabel} (${taxPercentText(rateFromDecimal(pricing.taxRate))})`;
}

/** An amount of the wire in cents again. */
export function amount(dollars: number): Cents {
  return fromDollars(dollars) ?? ZERO;
}
