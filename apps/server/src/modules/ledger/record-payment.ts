import type { Cents } from '@tiffin/domain/core';
import { TENDER, type TakenPart, type Tender } from '@tiffin/domain/payment';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { actorColumns } from '../audit/record-change.ts';
import { onBillOf, type BilledOrder, type PaymentRow } from './ledger.ts';

/** Records money that staff received. The only place where cash, a card slip or another tender enters a bill. */
export async function recordPayment(
  context: Context,
  tx: Tx,
  order: BilledOrder,
  taken: Omit<TakenPart, 'due' | 'change'> & {
    readonly actor: Actor;
    readonly tender: Tender | null;
    readonly method?: string;
    readonly slip?: string | null;
    readonly given?: Cents | null;
    readonly reference?: string | null;
    readonly clientId?: string | null;
  },
): Promise<PaymentRow> {
  const now = context.clock.now();
  return tx
    .insertInto('payments')
    .values({
      id: context.ids.uuid(),
      ...onBillOf(order),
      provider: 'till',
      method: taken.method ?? (taken.tender === null ? 'manual' : TENDER[taken.tender].method),
      tender: taken.tender,
      status: 'succeeded',
      amount_cents: taken.amount,
      tip_cents: taken.tip,
      cash_rounding_cents: taken.rounding,
      given_cents: taken.given ?? null,
      reference: taken.reference ?? null,
      client_id: taken.clientId ?? null,
      provider_payment_id: taken.slip ?? null,
      processed_by: actorColumns(taken.actor).actor_name,
      created_at: now,
      captured_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
