import type { AnswerOf, UnderstoodOf } from '@tiffin/contract';
import type { previewEmail as previewEmailCall } from '@tiffin/contract/messages';
import { refuse, say } from '@tiffin/domain/core';
import { isEmailTemplate, personalise, previewText } from '@tiffin/domain/messages';
import type { Context } from '../../context.ts';
import { readSite } from '../settings/site.ts';
import { brandOf, htmlOf, orderConfirmation, type WrittenMail } from './templates/index.ts';
import { EXAMPLE_ORDER, EXAMPLE_TABLE, exampleLocation } from './example.ts';
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

const example = {
  reservationDate: EXAMPLE_TABLE.date,
  reservationTime: EXAMPLE_TABLE.time,
  partySize: EXAMPLE_TABLE.partySize,
};

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
