import { cents } from '@tiffin/domain/core';
import { giftCardCodeOf } from '@tiffin/domain/payment';
import type { Context, Tx } from '../../../context.ts';
import { hashKey } from '../../../platform/auth/secrets.ts';
import type { GiftCardOrder, SessionSnapshot } from '../../../platform/db/stored-json.ts';
import { inLanguageOf, pageAddress } from '../../../platform/i18n/request-language.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { queueMessages } from '../../outbox/queue-message.ts';
import { brandOf, giftCardMail } from '../../outbox/templates/index.ts';
import type { PaymentRow } from '../../ledger/ledger.ts';
import { recordBoughtCard } from '../../ledger/payment-rows.ts';
import { insertRow } from '../../../platform/db/write-row.ts';
import { syncGiftCards } from './gift-card-balance.ts';

/** The code of a card. It is derived, so that it is stored nowhere and a repeated sale answers the same one. */
export function codeOfGiftCard({ linkKeys }: Pick<Context, 'linkKeys'>, id: string): string {
  return giftCardCodeOf(Buffer.from(linkKeys('gift-card', id), 'base64url'));
}

/** Makes the card that a payment bought, and mails it. */
export async function issueGiftCard(
  context: Context,
  tx: Tx,
  payment: Pick<PaymentRow, 'id' | 'location_id' | 'amount_cents'>,
  { email, ...greeting }: GiftCardOrder,
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
  if (email === '') return { id, last4 };
  const site = await readSite(tx);
  const writeMail = () =>
    giftCardMail({
      ...greeting,
      brand: brandOf(site, context.publicUrl),
      amount: cents(payment.amount_cents),
      url: pageAddress(context, `/gift-balance?token=${code}`),
    });
  const mail = inLanguageOf(snapshot, writeMail, site);
  await queueMessages(tx, context, [
    { channel: 'mail', to: email, template: 'gift_card', onceKey: `gift_card:${id}`, ...mail },
  ]);
  return { id, last4 };
}
