import { cents, valueOrThrow, refuse, say, sayNow } from '@tiffin/domain/core';
import { estimateText } from '@tiffin/domain/hours';
import { checkOrderSms, fillPlaceholders, SMS_TEMPLATES } from '@tiffin/domain/messages';
import { normalisePhone } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import { inLanguageOf, isSuggestedText } from '../../../platform/i18n/request-language.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { queueMessages } from '../../outbox/queue-message.ts';
import { brandOf, customMail } from '../../outbox/templates/index.ts';
import { nameOrDefault, moneyText } from '../../outbox/templates/mail-formats.ts';
import { readSite, type SiteSettings } from '../../locations/restaurant/site.ts';
import { promiseOf } from '../../orders/promise/promise-columns.ts';
import { lockStaffOrder } from '../../orders/queries.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import type { ChangeUseCase } from '../../../platform/http/implement.ts';

interface MessageInput {
  readonly orderId: string;
  readonly message: string;
}
/** Whether the message will be sent: without a provider it stays in the outbox. */
const sendingAnswer = (provider: unknown, missing: string) =>
  provider ? { sent: true, message: say`The message is on its way` } : { sent: false, message: missing };

/** Sends a text written by staff to the guest of an order, only to the order's number. */
export const textGuest: ChangeUseCase<'sendCustomSMS'> = async (context, tx, by, input) => {
  const row = await lockStaffOrder(tx, by.actor, input.orderId, 'order.text-guest');
  const to = valueOrThrow(checkOrderSms({ phone: row.customer_phone }));
  if (input.phoneNumber && normalisePhone(input.phoneNumber) !== to) {
    throw refuse('invalid-argument', say`This is not the phone number of the order`, { field: 'phoneNumber' });
  }
  const site = await readSite(tx);
  const text = inLanguageOf(row, () => fillOrderPlaceholders(row, input.message, site, context.clock.now()), site);
  await queueMessages(tx, context, [
    { channel: 'sms', to, template: 'custom', text, orderId: row.id, userId: row.user_id },
  ]);
  await recordMessage(context, tx, by, row, 'text-guest', text);
  return {
    to,
    ...sendingAnswer(context.sms, say`Text messages are not set up here. The message stays in the outbox.`),
  };
};

/** Sends a mail written by staff, only to the order's address. */
export async function mailGuest(context: Context, tx: Tx, by: Author, input: MessageInput) {
  const row = await lockStaffOrder(tx, by.actor, input.orderId, 'order.text-guest');
  const to = row.customer_email?.trim();
  if (!to) throw refuse('failed-precondition', say`No email address found for this order`);
  const site = await readSite(tx);
  const brand = brandOf(site, context.publicUrl);
  const { id: orderId } = row;
  const write = () => {
    const filled = fillOrderPlaceholders(row, input.message, site, context.clock.now());
    const subject = say`About your order ${orderId}`;
    return {
      message: filled,
      mail: customMail({ brand, customerName: row.customer_name, subject, message: filled, imageUrl: null }),
    };
  };
  const { message, mail } = inLanguageOf(row, write, site);
  await queueMessages(tx, context, [
    { channel: 'mail', to, template: 'custom', ...mail, orderId: row.id, userId: row.user_id },
  ]);
  await recordMessage(context, tx, by, row, 'mail-guest', message);
  return sendingAnswer(context.mailer, say`Email is not set up here. The message stays in the outbox.`);
}

/** Fills in the placeholders in braces. An unchanged template is sent in the guest's language. */
export function fillOrderPlaceholders(
  row: OrderRow,
  message: string,
  { currency }: Pick<SiteSettings, 'currency'>,
  now: Date,
) {
  const template = SMS_TEMPLATES.find((each) => isSuggestedText(message, () => sayNow(each.message)));
  return fillPlaceholders(template ? sayNow(template.message) : message, {
    customerName: nameOrDefault(row.customer_name),
    orderId: row.id,
    estimatedTime: estimateText(promiseOf(row), now, row.location_time_zone),
    total: moneyText(cents(row.total_cents), currency),
    paymentUrl: row.payment_url,
  });
}

async function recordMessage(
  context: Context,
  tx: Tx,
  by: Author,
  row: OrderRow,
  action: 'text-guest' | 'mail-guest',
  text: string,
): Promise<void> {
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, action, ['order', row.id], {
    locationId: row.location_id,
    after: { text },
  });
}
