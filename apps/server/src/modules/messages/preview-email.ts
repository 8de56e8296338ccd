import type { AnswerOf, UnderstoodOf } from '@tiffin/contract';
import type { previewEmail as previewEmailCall } from '@tiffin/contract/messages';
import { cents, HALIFAX, refuse, say } from '@tiffin/domain/core';
import { isEmailTemplate, personalise, previewText } from '@tiffin/domain/messages';
import { NO_NOTES } from '@tiffin/domain/order';
import type { Context } from '../../context.ts';
import type { Db } from '../../platform/db/connection.ts';
import { readLocations } from '../locations/queries.ts';
import { readSite } from '../settings/site.ts';
import {
  brandOf,
  htmlOf,
  orderConfirmation,
  type MailLocation,
  type MailOrder,
  type WrittenMail,
} from './templates/index.ts';
import { wordingOf } from './templates/words.ts';
import { wordsOf, writerFor, type Letter } from './write-for.ts';

type Wanted = UnderstoodOf<typeof previewEmailCall>['body'];

/** As it would arrive. A confirmation without an order or a table to it shows an example. */
export async function previewEmail(
  context: Context,
  { templateId, templateData }: Wanted,
): Promise<AnswerOf<typeof previewEmailCall>> {
  if (!isEmailTemplate(templateId)) throw refuse('invalid-argument', say`Invalid email template selected`);
  const customerName = templateData.customerName ?? EXAMPLE_ORDER.customerName;
  const letter: Letter = { template: templateId, data: { ...example, ...templateData } };
  const { subject, text, content } = await write(context, letter, customerName);
  const { offerTitle, validUntil, terms } = templateData;
  const said = personalise(wordingOf(letter.template, wordsOf(letter.template, letter.data)).message, {
    customerName,
    offerTitle,
    validUntil,
    terms,
  });
  return { subject, html: htmlOf(content), text, preview: previewText(said) };
}

const example = { reservationDate: '2026-11-21', reservationTime: '18:30', partySize: 4 };

async function write(context: Context, letter: Letter, customerName: string | null): Promise<WrittenMail> {
  if (letter.template === 'order_confirmation' && !letter.data.orderId) {
    const brand = brandOf(await readSite(context.db), context.publicUrl);
    const { message } = wordsOf(letter.template, letter.data);
    return orderConfirmation({
      brand,
      location: await exampleLocation(context.db),
      order: { ...EXAMPLE_ORDER, customerName },
      orderUrl: context.publicUrl,
      message,
    });
  }
  const writer = await writerFor(context, context.db, letter);
  return writer({ name: customerName, unsubscribeUrl: `${context.publicUrl}/unsubscribe?token=example` });
}

/** What a confirmation is looked at with before there is an order: the house's own place, and no dish of anybody's. */
const EXAMPLE_ORDER: MailOrder = {
  orderId: 'LOC-20261120-7KQ4M',
  orderType: 'pickup',
  customerName: say`A guest`,
  placedAt: new Date('2026-11-20T22:15:00Z'),
  estimatedReady: new Date('2026-11-20T22:42:00Z'),
  dishes: [
    { name: say`A dish`, quantity: 2, said: null, total: cents(3000) },
    { name: say`Another dish`, quantity: 1, said: null, total: cents(1000) },
  ],
  subtotal: cents(4000),
  discount: null,
  taxes: [{ name: say`Tax (10%)`, amount: cents(400) }],
  tip: cents(600),
  total: cents(5000),
  payment: 'PAID',
  deliveryAddress: null,
  ...NO_NOTES,
};

/** The first place of the house, or one that is still to come. */
async function exampleLocation(db: Db): Promise<MailLocation> {
  const [first] = await readLocations(db, { active: true });
  if (!first) return { name: say`Your place`, address: say`Its address`, postalCode: '', phone: '', zone: HALIFAX };
  const { name, address, postal_code: postalCode, phone, time_zone: zone } = first;
  return { name, address, postalCode, phone, zone };
}
