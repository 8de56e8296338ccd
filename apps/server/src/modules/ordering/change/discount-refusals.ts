import { refuse, say, toDollars, type Cents } from '@tiffin/domain/core';
import type { Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { moneyText } from '../../outbox/templates/mail-formats.ts';

export const takesNothingOffRefusal = () =>
  refuse('invalid-argument', say`This takes nothing off the bill.`, { field: 'value' });

export const noSuchDiscountRefusal = () => refuse('not-found', say`This is no longer on the bill.`);

export const billIsPaidRefusal = () =>
  refuse('failed-precondition', say`This bill is paid. Nothing can be added to it.`);

/** The refusal of a discount that is more than what is left to pay, with what holds an amount. */
export async function moreThanUnpaidRefusal(
  tx: Tx,
  order: Pick<OrderRow, 'bill_id'>,
  { paid, pending, most }: { readonly paid: Cents; readonly pending: Cents; readonly most: Cents },
) {
  const { currency } = await readSite(tx);
  const dollars = (amount: Cents) => moneyText(amount, currency);
  if (pending > 0) {
    const words = await holdersText(tx, order.bill_id, dollars(pending));
    return refuse('failed-precondition', words, { held: toDollars(pending) });
  }
  const words = say`${dollars(paid)} of this bill is paid. At most ${dollars(most)} can be taken off, taxes included. Refund the rest once it is paid.`;
  return refuse('failed-precondition', words, { most: toDollars(most) });
}

/** A message that says which card readers and payment pages hold an amount of the bill, and what to do about it. */
async function holdersText(tx: Tx, billId: string, pending: string): Promise<string> {
  const holders = await tx
    .selectFrom('payments as p')
    .innerJoin('payment_sessions as s', 's.id', 'p.session_id')
    .leftJoin('card_readers as r', 'r.id', 's.reader_id')
    .select('r.name')
    .where('p.bill_id', '=', billId)
    .where('p.status', '=', 'pending')
    .execute();
  const readers = holders.flatMap(({ name }) => name ?? []);
  if (readers.length === 0) return say`A payment page for ${pending} is open. Close it first, then take something off.`;
  if (readers.length < holders.length) {
    return say`A card reader and a payment page hold ${pending}. Cancel both first, then take something off.`;
  }
  const [only = ''] = readers;
  if (readers.length === 1)
    return say`${only} holds ${pending} for a card. Cancel that first, then take something off.`;
  const all = readers.slice(1).reduce((before, name) => say`${before} and ${name}`, only);
  return say`${all} hold ${pending} for a card. Cancel that first, then take something off.`;
}
