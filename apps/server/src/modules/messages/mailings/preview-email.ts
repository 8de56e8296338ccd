import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { cents, HALIFAX, refuse, say } from '@tiffin/domain/core';
import { isEmailTemplate, fillPlaceholders, previewText } from '@tiffin/domain/messages';
import { NO_NOTES } from '@tiffin/domain/order';
import type { Context, Db } from '../../../context.ts';
import { readLocations } from '../../locations/queries.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import {
  brandOf,
  htmlOf,
  orderConfirmationMail,
  type MailLocation,
  type MailOrder,
} from '../../outbox/templates/index.ts';
import { mailWordingOf } from '../../outbox/templates/mail-formats.ts';
import { mailLocationOf } from '../notices/order-mail.ts';
import { readGuestsOfDay } from './guests-of-day.ts';
import { previewMailing } from './start-mailing.ts';
import { mailTexts, mailWriterFor, type MailRequest } from './message-writer.ts';

/** Renders a mail as it would arrive. A confirmation without an order or a reservation shows an example. */
export async function previewEmail(
  context: Context,
  { templateId, templateData, to }: ValidatedInput<'previewEmail'>['body'],
): Promise<ResponseOf<'previewEmail'>> {
  if (!isEmailTemplate(templateId)) throw refuse('invalid-argument', say`Invalid email template selected`);
  const customerName = templateData.customerName ?? EXAMPLE_ORDER.customerName;
  const data = { ...EXAMPLE_RESERVATION, ...templateData };
  const { template, recipients } = to
    ? await previewMailing(context, { template: templateId, data }, to)
    : { template: templateId, recipients: null };
  const { subject, text, content } = await renderExample(context, { template, data }, customerName);
  const { offerTitle, validUntil, terms } = templateData;
  const body = fillPlaceholders(mailWordingOf(template, mailTexts(template, data)).message, {
    customerName,
    offerTitle,
    validUntil,
    terms,
  });
  const guests = to && 'day' in to ? await readGuestsOfDay(context.db, to.day) : undefined;
  const withoutEmail = guests?.filter(({ email }) => email === '').map(({ name, phone }) => ({ name, phone }));
  return { recipients, withoutEmail, subject, html: htmlOf(content), text, preview: previewText(body) };
}

const EXAMPLE_RESERVATION = { reservationDate: '2026-11-21', reservationTime: '18:30', partySize: 4 };

async function renderExample(context: Context, request: MailRequest, customerName: string | null) {
  if (request.template === 'order_confirmation' && !request.data.orderId) {
    const brand = brandOf(await readSite(context.db), context.publicUrl);
    const { message } = mailTexts(request.template, request.data);
    return orderConfirmationMail({
      brand,
      location: await exampleLocation(context.db),
      order: { ...EXAMPLE_ORDER, customerName },
      orderUrl: context.publicUrl,
      message,
    });
  }
  const write = await mailWriterFor(context, context.db, request);
  return write({ name: customerName, unsubscribeUrl: `${context.publicUrl}/unsubscribe?token=example` });
}

/** The example order of a preview, with the restaurant's own location and a neutral dish. */
const EXAMPLE_ORDER: MailOrder = {
  orderId: 'LOC-20261120-7KQ4M',
  orderType: 'pickup',
  customerName: say`A guest`,
  placedAt: new Date('2026-11-20T22:15:00Z'),
  promise: { from: new Date('2026-11-20T22:35:00Z'), to: new Date('2026-11-20T22:45:00Z') },
  dishes: [
    { name: say`A dish`, quantity: 2, description: null, total: cents(3000) },
    { name: say`Another dish`, quantity: 1, description: null, total: cents(1000) },
  ],
  subtotal: cents(4000),
  discount: null,
  taxes: [{ name: say`Tax (10%)`, amount: cents(400) }],
  tip: cents(600),
  total: cents(5000),
  payment: 'PAID',
  deliveryAddress: null,
  allergies: [],
  ...NO_NOTES,
};

/** The first location, or a placeholder before there is one. */
async function exampleLocation(db: Db): Promise<MailLocation> {
  const [first] = await readLocations(db, { active: true });
  if (first) return mailLocationOf(first);
  return { name: say`Your place`, address: say`Its address`, postalCode: '', phone: '', zone: HALIFAX };
}
