import { cents, toDollars } from '@tiffin/domain/core';
import type { Context, Db, Tx } from '../../../context.ts';
import { hashKey } from '../../../platform/auth/secrets.ts';
import type { Row } from '../../../platform/db/schema.ts';
import type { SessionSnapshot } from '../../../platform/db/stored-json.ts';
import { insertRow } from '../../../platform/db/write-row.ts';
import type { PaymentRow } from '../../ledger/ledger.ts';
import { recordBoughtCard } from '../../ledger/payment-rows.ts';
import { syncGiftCards } from '../gift-cards/gift-card-balance.ts';

type HeldDeposit = Row<'gift_cards'>;

/** Holds a paid deposit in the ledger of gift cards. Nobody knows a code of it. */
export async function holdDeposit(
  context: Context,
  tx: Tx,
  payment: Pick<PaymentRow, 'id' | 'location_id'>,
  { reservationId, number }: NonNullable<SessionSnapshot['deposit']>,
): Promise<void> {
  const now = context.clock.now();
  const id = context.ids.uuid();
  await insertRow(tx, 'gift_cards', {
    id,
    code_hash: hashKey(`deposit ${context.ids.token()}`),
    last4: number.slice(-4),
    location_id: payment.location_id,
    created_at: now,
    reservation_id: reservationId,
  });
  await recordBoughtCard(tx, payment.id, id);
  await syncGiftCards(tx, [{ ...payment, gift_card_id: id }], now);
}

/** What is held for a booking, locked until the transaction ends. */
export function lockDeposit(tx: Tx, reservationId: string): Promise<HeldDeposit | undefined> {
  const deposits = tx.selectFrom('gift_cards').selectAll().where('reservation_id', '=', reservationId);
  return deposits.forUpdate().executeTakeFirst();
}

/** The deposit that the party of a bill paid, as far as it is left. */
export function depositOfBill(db: Db | Tx, billId: string): Promise<HeldDeposit | undefined> {
  return db
    .selectFrom('gift_cards as c')
    .innerJoin('sittings as s', 's.reservation_id', 'c.reservation_id')
    .innerJoin('bills as b', 'b.sitting_id', 's.id')
    .selectAll('c')
    .where('b.id', '=', billId)
    .where('c.balance_cents', '>', 0)
    .executeTakeFirst();
}

/** What can be taken off a bill. */
export async function depositLeft(context: Context, billId: string): Promise<number | undefined> {
  const held = await depositOfBill(context.db, billId);
  return held && toDollars(cents(held.balance_cents));
}
