import { say, sayNow, type Cents } from '@tiffin/domain/core';
import { CARD_REFUND_TIME, type RefundRoute } from '@tiffin/domain/payment';
import type { MailBrand } from '../../../platform/db/stored-json.ts';
import { helpNote, locationFacts, type OrderMail } from './order-mails.ts';
import type { OrderSms } from './sms.ts';
import { greetingName, currencyOf, moneyText, nameOrDefault, toSingleLine } from './mail-formats.ts';
import { writeMail, type RenderedMail } from './write-mail.ts';

const METHOD_TEXTS: Readonly<Record<RefundRoute, () => string>> = {
  card: () => {
    const days = sayNow(CARD_REFUND_TIME);
    return say`It went to the card you paid with and shows there within ${days}.`;
  },
  cash: () => say`It was refunded in cash.`,
  'gift-card': () => say`It is on the gift card again.`,
  manual: () => say`It went back the way you paid.`,
};

/** Sent only after the refund succeeded. */
export function orderRefundedMail(mail: OrderMail, amount: Cents, method: RefundRoute): RenderedMail {
  const { brand, location, order, orderUrl } = mail;
  const currency = currencyOf(brand);
  const money = moneyText(amount, currency);
  const { orderId } = order;
  const name = nameOrDefault(order.customerName);
  const how = METHOD_TEXTS[method]();
  return writeMail(brand, {
    subject: say`Your refund for ${orderId}`,
    preheader: say`${money} went back to you.`,
    title: say`Your refund`,
    blocks: [
      { kind: 'figure', label: say`Refunded`, value: money },
      { kind: 'text', text: say`Hello ${name},\n\nWe refunded ${money} of your order. ${how}` },
      {
        kind: 'facts',
        facts: [
          [say`Order`, order.orderId],
          [say`Order total`, moneyText(order.total, currency)],
          ...locationFacts(location),
        ],
      },
      { kind: 'button', label: say`See your order`, url: orderUrl },
      helpNote(say`Is something not right?`, location),
    ],
    reason: say`You get this email because you placed an order with us.`,
  });
}

/** For a guest with a phone number and no mail address. */
export function orderRefundedSms({ brandName, customerName, orderId }: OrderSms, money: string, method: RefundRoute) {
  const firstName = greetingName(customerName);
  const days = sayNow(CARD_REFUND_TIME);
  const sentence =
    method === 'card'
      ? say`Hi ${firstName}, we refunded ${money} of your order ${orderId}. It shows within ${days}.`
      : say`Hi ${firstName}, we refunded ${money} of your order ${orderId}.`;
  return toSingleLine(`${brandName}: ${sentence}`);
}

interface ReturnedPayment {
  readonly customerName: string | null;
  /** In the restaurant's currency. */
  readonly money: string;
  /** The existing order, if the money was a second payment for it. */
  readonly paidTwice: string | null;
  /** The money, or the rest of it, was on a gift card, which is empty now. */
  readonly isOfGiftCard?: boolean;
}

/** A payment that did not lead to an order was refunded. */
export function paymentReturnedMail(
  brand: MailBrand,
  { customerName, money, paidTwice, isOfGiftCard = false }: ReturnedPayment,
): RenderedMail {
  const name = nameOrDefault(customerName);
  const how = METHOD_TEXTS.card();
  const { phone } = brand;
  return writeMail(brand, {
    subject: say`Your payment was returned`,
    preheader: isOfGiftCard
      ? say`${money} went back to your card.`
      : paidTwice
        ? say`${money} went back to your card. Your order ${paidTwice} stands.`
        : say`${money} went back to your card. No order was placed.`,
    title: say`Your payment was returned`,
    blocks: [
      { kind: 'figure', label: say`Returned`, value: money },
      {
        kind: 'text',
        text: isOfGiftCard
          ? say`Hello ${name},\n\nWe returned ${money} that was paid for a gift card. Nothing is left on it. ${how}`
          : paidTwice
            ? say`Hello ${name},\n\nYou had already placed order ${paidTwice}, and it stands. Your payment of ${money} was a second one for it, so we returned it. ${how}`
            : say`Hello ${name},\n\nYour payment of ${money} came after its page had been closed, so no order was placed. ${how}`,
      },
      {
        kind: 'note',
        text:
          paidTwice || isOfGiftCard
            ? say`Is something not right?\nCall us at ${phone}.`
            : say`Still hungry?\nOrder again, or call us at ${phone}.`,
      },
    ],
    reason: say`You get this email because you paid us.`,
  });
}

/** A deposit of a booking went back, all of it or what its bill did not need. */
export function depositReturnedMail(
  brand: MailBrand,
  { customerName, money, number }: Pick<ReturnedPayment, 'customerName' | 'money'> & { readonly number: string },
): RenderedMail {
  return writeMail(brand, {
    subject: say`Your deposit was returned`,
    preheader: say`${money} went back to your card.`,
    title: say`Your deposit was returned`,
    blocks: [
      { kind: 'figure', label: say`Returned`, value: money },
      {
        kind: 'text',
        text: say`Hello ${nameOrDefault(customerName)},\n\nYou paid a deposit for reservation ${number}, and ${money} of it went back to your card. ${METHOD_TEXTS.card()}`,
      },
    ],
    reason: say`You get this email because you paid us.`,
  });
}

/** The same for a guest with a phone number and no mail address. */
export function paymentReturnedSms(brandName: string, { customerName, money, paidTwice }: ReturnedPayment): string {
  const firstName = greetingName(customerName);
  const sentence = paidTwice
    ? say`Hi ${firstName}, your payment of ${money} was a second one for your order ${paidTwice}. The order stands, the money went back to your card.`
    : say`Hi ${firstName}, your payment of ${money} came too late for an order and went back to your card.`;
  return toSingleLine(`${brandName}: ${sentence}`);
}
