import { localDate, sumOf, type DateText } from '@tiffin/domain/core';
import { addDays, startOfDay } from '@tiffin/domain/hours';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { LedgerDifference } from '../../../platform/db/schema.ts';
import type { ProviderPayment } from '../../../adapters/payment/gateway.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { DISPUTE_KEY_PATTERN } from '../../ledger/ledger.ts';
import { requireCurrentGateway } from './find-gateway.ts';
import { settleRefund } from '../refunds/settle-refund.ts';

/**
 * We and the provider may date a payment slightly differently, so the comparison also reads this much before and after the
 * day.
 */
const DAY_OVERLAP_MS = 30 * 60_000;

interface OurPayment {
  readonly paymentId: string;
  readonly orderId: string | null;
  readonly amount: number;
  readonly refunded: number;
  readonly at: Date;
}

/** Yesterday as a business day in the restaurant's time zone. */
export async function previousBusinessDay(context: Context): Promise<DateText> {
  const { timeZone } = await readSite(context.db);
  return addDays(localDate(context.clock.now(), timeZone), -1);
}

/**
 * Compares one day of our ledger with the provider's, payment by payment, and stores the differences. Refunds the
 * provider made that day are settled first, because their events may have been lost.
 */
export async function reconcileDay(context: Context, day: DateText): Promise<void> {
  const gateway = requireCurrentGateway(context);
  const { timeZone } = await readSite(context.db);
  const from = startOfDay(day, timeZone);
  const to = startOfDay(addDays(day, 1), timeZone);
  const readFrom = new Date(from.getTime() - DAY_OVERLAP_MS);
  const readTo = new Date(to.getTime() + DAY_OVERLAP_MS);
  for await (const refund of gateway.refunds(readFrom, readTo)) await settleRefund(context, gateway, refund);
  const ours = await readOurPayments(context, gateway.name, readFrom, readTo);
  const theirs = new Map<string, ProviderPayment>();
  for await (const payment of gateway.payments(readFrom, readTo)) theirs.set(payment.paymentId, payment);
  const isOfTheDay = ({ at }: { readonly at: Date }): boolean => at >= from && at < to;
  const theirsOfTheDay = [...theirs.values()].filter(isOfTheDay);

  const differences: LedgerDifference[] = [];
  for (const our of ours.values()) {
    const their = theirs.get(our.paymentId);
    const ids = { paymentId: our.paymentId, orderId: our.orderId };
    if (!their) {
      if (isOfTheDay(our)) differences.push({ ...ids, kind: 'only-ours', ours: our.amount, theirs: null });
    } else if (isOfTheDay(our) && their.amount !== our.amount) {
      differences.push({ ...ids, kind: 'amount', ours: our.amount, theirs: their.amount });
    } else if (isOfTheDay(our) && their.refunded !== our.refunded) {
      differences.push({ ...ids, kind: 'refunded', ours: our.refunded, theirs: their.refunded });
    }
  }
  for (const { paymentId, amount } of theirsOfTheDay) {
    if (ours.has(paymentId)) continue;
    differences.push({ paymentId, orderId: null, kind: 'only-theirs', ours: null, theirs: amount });
  }
  const row = {
    checked_at: context.clock.now(),
    our_cents: sumOf([...ours.values()].filter(isOfTheDay).map((payment) => payment.amount)),
    their_cents: sumOf(theirsOfTheDay.map((payment) => payment.amount)),
    compared: theirsOfTheDay.length,
    differences: JSON.stringify(differences),
  };
  await context.db
    .insertInto('reconciliations')
    .values({ provider: gateway.name, day, ...row })
    .onConflict((conflict) => conflict.columns(['provider', 'day']).doUpdateSet(row))
    .execute();
}

/** Our payments of these instants at the provider. A chargeback is no refund there. */
async function readOurPayments(context: Context, provider: string, from: Date, to: Date) {
  const { rows } = await sql<OurPayment>`
    select p.provider_payment_id as "paymentId", p.order_id as "orderId", p.amount_cents + p.tip_cents as amount,
           p.captured_at as at,
           coalesce((select sum(r.amount_cents + r.tip_cents) from refunds r
             where r.payment_id = p.id and r.status = 'succeeded' and r.method = 'card'
               and r.idempotency_key not like ${DISPUTE_KEY_PATTERN}), 0)::integer as refunded
    from payments p
    where p.captured_at >= ${from} and p.captured_at < ${to} and p.provider = ${provider}
      and p.provider_payment_id is not null
  `.execute(context.db);
  return new Map(rows.map((row) => [row.paymentId, row]));
}
