import type { Cents } from '@tiffin/domain/core';
import { CARD_REFUND_TIME } from '@tiffin/domain/payment';
import type { MailBrand } from '../../../db/kept-json.ts';
import { helpWith, locationFacts, type MailOrder, type MailLocation } from './order-mails.ts';
import { calledBy, moneyText, nameOr, oneLine } from './words.ts';
import { writeMail, type WrittenMail } from './write-mail.ts';

export type RefundWay = 'card' | 'cash' | 'manual';

export interface RefundMail {
  readonly brand: MailBrand;
  readonly location: MailLocation;
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
export function orderRefunded({ brand, location, order, amount, way, orderUrl }: RefundMail): WrittenMail {
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
        facts: [['Order', order.orderId], ['Order total', moneyText(order.total)], ...locationFacts(location)],
      },
      { kind: 'button', label: 'See your order', url: orderUrl },
      helpWith('Is something not right?', location),
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

export interface ReturnedMail {
  readonly brand: MailBrand;
  readonly customerName: string | null;
  readonly amount: Cents;
  /** The order that had been placed and stands, when the money was a second payment for it. */
  readonly paidTwice: string | null;
}

/** A payment that became no order: the money is back, and there is nothing to wait for. */
export function paymentReturned({ brand, customerName, amount, paidTwice }: ReturnedMail): WrittenMail {
  const money = moneyText(amount);
  return writeMail(brand, {
    subject: 'Your payment was returned',
    preheader: `${money} went back to your card. ${paidTwice ? `Your order ${paidTwice} stands.` : 'No order was placed.'}`,
    title: 'Your payment was returned',
    blocks: [
      { kind: 'figure', label: 'Returned', value: money },
      {
        kind: 'text',
        text: `Hello ${nameOr(customerName)},\n\n${
          paidTwice
            ? `You had already placed order ${paidTwice}, and it stands. Your payment of ${money} was a second one for it, so we returned it.`
            : `Your payment of ${money} came after its page had been closed, so no order was placed.`
        } ${WAYS.card}`,
      },
      {
        kind: 'note',
        text: paidTwice
          ? `Is something not right?\nCall us at ${brand.phone}.`
          : `Still hungry?\nOrder again, or call us at ${brand.phone}.`,
      },
    ],
    reason: 'You get this mail because you paid us.',
    unsubscribeUrl: null,
  });
}

export function paymentReturnedSms(sms: {
  readonly brandName: string;
  readonly customerName: string | null;
  readonly amount: Cents;
  readonly paidTwice: string | null;
}): string {
  const { brandName, customerName, amount, paidTwice } = sms;
  const why = paidTwice
    ? `was a second one for your order ${paidTwice}. The order stands, the money went back to your card.`
    : 'came too late for an order and went back to your card.';
  return oneLine(`${brandName}: Hi ${calledBy(customerName)}, your payment of ${moneyText(amount)} ${why}`);
}
