import { pageAddress } from '../../../platform/i18n/request-language.ts';
import { cents, centsOf, sayNow } from '@tiffin/domain/core';
import {
  allergenNotice,
  allergiesOf,
  confirmationBadge,
  lineName,
  translateLineForGuest,
  lineTexts,
} from '@tiffin/domain/order';
import { discountAndChargeRows, taxNameText } from '@tiffin/domain/pricing';
import type { NewMessage } from '../../outbox/queue-message.ts';
import {
  brandOf,
  type MailLocation,
  type MailOrder,
  type OrderMail,
  type OrderSms,
  type RenderedMail,
} from '../../outbox/templates/index.ts';
import type { SiteSettings } from '../../locations/restaurant/site.ts';
import { offerDiscountOf } from '../../orders/pricing/offer-code.ts';
import { allergyAnswer, allergyOrderOf, lineAllergyAnswer } from '../../orders/order-allergies.ts';
import { notesOf } from '../../orders/order-columns.ts';
import { partsAnswer } from '../../orders/order-parts.ts';
import { promiseOf } from '../../orders/promise/promise-columns.ts';
import { orderPaymentMethod, orderUrl, type LinkMaker } from '../../orders/order-answer.ts';
import type { Context } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import type { Row } from '../../../platform/db/schema.ts';

export function mailOrderOf(row: OrderRow): { order: MailOrder; location: MailLocation } {
  const items = row.items.map((line) => translateLineForGuest(line, line.said));
  const parts = partsAnswer(row);
  const allergyOrder = allergyOrderOf(row);
  const orderCheck = allergyAnswer(row, allergyOrder);
  return {
    order: {
      orderId: row.id,
      orderType: row.order_type,
      customerName: row.customer_name,
      placedAt: row.order_time,
      promise: promiseOf(row),
      dishes: items.map((item) => ({
        name: item.name,
        quantity: item.quantity,
        description:
          [
            ...(item.spice_name ? [item.said?.heat ?? sayNow(item.spice_name)] : []),
            ...lineTexts({ options: item.options ?? undefined, note: item.note ?? undefined }),
          ].join(' · ') || null,
        total: cents(item.unit_price_cents * item.quantity),
      })),
      subtotal: cents(row.subtotal_cents),
      discount: offerDiscountOf(row.metadata),
      adjustments: discountAndChargeRows(parts),
      taxes: parts.taxes.map((tax) => ({ name: taxNameText(tax), amount: centsOf(tax.amount) })),
      tip: cents(row.tip_cents),
      total: cents(row.total_cents),
      payment: confirmationBadge({
        status: row.status,
        paymentStatus: row.payment_status,
        paymentMethod: orderPaymentMethod(row),
        orderType: row.order_type,
      }),
      deliveryAddress: row.delivery_address,
      allergies: [
        // Notes are left out, because the mail shows them anyway.
        ...allergiesOf({
          allergies: row.allergies ?? [],
          allergyNote: row.allergy_note ?? '',
          specialInstructions: '',
          items: items.map(({ name, allergies }) => ({ name, allergies: allergies ?? [] })),
        }),
        ...items.flatMap(({ name, options }, index) => {
          const check = lineAllergyAnswer(allergyOrder, allergyOrder.lines[index]);
          return (
            allergenNotice({ name: lineName({ name, options: options ?? undefined }), ...check }, orderCheck) ?? []
          );
        }),
      ],
      ...notesOf(row),
    },
    location: {
      name: row.location_name,
      address: row.location_address,
      postalCode: row.location_postal_code,
      phone: row.location_phone,
      zone: row.location_time_zone,
    },
  };
}

type LocationRow = Pick<Row<'locations'>, 'name' | 'address' | 'postal_code' | 'phone' | 'time_zone'>;

export function mailLocationOf({ name, address, postal_code, phone, time_zone: zone }: LocationRow): MailLocation {
  return { name, address, postalCode: postal_code, phone, zone };
}

/** What makes links and sends messages. */
export type Messengers = LinkMaker & Pick<Context, 'sms' | 'mailer'>;

type MessageKind = Pick<NewMessage, 'template' | 'onceKey' | 'notBefore'>;

/** A mail to the guest of an order; none without an address. */
export function mailToGuest(
  row: OrderRow,
  site: SiteSettings,
  links: LinkMaker,
  kind: MessageKind,
  write: (order: OrderMail) => RenderedMail,
): NewMessage[] {
  if (!row.customer_email) return [];
  const mail = write({ brand: brandOf(site, links.publicUrl), ...mailOrderOf(row), orderUrl: followUrl(row, links) });
  return [{ ...kind, orderId: row.id, userId: row.user_id, channel: 'mail', to: row.customer_email, ...mail }];
}

/** A text message to the guest of an order; none without a number. */
export function textToGuest(
  row: OrderRow,
  { name: brandName }: Pick<SiteSettings, 'name'>,
  kind: MessageKind,
  write: (order: OrderSms) => string,
): NewMessage[] {
  const to = row.customer_phone?.trim();
  if (!to) return [];
  const text = write({ brandName, customerName: row.customer_name, orderId: row.id });
  return [{ ...kind, orderId: row.id, userId: row.user_id, channel: 'sms', to, text }];
}

/** A text message, or a mail where no texts are sent or the guest gave no number. */
export function textOrMailToGuest(
  row: OrderRow,
  site: SiteSettings,
  context: Messengers,
  kind: MessageKind,
  write: { readonly text: (order: OrderSms) => string; readonly mail: (order: OrderMail) => RenderedMail },
): NewMessage[] {
  const texts = textToGuest(row, site, kind, write.text);
  const isTextSent = context.sms !== null || context.mailer === null;
  if (texts.length > 0 && isTextSent) return texts;
  const mails = mailToGuest(row, site, context, kind, write.mail);
  return mails.length > 0 ? mails : texts;
}

/** The link to follow the order: the account's page, or the order link without an account. */
export function followUrl(row: OrderRow, links: LinkMaker): string {
  if (row.user_id === null) return orderUrl(links, row);
  return pageAddress(links, `/order-success?${new URLSearchParams({ orderId: row.id }).toString()}`);
}
