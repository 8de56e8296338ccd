import type { ValidatedInput } from '@tiffin/contract';
import { cents, refuse, say, valueOrThrow, ZERO } from '@tiffin/domain/core';
import { payOutProblem } from '@tiffin/domain/law';
import { authorise } from '@tiffin/domain/people';
import { cashDue } from '@tiffin/domain/pricing';
import type { Context, Tx } from '../../../context.ts';
import { inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';
import { readLocation } from '../../locations/queries.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { requireRefundApproval } from '../../ledger/approve-refund.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { readSaleOfCard, recordCardEntry, refundSaleOfCard } from './card-sale.ts';
import { lockGiftCard, refuseIfBlocked } from './find-gift-card.ts';

/** Pays out in cash what is left on a card, where the law says so, from a drawer of the location that sold the card. */
export async function payOutGiftCard(
  context: Context,
  tx: Tx,
  by: Author,
  { giftCardId }: ValidatedInput<'payOutGiftCard'>['body'],
): Promise<string> {
  const card = await lockGiftCard(tx, giftCardId);
  valueOrThrow(authorise('order.refund', by.actor, { locationId: card.location_id }));
  refuseIfBlocked(card);
  const location = await readLocation(tx, card.location_id);
  const left = cents(card.balance_cents);
  const { due, rounding } = cashDue(left, (await readSite(tx)).coin);
  const problem = payOutProblem(location?.region ?? null, { left, due });
  if (problem !== null) throw refuse('failed-precondition', problem);
  const sale = await readSaleOfCard(tx, card.id);
  await requireRefundApproval(context, tx, by, { order: sale, refundedBefore: ZERO, amount: left, kind: 'gift-card' });
  const refund = await refundSaleOfCard(context, tx, by, sale, {
    amount_cents: left,
    cash_rounding_cents: rounding,
    method: 'cash',
    reason: inRestaurantLanguage(() => say`The rest of a gift card, paid out`),
  });
  await recordCardEntry(context, tx, by, 'pay-out-gift-card', card, sale, { amountCents: due });
  return refund.id;
}
