import { inLanguageOf, pageAddress } from '../../platform/i18n/interpreter.ts';
import type { UnderstoodOf } from '@tiffin/contract';
import type { previewEmail } from '@tiffin/contract/messages';
import { refuse, say, type TimeText } from '@tiffin/domain/core';
import {
  EMAIL_TEMPLATES,
  checkMailing,
  isEmailTemplate,
  reservationConfirmationProblem,
  type EmailTemplateId,
} from '@tiffin/domain/messages';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { readLocations } from '../locations/queries.ts';
import { mailOrderOf } from '../orders/order-mail.ts';
import { receiptUrl } from '../orders/order-answer.ts';
import { findOrder } from '../orders/queries.ts';
import { readSite } from '../settings/site.ts';
import {
  brandOf,
  custom,
  orderConfirmation,
  promotion,
  reservationConfirmation,
  type MailLocation,
  type WrittenMail,
} from './templates/index.ts';

export type TemplateData = UnderstoodOf<typeof previewEmail>['body']['templateData'];

/** One mail out of a template, for whoever it is addressed to. */
export interface Letter {
  readonly template: EmailTemplateId;
  readonly data: TemplateData;
}

export interface Addressee {
  readonly name: string | null;
  /** Ends all promotions to them; a promotion needs it. */
  readonly unsubscribeUrl: string | null;
}

export type Writer = (addressee: Addressee) => WrittenMail;

/** Checks what somebody wants to send, by the same rules as the form. */
export function checkLetter(templateId: string, data: TemplateData, to: readonly string[]): Letter {
  if (!isEmailTemplate(templateId)) throw refuse('invalid-argument', say`Invalid email template selected`);
  const { subject, message } = wordsOf(templateId, data);
  const checked = checkMailing({ subject, message, templateId, to });
  if (!checked.ok) throw refuse(checked.error.code, checked.error.message);
  return { template: templateId, data };
}

/** What it says before names are filled in: the writer's own words, else the template's. */
export function wordsOf(template: EmailTemplateId, data: TemplateData): { subject: string; message: string } {
  const usual = EMAIL_TEMPLATES.find((each) => each.id === template);
  // A message in one's own words has none to begin with.
  const ownWords = template === 'custom';
  return {
    subject: data.subject ?? usual?.subject ?? '',
    message: data.message ?? (ownWords ? '' : (usual?.defaultMessage ?? '')),
  };
}

/** Everything but the addressee is read once, however many get the mail. */
export async function writerFor(context: Context, db: Db | Tx, { template, data }: Letter): Promise<Writer> {
  const site = await readSite(db);
  const brand = brandOf(site, context.publicUrl);
  const { subject, message } = wordsOf(template, data);
  const imageUrl = absolute(data.imageUrl, context.publicUrl);
  switch (template) {
    case 'custom':
      return ({ name }) => custom({ brand, customerName: name, subject, message, imageUrl });
    case 'promotion': {
      const { offerTitle = '', validUntil = '', terms = '', title = '' } = data;
      const offer = { offerTitle: offerTitle || subject, validUntil, terms, title, imageUrl };
      return ({ name, unsubscribeUrl }) =>
        promotion({
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
      return () => inLanguageOf(row, () => orderConfirmation({ brand, ...mailOrderOf(row), orderUrl, message }), site);
    }
    default:
      return reservationWriter(context, db, data, message);
  }
}

async function reservationWriter(context: Context, db: Db | Tx, data: TemplateData, message: string): Promise<Writer> {
  const { reservationDate = '', reservationTime = '', partySize = 0, tableNumber, specialRequests } = data;
  const site = await readSite(db);
  const location = await locationOf(db, data.restaurantLocation, site.defaultLocationId);
  const time = clockTime(reservationTime);
  return ({ name }) => {
    const needed = { customerName: name ?? '', reservationDate, reservationTime, partySize };
    // whom it goes to is known by its envelope
    const problem = reservationConfirmationProblem({ ...needed, customerEmail: 'addressee' });
    if (problem !== null) throw refuse('invalid-argument', problem);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(reservationDate) || Number.isNaN(Date.parse(reservationDate)) || time === null) {
      throw refuse('invalid-argument', say`Invalid reservation date or time`);
    }
    return reservationConfirmation({
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

/** '18:30', '6:30 PM' and '6:30 p.m.' are one time. */
function clockTime(text: string): TimeText | null {
  const [, hour, minute, half] = /^(\d{1,2}):([0-5]\d)(?:\s*([ap])\.?m\.?)?$/i.exec(text.trim()) ?? [];
  if (hour === undefined || minute === undefined) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return hours > 23 ? null : `${String(hours).padStart(2, '0')}:${minute}`;
}

async function locationOf(
  db: Db | Tx,
  wanted: TemplateData['restaurantLocation'],
  usual: string,
): Promise<MailLocation> {
  const named = typeof wanted === 'string' ? [wanted] : [wanted?.id, wanted?.name];
  const all = await readLocations(db);
  const found =
    all.find((location) => named.includes(location.id) || named.includes(location.name)) ??
    all.find((location) => location.id === usual);
  if (!found) throw refuse('location-not-found');
  return {
    name: found.name,
    address: found.address,
    postalCode: found.postal_code,
    phone: found.phone,
    zone: found.time_zone,
  };
}

/** A picture of our own is asked for from wherever the mail is read. */
function absolute(imageUrl: string | null | undefined, url: string): string | null {
  if (!imageUrl) return null;
  return imageUrl.startsWith('/') && !imageUrl.startsWith('//') ? `${url}${imageUrl}` : imageUrl;
}
