import { say, type Cents } from '@tiffin/domain/core';
import type { GiftCardOrder, MailBrand } from '../../../../platform/db/stored-json.ts';
import { currencyOf, moneyText } from './mail-formats.ts';
import { writeMail, type RenderedMail } from './write-mail.ts';

export interface GiftCardMail extends Omit<GiftCardOrder, 'email'> {
  readonly brand: MailBrand;
  readonly amount: Cents;
  /** Shows the code, what is on the card, and a page to print. */
  readonly url: string;
}

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
