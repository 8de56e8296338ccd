import { inLanguageOf, pageAddress } from '../../../platform/i18n/request-language.ts';
import type { ValidatedInput } from '@tiffin/contract';
import { refuse, say, valueOrThrow, type TimeText } from '@tiffin/domain/core';
import {
  EMAIL_TEMPLATES,
  checkMailing,
  isEmailTemplate,
  reservationConfirmationProblem,
  type EmailTemplateId,
} from '@tiffin/domain/messages';
import type { Context, Db, Tx } from '../../../context.ts';
import { readLocations } from '../../locations/queries.ts';
import { mailLocationOf, mailOrderOf } from '../notices/order-mail.ts';
import { receiptUrl } from '../../orders/order-answer.ts';
import { findOrder } from '../../orders/queries.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import {
  brandOf,
  customMail,
  orderConfirmationMail,
  promotionMail,
  reservationConfirmationMail,
  type RenderedMail,
} from '../../outbox/templates/index.ts';

export type TemplateData = ValidatedInput<'previewEmail'>['body']['templateData'];

/** One mail from a template, without its recipient. */
export interface MailRequest {
  readonly template: EmailTemplateId;
  readonly data: TemplateData;
}

/** Writes the mail to one recipient. */
export type MailWriter = (addressee: {
  readonly name: string | null;
  /** Unsubscribes them; required for a promotion. */
  readonly unsubscribeUrl: string | null;
}) => RenderedMail;

/** Validates a mail from the back office by the rules of its form. */
export function checkMailRequest(templateId: string, data: TemplateData, to: readonly string[]): MailRequest {
  if (!isEmailTemplate(templateId)) throw refuse('invalid-argument', say`Invalid email template selected`);
  const { subject, message } = mailTexts(templateId, data);
  valueOrThrow(checkMailing({ subject, message, templateId, to }));
  return { template: templateId, data };
}

/** Subject and message before placeholders are filled in: the writer's own, else the template's. */
export function mailTexts(template: EmailTemplateId, data: TemplateData): { subject: string; message: string } {
  const defaults = EMAIL_TEMPLATES.find((each) => each.id === template);
  // The default message of the custom template only begins a draft.
  const defaultMessage = template === 'custom' ? '' : (defaults?.defaultMessage ?? '');
  return { subject: data.subject ?? defaults?.subject ?? '', message: data.message ?? defaultMessage };
}

/** Reads everything except the recipient once, for any number of recipients. */
export async function mailWriterFor(
  context: Context,
  db: Db | Tx,
  { template, data }: MailRequest,
): Promise<MailWriter> {
  const site = await readSite(db);
  const brand = brandOf(site, context.publicUrl);
  const { subject, message } = mailTexts(template, data);
  const imageUrl = absoluteUrl(data.imageUrl, context.publicUrl);
  switch (template) {
    case 'custom':
      return ({ name }) => customMail({ brand, customerName: name, subject, message, imageUrl });
    case 'promotion': {
      const { offerTitle = '', validUntil = '', terms = '', title = '' } = data;
      const offer = { offerTitle: offerTitle || subject, validUntil, terms, title, imageUrl };
      return ({ name, unsubscribeUrl }) =>
        promotionMail({
          brand,
          customerName: name,
          offer,
          unsubscribeUrl: unsubscribeUrl ?? '',
          menuUrl: pageAddress(context, '/menu'),
          subject,
          message,
        });
    }
    case 'order_confirmation': {
      const row = data.orderId ? await findOrder(db, data.orderId) : null;
      if (!data.orderId) throw refuse('invalid-argument', say`orderId is required`, { field: 'orderId' });
      if (!row) throw refuse('order-not-found');
      const orderUrl = receiptUrl(context, row);
      return () =>
        inLanguageOf(row, () => orderConfirmationMail({ brand, ...mailOrderOf(row), orderUrl, message }), site);
    }
    default:
      return reservationWriter(context, db, data, message);
  }
}

async function reservationWriter(
  context: Context,
  db: Db | Tx,
  data: TemplateData,
  message: string,
): Promise<MailWriter> {
  const { reservationDate = '', reservationTime = '', partySize = 0, tableNumber, specialRequests } = data;
  const site = await readSite(db);
  const location = await locationOf(db, data.restaurantLocation, site.defaultLocationId);
  const time = clockTime(reservationTime);
  return ({ name }) => {
    const required = { customerName: name ?? '', reservationDate, reservationTime, partySize };
    // The address is checked elsewhere; here it must only not be empty.
    const problem = reservationConfirmationProblem({ ...required, customerEmail: 'addressee' });
    if (problem !== null) throw refuse('invalid-argument', problem);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(reservationDate) || Number.isNaN(Date.parse(reservationDate)) || time === null) {
      throw refuse('invalid-argument', say`Invalid reservation date or time`);
    }
    return reservationConfirmationMail({
      brand: brandOf(site, context.publicUrl),
      location,
      reservation: {
        reservationId: '',
        customerName: name,
        date: reservationDate,
        time,
        partySize,
        tableNumber: tableNumber == null ? null : String(tableNumber),
        specialRequests: specialRequests ?? null,
      },
      manageUrl: pageAddress(context, '/reservations'),
      message,
    });
  };
}

/** '18:30', '6:30 PM' and '6:30 p.m.' are the same time. */
function clockTime(text: string): TimeText | null {
  const [, hour, minute, half] = /^(\d{1,2}):([0-5]\d)(?:\s*([ap])\.?m\.?)?$/i.exec(text.trim()) ?? [];
  if (hour === undefined || minute === undefined) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return hours > 23 ? null : `${String(hours).padStart(2, '0')}:${minute}`;
}

/** The location with the requested id or name, else the default one. */
async function locationOf(db: Db | Tx, requested: TemplateData['restaurantLocation'], defaultId: string) {
  const names = typeof requested === 'string' ? [requested] : [requested?.id, requested?.name];
  const all = await readLocations(db);
  const location =
    all.find(({ id, name }) => names.includes(id) || names.includes(name)) ?? all.find(({ id }) => id === defaultId);
  if (!location) throw refuse('location-not-found');
  return mailLocationOf(location);
}

/** Uploaded pictures need an absolute address in mails. */
function absoluteUrl(imageUrl: string | null | undefined, url: string): string | null {
  if (!imageUrl) return null;
  return imageUrl.startsWith('/') && !imageUrl.startsWith('//') ? `${url}${imageUrl}` : imageUrl;
}
