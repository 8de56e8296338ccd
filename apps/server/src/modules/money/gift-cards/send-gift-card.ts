import type { ValidatedInput } from '@tiffin/contract';
import { cents, refuse, say, valueOrThrow } from '@tiffin/domain/core';
import { authorise } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import { hashKey } from '../../../platform/auth/secrets.ts';
import { inLanguageOf, pageAddress } from '../../../platform/i18n/request-language.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { queueMessages } from '../../outbox/queue-message.ts';
import { brandOf, giftCardMail } from '../../outbox/templates/index.ts';
import { findSaleOfCard, recordCardEntry } from './card-sale.ts';
import { lockGiftCard, refuseIfBlocked } from './find-gift-card.ts';
import { codeOfGiftCard } from './issue-gift-card.ts';

/** Mails a card again, with what is on it now. */
export async function mailGiftCard(
  context: Context,
  tx: Tx,
  by: Author,
  { giftCardId, email }: ValidatedInput<'mailGiftCard'>['body'],
): Promise<void> {
  const { card, code } = await openGiftCard(context, tx, by, giftCardId, 'mail-gift-card');
  const site = await readSite(tx);
  const brand = brandOf(site, context.publicUrl);
  const about = { brand, amount: cents(card.balance_cents), url: pageAddress(context, `/gift-balance?token=${code}`) };
  const mail = inLanguageOf({}, () => giftCardMail({ ...about, name: '', from: '', message: '' }), site);
  const onceKey = `gift_card:${card.id}:${context.ids.uuid()}`;
  await queueMessages(tx, context, [{ channel: 'mail', to: email, template: 'gift_card', onceKey, ...mail }]);
}

/** The code of a card, to print it again. */
export async function showGiftCardCode(context: Context, tx: Tx, by: Author, giftCardId: string): Promise<string> {
  return (await openGiftCard(context, tx, by, giftCardId, 'show-gift-card')).code;
}

/** A card with its code. Whoever has the code can pay with the card, so the audit log has who got it. */
async function openGiftCard(
  context: Context,
  tx: Tx,
  by: Author,
  giftCardId: string,
  action: 'mail-gift-card' | 'show-gift-card',
) {
  const card = await lockGiftCard(tx, giftCardId);
  valueOrThrow(authorise('order.refund', by.actor, { locationId: card.location_id }));
  refuseIfBlocked(card);
  const code = codeOfGiftCard(context, card.id);
  if (hashKey(code) !== card.code_hash) {
    throw refuse(
      'failed-precondition',
      say`The server’s secret was replaced after this sale, so the code cannot be shown again. It still pays for whoever has it.`,
    );
  }
  await recordCardEntry(context, tx, by, action, card, (await findSaleOfCard(tx, card.id)) ?? card);
  return { card, code };
}
