import { refuse, say, sayNow, type Cents, type ZoneId } from '@tiffin/domain/core';
import { clockText, zoneLabel } from '@tiffin/domain/hours';
import { fillPlaceholders, senderProblem, type PromotionData } from '@tiffin/domain/messages';
import { CARD_REFUND_TIME, maskedGiftCard, tenderLabel } from '@tiffin/domain/payment';
import type { MailBlock, MailBrand, GiftCardOrder } from '../../../platform/db/stored-json.ts';
import { dateTimeText, isWebAddress, nameOrDefault, mailWordingOf, currencyOf, moneyText } from './mail-formats.ts';
import { writeMail, type RenderedMail } from './write-mail.ts';

interface CustomMail {
  readonly brand: MailBrand;
  readonly customerName: string | null;
  readonly subject: string;
  readonly message: string;
  readonly imageUrl: string | null;
}

/** A message written by the back office to one guest. */
export function customMail({ brand, customerName, subject, message, imageUrl }: CustomMail): RenderedMail {
  const values = { customerName: nameOrDefault(customerName) };
  const { name: restaurant } = brand;
  const personalSubject = fillPlaceholders(subject, values);
  const text = fillPlaceholders(message, values);
  return writeMail(brand, {
    subject: personalSubject,
    preheader: text,
    title: personalSubject,
    blocks: [...pictureBlock(imageUrl, ''), { kind: 'text', text }],
    reason: say`You get this email because you are a guest of ${restaurant}.`,
  });
}

interface PromotionMail extends Pick<CustomMail, 'brand' | 'customerName'> {
  readonly offer: PromotionData;
  /** Unsubscribes this guest with one click and without sign-in. */
  readonly unsubscribeUrl: string;
  readonly menuUrl: string;
  /** Replaces the default text. */
  readonly subject?: string;
  readonly message?: string;
}

/** Refused without a sender, a postal address or an unsubscribe link. */
export function promotionMail(mail: PromotionMail): RenderedMail {
  const { brand, customerName, offer, unsubscribeUrl, menuUrl } = mail;
  const problem = senderProblem({ name: brand.name, postalAddress: brand.postalAddress, unsubscribeUrl });
  if (problem !== null) throw refuse('failed-precondition', problem);
  const wording = mailWordingOf('promotion', mail);
  const { name: restaurant } = brand;
  const { validUntil, terms, title, imageUrl } = offer;
  const name = { customerName: nameOrDefault(customerName) };
  const offerTitle = fillPlaceholders(offer.offerTitle, name);
  const values = { ...name, offerTitle, validUntil, terms };
  return writeMail(brand, {
    subject: fillPlaceholders(wording.subject, values),
    preheader: validUntil === '' ? offerTitle : say`${offerTitle}, until ${validUntil}.`,
    title: title.trim() === '' ? offerTitle : title,
    blocks: [
      ...pictureBlock(imageUrl, offerTitle),
      { kind: 'text', text: fillPlaceholders(wording.message, values) },
      { kind: 'button', label: say`See the menu`, url: menuUrl },
    ],
    reason: say`You get this email because you agreed to receive offers from ${restaurant}.`,
    unsubscribeUrl,
  });
}

/** A person typed the address of the picture, so a wrong one is refused. */
function pictureBlock(url: string | null, alt: string): readonly MailBlock[] {
  if (url === null || url.trim() === '') return [];
  if (!isWebAddress(url)) throw refuse('invalid-argument', say`Invalid image`);
  return [{ kind: 'image', url, alt }];
}

interface GiftCardMail extends Omit<GiftCardOrder, 'email' | 'buyerEmail'> {
  readonly brand: MailBrand;
  readonly amount: Cents;
  /** Shows the code, what is on the card, and a page to print. */
  readonly url: string;
}

