import type { Cents } from '@tiffin/domain/core';
import { CARD_REFUND_TIME } from '@tiffin/domain/payment';
import { oneLine, type MailBrand } from './mail.ts';
import { helpWith, placeFacts, type MailOrder, type MailPlace } from './order-mails.ts';
import { calledBy, moneyText, nameOr } from './words.ts';
import { writeMail, type WrittenMail } from './write-mail.ts';

export type RefundWay = 'card' | 'cash' | 'manual';

export interface RefundMail {
  readonly brand: MailBrand;
  readonly place: MailPlace;
  readonly order: MailOrder;
  readonly amount: Cents;
  readonly way: RefundWay;
  readonly orderUrl: string;
}

const WAYS: Readonly<Record<RefundWay, string>> = {
  card: `It went to the card you paid with and shows there within ${CARD_REFUND_TIME}.`,
  cash: 'It was handed back in cash.',
  manual: 'It went back the way you paid.',
};

/** Sent once the money is really back: nobody is told so before. */
export function orderRefunded({ brand, place, order, amount, way, orderUrl }: RefundMail): WrittenMail {
  const money = moneyText(amount);
  return writeMail(brand, {
    subject: `Your refund for ${order.orderId}`,
    preheader: `${money} went back to you.`,
    title: 'Your refund',
    blocks: [
      { kind: 'figure', label: 'Refunded', value: money },
      {
        kind: 'text',
        text: `Hello ${nameOr(order.customerName)},\n\nWe refunded ${money} of your order. ${WAYS[way]}`,
      },
      {
        kind: 'facts',
        facts: [['Order', order.orderId], ['Order total', moneyText(order.total)], ...placeFacts(place)],
      },
      { kind: 'button', label: 'See your order', url: orderUrl },
      helpWith('Is something not right?', place),
    ],
    reason: 'You get this mail because you placed an order with us.',
    unsubscribeUrl: null,
  });
}

/** For whoever left a number and no address. */
export function orderRefundedSms(sms: {
  readonly brandName: string;
  readonly customerName: string | null;
  readonly orderId: string;
  readonly amount: Cents;
  readonly way: RefundWay;
}): string {
  const { brandName, customerName, orderId, amount, way } = sms;
  const when = way === 'card' ? ` It shows within ${CARD_REFUND_TIME}.` : '';
  return oneLine(
    `${brandName}: Hi ${calledBy(customerName)}, we refunded ${moneyText(amount)} of your order ${orderId}.${when}`,
  );
}
