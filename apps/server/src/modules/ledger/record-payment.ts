import { refuse, say, type Cents } from '@tiffin/domain/core';
import {
  GIFT_CARD,
  isRoundedToCoins,
  maskedGiftCard,
  TENDER_PROPERTIES,
  type BillPaymentAmounts,
  type Tender,
} from '@tiffin/domain/payment';
import { userIdOf } from '@tiffin/domain/people';
import type { PaidAtTable } from '@tiffin/domain/tabs';
import type { Context, Tx } from '../../context.ts';
import { requireMoneyScope } from '../../platform/auth/require-scope.ts';
import type { Row } from '../../platform/db/schema.ts';
import { recordCash } from '../drawers/record-cash.ts';
import { actorColumns } from '../log/audit-row.ts';
import type { Author } from '../log/record-audit-entries.ts';
import { billOfPayment, type PaymentRow } from './ledger.ts';

/** The columns that say who takes a payment, and on which shared tablet. */
export function takenBy({ actor, from }: Author) {
  return {
    processed_by: actorColumns(actor).actor_name,
    taken_by: userIdOf(actor),
    taken_on: from?.signedIn?.tablet?.name ?? null,
  };
}

/** Records money that was received. The only place where cash, a card slip or another tender enters a bill. */
export async function recordPayment(
  context: Context,
  tx: Tx,
  order: Parameters<typeof billOfPayment>[0],
  payment: Omit<BillPaymentAmounts, 'due' | 'change'> &
    Author & {
      readonly tender: Tender | null;
      readonly method?: string;
      readonly slip?: string | null;
      readonly given?: Cents | null;
      readonly reference?: string | null;
      readonly clientId?: string | null;
      /** The part of a split bill. */
      readonly part?: number | null;
      /** The driver who took it at the door. */
      readonly driverId?: string;
      /** When it was taken, if a device sends it later with its order. */
      readonly takenAt?: Date;
      readonly atTable?: PaidAtTable;
      readonly giftCard?: Pick<Row<'gift_cards'>, 'id' | 'last4'> | null;
    },
): Promise<PaymentRow> {
  requireMoneyScope(payment.actor);
  const now = context.clock.now();
  const recorded = await tx
    .insertInto('payments')
    .values({
      id: context.ids.uuid(),
      ...billOfPayment(order),
      provider: payment.giftCard ? GIFT_CARD : 'till',
      method: payment.method ?? (payment.tender === null ? 'manual' : TENDER_PROPERTIES[payment.tender].method),
      tender: payment.tender,
      status: 'succeeded',
      amount_cents: payment.amount,
      tip_cents: payment.tip,
      cash_rounding_cents: payment.rounding,
      given_cents: payment.given ?? null,
      reference: payment.giftCard ? maskedGiftCard(payment.giftCard.last4) : (payment.reference ?? null),
      client_id: payment.clientId ?? null,
      part: payment.part ?? null,
      gift_card_id: payment.giftCard?.id ?? null,
      provider_payment_id: payment.slip ?? null,
      ...(payment.atTable && { at_table: JSON.stringify(payment.atTable) }),
      ...takenBy(payment),
      ...(payment.driverId !== undefined && { taken_by: payment.driverId }),
      created_at: now,
      captured_at: payment.takenAt ?? now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_payment_id']).where('provider_payment_id', 'is not', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  if (!recorded) throw refuse('already-exists', say`This payment number is already recorded on another order.`);
  if (isRoundedToCoins(recorded.method)) {
    const amount = recorded.amount_cents + recorded.tip_cents + recorded.cash_rounding_cents;
    const sale = { kind: 'sale', amount, paymentId: recorded.id } as const;
    await recordCash(context, tx, payment, order.location_id, [sale], payment.driverId);
  }
  return recorded;
}
