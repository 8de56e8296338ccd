import { cents } from '@tiffin/domain/core';
import { hasWithdrawal } from '@tiffin/domain/law';
import { giftCardCodeOf } from '@tiffin/domain/payment';
import type { Context, Tx } from '../../../context.ts';
import { hashKey } from '../../../platform/auth/secrets.ts';
import type { GiftCardOrder, SessionSnapshot } from '../../../platform/db/stored-json.ts';
import { inLanguageOf, pageAddress } from '../../../platform/i18n/request-language.ts';
import { readLocation } from '../../locations/queries.ts';
import { readSite, type SiteSettings } from '../../locations/restaurant/site.ts';
import { queueMessages } from '../../outbox/queue-message.ts';
import { brandOf, giftCardMail, giftCardReceiptMail } from '../../outbox/templates/index.ts';
import type { PaymentRow } from '../../ledger/ledger.ts';
import { recordBoughtCard } from '../../ledger/payment-rows.ts';
import { insertRow } from '../../../platform/db/write-row.ts';
import { syncGiftCards } from './gift-card-balance.ts';

/** The code of a card. It is derived, so that it is stored nowhere and a repeated sale answers the same one. */
export function codeOfGiftCard({ linkKeys }: Pick<Context, 'linkKeys'>, id: string): string {
  return giftCardCodeOf(Buffer.from(linkKeys('gift-card', id), 'base64url'));
}

/** What the receipt of a card says: it is a payment to the restaurant's legal person, without tax. */
export function giftCardReceiptOf(
  { id: paymentId, amount_cents: amount }: Pick<PaymentRow, 'id' | 'amount_cents'>,
  { legalName, name }: Pick<SiteSettings, 'legalName' | 'name'>,
) {
  return { paymentId, amount: cents(amount), seller: legalName || name };
}

/** Makes the card that a payment bought, and mails it, and its receipt to the buyer. */
export async function issueGiftCard(
  context: Context,
  tx: Tx,
  payment: Pick<PaymentRow, 'id' | 'location_id' | 'amount_cents' | 'tender'>,
  { email, buyerEmail = '', ...greeting }: GiftCardOrder,
  snapshot: Pick<SessionSnapshot, 'language'>,
): Promise<{ readonly id: string; readonly last4: string }> {
  const now = context.clock.now();
  const id = context.ids.uuid();
  const code = codeOfGiftCard(context, id);
  const last4 = code.slice(-4);
  const { location_id } = payment;
  await insertRow(tx, 'gift_cards', { id, code_hash: hashKey(code), last4, location_id, created_at: now });
  await recordBoughtCard(tx, payment.id, id);
  await syncGiftCards(tx, [{ ...payment, gift_card_id: id }], now);
  if (email === '' && buyerEmail === '') return { id, last4 };
  const site = await readSite(tx);
  const location = await readLocation(tx, location_id);
  const brand = brandOf(site, context.publicUrl);
  const writeMail = () =>
    giftCardMail({
      ...greeting,
      brand,
      amount: cents(payment.amount_cents),
      url: pageAddress(context, `/gift-balance?token=${code}`),
    });
  const writeReceipt = () =>
    giftCardReceiptMail({
      ...giftCardReceiptOf(payment, site),
      brand,
      tender: payment.tender ?? 'online',
      paidAt: now,
      zone: location?.time_zone ?? site.timeZone,
      cardSentTo: email,
      withdrawalUrl:
        payment.tender === null && hasWithdrawal(location?.country ?? '')
          ? pageAddress(context, `/gift-withdrawal?number=${payment.id}`)
          : null,
    });
  const mails = [
    { to: email, template: 'gift_card', write: writeMail },
    { to: buyerEmail, template: 'gift_card_receipt', write: writeReceipt },
  ].filter(({ to }) => to !== '');
  await queueMessages(
    tx,
    context,
    mails.map(({ to, template, write }) => ({
      channel: 'mail',
      to,
      template,
      onceKey: `${template}:${id}`,
      ...inLanguageOf(snapshot, write, site),
    })),
  );
  return { id, last4 };
}
