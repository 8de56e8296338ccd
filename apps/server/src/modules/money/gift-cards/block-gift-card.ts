import type { ValidatedInput } from '@tiffin/contract';
import { valueOrThrow } from '@tiffin/domain/core';
import { authorise } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import { updateRow } from '../../../platform/db/write-row.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { findSaleOfCard, recordCardEntry } from './card-sale.ts';
import { lockGiftCard } from './find-gift-card.ts';

/**
 * Blocks a card, or ends that. A payment in the same moment is either taken before, or refused. What is refunded to a
 * blocked card stays on it.
 */
export async function blockGiftCard(
  context: Context,
  tx: Tx,
  by: Author,
  { giftCardId, isBlocked, reason }: ValidatedInput<'blockGiftCard'>['body'],
): Promise<void> {
  const card = await lockGiftCard(tx, giftCardId);
  valueOrThrow(authorise('order.refund', by.actor, { locationId: card.location_id }));
  if (isBlocked === (card.blocked_reason !== null)) return;
  await updateRow(tx, 'gift_cards', card.id, { blocked_reason: isBlocked ? reason : null });
  const action = isBlocked ? 'block-gift-card' : 'unblock-gift-card';
  const details = reason === '' ? {} : { reason };
  await recordCardEntry(context, tx, by, action, card, (await findSaleOfCard(tx, card.id)) ?? card, details);
}
