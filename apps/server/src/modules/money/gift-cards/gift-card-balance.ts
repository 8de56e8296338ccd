import { sql } from 'kysely';
import type { Tx } from '../../../context.ts';
import type { GiftPayment } from '../../../platform/db/stored-json.ts';
import type { PaymentRow } from '../../ledger/ledger.ts';
import { lockGiftCard, requireUnblocked } from './find-gift-card.ts';

/**
 * Updates the balances of cards from payments and their refunds: what a card paid is taken off it, and refunds go back to
 * it. A payment without a bill bought the card; refunding it takes back what is left on the card. Each step writes only
 * what the entries of the payment do not contain yet, so the second time has no effect.
 */
export async function syncGiftCards(tx: Tx, payments: readonly Pick<PaymentRow, 'id' | 'gift_card_id'>[], now: Date) {
  const ids = payments.filter(({ gift_card_id: card }) => card !== null).map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`
    with missing as (
      select p.id, p.gift_card_id, p.bill_id is null as is_sale, p.bill_id is null and not exists (
          select from gift_entries e where e.payment_id = p.id) as is_new_sale,
        (case when p.status = 'succeeded' then p.amount_cents + p.tip_cents else 0 end - coalesce((
          select sum(r.amount_cents + r.tip_cents) from refunds r where r.payment_id = p.id and r.status <> 'failed'), 0)
        ) * case when p.bill_id is null then 1 else -1 end - coalesce((
          select sum(e.amount_cents) from gift_entries e where e.payment_id = p.id), 0) as amount
      from payments p where p.id = any(${ids}::text[])
    ), changes as (
      select m.id, c.id as card_id, is_sale, is_new_sale, case when is_sale then greatest(amount, -c.balance_cents) else amount end::int as amount
      from gift_cards c join missing m on m.gift_card_id = c.id where amount <> 0 order by c.id for update of c
    ), entries as (
      insert into gift_entries (card_id, kind, amount_cents, payment_id, at)
      select card_id, case when amount > 0 then case when is_new_sale then 'sold' else 'returned' end
        when is_sale then 'cleared' else 'used' end, amount, id, ${now}::timestamptz from changes where amount <> 0
    )
    update gift_cards c set balance_cents = c.balance_cents + s.amount
    from (select card_id, sum(amount)::int as amount from changes group by 1) s where c.id = s.card_id
  `.execute(tx);
}

/**
 * Updates the balance after a refund of this payment, which may be made at the provider for a card that was bought. The
 * card is locked first, because the sums must contain what others wrote meanwhile.
 */
export async function syncGiftCardOf(tx: Tx, paymentId: string, now: Date): Promise<void> {
  const payments = tx.selectFrom('payments').select(['id', 'gift_card_id']).where('id', '=', paymentId);
  const payment = await payments.executeTakeFirst();
  if (!payment?.gift_card_id) return;
  await lockGiftCard(tx, payment.gift_card_id);
  await syncGiftCards(tx, [payment], now);
}

/** Takes off a card what it will pay once a payment page is paid. */
export async function holdGiftCard(tx: Tx, sessionId: string, { card, amount }: GiftPayment, now: Date): Promise<void> {
  await requireUnblocked(tx, card.id);
  await sql`
    with taken as (update gift_cards set balance_cents = balance_cents - ${amount} where id = ${card.id} returning id)
    insert into gift_entries (card_id, kind, amount_cents, session_id, at)
    select id, 'used', ${0 - amount}, ${sessionId}, ${now}::timestamptz from taken
  `.execute(tx);
}

/** Gives back what payment pages held. Has no effect the second time. */
export async function releaseGiftCards(tx: Tx, sessionIds: readonly string[], now: Date): Promise<void> {
  const held = tx
    .selectFrom('gift_entries')
    .select('card_id')
    .where('session_id', 'in', [...sessionIds]);
  const cards = tx.selectFrom('gift_cards').select('id').where('id', 'in', held);
  if ((await cards.orderBy('id').forUpdate().execute()).length === 0) return;
  await sql`
    with held as (
      select card_id, session_id, -sum(amount_cents)::int as amount from gift_entries
      where session_id = any(${[...sessionIds]}::text[]) group by 1, 2 having sum(amount_cents) <> 0
    ), entries as (
      insert into gift_entries (card_id, kind, amount_cents, session_id, at)
      select card_id, 'returned', amount, session_id, ${now}::timestamptz from held
    )
    update gift_cards c set balance_cents = c.balance_cents + s.amount
    from (select card_id, sum(amount)::int as amount from held group by 1) s where c.id = s.card_id
  `.execute(tx);
}

/** Gives back what a paid page held, for its order to take; false if the card is blocked, or a late page finds too little. */
export async function releaseGiftCardForOrder(
  tx: Tx,
  sessionId: string,
  gift: GiftPayment,
  now: Date,
): Promise<boolean> {
  await releaseGiftCards(tx, [sessionId], now);
  const card = await lockGiftCard(tx, gift.card.id);
  return card.blocked_reason === null && card.balance_cents >= gift.amount;
}