/** A gift card for the person to whom somebody gives it. */
export function giftCardMail({ brand, name, from, message, amount, url }: GiftCardMail): RenderedMail {
  const { name: restaurant } = brand;
  const money = moneyText(amount, currencyOf(brand));
  return writeMail(brand, {
    subject: from === '' ? say`A gift card from ${restaurant}` : say`A gift card from ${from}`,
    preheader: say`${money} to spend at ${restaurant}.`,
    title: name === '' ? say`A gift card for you` : say`A gift card for ${name}`,
    blocks: [
      { kind: 'figure', label: say`To spend at ${restaurant}`, value: money },
      ...(message === '' ? [] : [{ kind: 'text', text: message } as const]),
      { kind: 'button', label: say`Show the card`, url },
      {
        kind: 'note',
        text: say`Type its code at checkout, or show it at the counter. The rest stays on the card.\nIt never expires and has no fees. Whoever has this email has the card, so keep it like cash.`,
      },
    ],
    reason: say`You get this email because somebody bought this card for you.`,
  });
}

interface GiftCardReceiptMail {
  readonly brand: MailBrand;
  readonly amount: Cents;
  readonly tender: string;
  readonly paidAt: Date;
  readonly zone: ZoneId;
  readonly paymentId: string;
  /** The legal name of the restaurant. */
  readonly seller: string;
  /** Empty if the card was handed over at the till. */
  readonly cardSentTo: string;
  /** The page to withdraw from the purchase, where the law gives that right. */
  readonly withdrawalUrl: string | null;
}

/** What a gift card cost, for the person who paid it. */
export function giftCardReceiptMail(mail: GiftCardReceiptMail): RenderedMail {
  const { brand, amount, tender, paidAt, zone, paymentId, seller, cardSentTo, withdrawalUrl } = mail;
  const { name: restaurant } = brand;
  const money = moneyText(amount, currencyOf(brand));
  return writeMail(brand, {
    subject: say`Your receipt from ${restaurant}`,
    preheader: say`Thank you for the gift card of ${money}.`,
    title: say`Thank you for the gift card`,
    blocks: [
      { kind: 'figure', label: say`You paid`, value: money },
      {
        kind: 'facts',
        facts: [
          [say`Tax`, say`None. It is paid on what is eaten.`],
          [say`Paid with`, tenderLabel(tender)],
          [say`Paid on`, dateTimeText(paidAt, zone)],
          [say`Paid to`, seller],
          [say`Number of the payment`, paymentId],
        ],
      },
      ...(cardSentTo === '' ? [] : [{ kind: 'text', text: say`The card is mailed to ${cardSentTo}.` } as const]),
      ...(withdrawalUrl === null
        ? []
        : [{ kind: 'button', label: say`Withdraw from contract here`, url: withdrawalUrl } as const]),
    ],
    reason: say`You get this email because you bought this card.`,
  });
}

interface GiftCardWithdrawalMail extends Pick<GiftCardReceiptMail, 'brand' | 'amount' | 'zone' | 'paymentId'> {
  readonly name: string;
  readonly last4: string;
  readonly at: Date;
}

/** The receipt of a withdrawal, which the law requires with its date and time. */
export function giftCardWithdrawalMail(mail: GiftCardWithdrawalMail): RenderedMail {
  const { brand, name, paymentId, last4, amount, at, zone } = mail;
  const [card, days] = [maskedGiftCard(last4), sayNow(CARD_REFUND_TIME)];
  const money = moneyText(amount, currencyOf(brand));
  const text = say`${money} goes back to the card you paid with and shows there within ${days}. Nothing is left on the gift card.`;
  return writeMail(brand, {
    subject: say`Your withdrawal from the purchase of a gift card`,
    preheader: text,
    title: say`We have your withdrawal`,
    blocks: [
      {
        kind: 'facts',
        facts: [
          [say`Received on`, `${dateTimeText(at, zone)}, ${clockText(at, zone)} ${zoneLabel(at, zone)}`],
          [say`From`, nameOrDefault(name)],
          [say`Withdrawn from`, say`Purchase of gift card ${card}`],
          [say`Number of the payment`, paymentId],
        ],
      },
      { kind: 'text', text },
    ],
    reason: say`You get this email because you withdrew from a purchase.`,
  });
}
