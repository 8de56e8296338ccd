import { addCents, cents, ZERO, type Cents } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type {
  PaymentGateway,
  ProviderDispute,
  ProviderPayment,
  ProviderRefund,
} from '../../../adapters/payment/gateway.ts';
import type { Context } from '../../../context.ts';
import { findPaymentByProviderId } from '../bills/flag-payment.ts';
import { requireCurrentGateway } from './find-gateway.ts';
import { isUnrecordedDispute, recordDispute } from '../refunds/record-dispute.ts';
import { planRecovery, recoverPayment, type RecoveryOutcome } from '../sessions/recover-payment.ts';
import { findRefund, settleRefund } from '../refunds/settle-refund.ts';

/** The provider's clock may be ahead of ours. */
const CLOCK_DIFFERENCE_MS = 60 * 60_000;
const DAY_MS = 86_400_000;
/** Without a time, payments are compared this far back: long enough to notice a restore and to fix it. */
const DEFAULT_DAYS = 7;
/** Banks decide most disputes within this time, so one from before the restore may have been decided since. */
const DISPUTES_LAST_DAYS = 180;

interface Sum {
  readonly count: number;
  readonly amount: Cents;
}

/** What the provider has, and where it is here. The last three add up to the first. */
export interface ComparedSums {
  readonly atProvider: Sum;
  readonly onBills: Sum;
  readonly withoutOrder: Sum;
  readonly missing: Sum;
}

export interface FoundPayment {
  readonly payment: ProviderPayment;
  readonly outcome: RecoveryOutcome;
}

export interface FoundRefund {
  readonly refund: ProviderRefund;
  readonly isKnown: boolean;
}

export interface FoundDispute {
  readonly dispute: ProviderDispute;
  /** False while a refund of the disputed payment is not decided: the next run completes it. */
  readonly isComplete: boolean;
}

export interface ReconciliationSince {
  readonly title: string;
  readonly since: Date;
  readonly payments: readonly FoundPayment[];
  readonly refunds: readonly FoundRefund[];
  /** Disputes that were opened or decided since. */
  readonly disputes: readonly FoundDispute[];
  readonly paymentSums: ComparedSums;
  readonly refundSums: ComparedSums;
}

/**
 * Reads every payment, refund and dispute of the provider since a time, and records what this database does not know, for
 * example after it was restored to an earlier moment. Repeating it changes nothing.
 */
export async function reconcileSince(
  context: Context,
  { since: start, isDryRun = false }: { readonly since?: Date | undefined; readonly isDryRun?: boolean },
): Promise<ReconciliationSince> {
  const gateway = requireCurrentGateway(context);
  const since = start ?? (await defaultStart(context));
  const until = new Date(context.clock.now().getTime() + CLOCK_DIFFERENCE_MS);
  // Everything is read before anything is recorded: refunds that this run makes are not part of the comparison.
  const payments = await Array.fromAsync(gateway.payments(since, until));
  const allRefunds = await Array.fromAsync(gateway.refunds(since, until));
  const openedSince = new Date(since.getTime() - DISPUTES_LAST_DAYS * DAY_MS);
  const disputes = await Array.fromAsync(gateway.disputes(openedSince, until));
  const refunds: ProviderRefund[] = [];
  for (const refund of allRefunds) {
    if (await belongsHere(context, gateway, refund, payments)) refunds.push(refund);
  }

  const foundPayments: FoundPayment[] = [];
  for (const payment of payments.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const outcome = isDryRun
      ? PLANNED_OUTCOMES[(await planRecovery(context, gateway, payment)).recovery]
      : await recoverPayment(context, gateway, payment);
    foundPayments.push({ payment, outcome });
  }
  const foundRefunds: FoundRefund[] = [];
  for (const refund of refunds) {
    const known = await findRefund(context.db, refund);
    if (!isDryRun) await settleRefund(context, gateway, refund);
    foundRefunds.push({ refund, isKnown: known !== undefined });
  }
  const newPayments = new Set(
    foundPayments.filter(({ outcome }) => outcome !== 'known').map(({ payment }) => payment.paymentId),
  );
  const foundDisputes: FoundDispute[] = [];
  for (const dispute of disputes) {
    const isNew = newPayments.has(dispute.paymentId) || (await isUnrecordedDispute(context, gateway, dispute));
    if (!isNew) continue;
    foundDisputes.push({ dispute, isComplete: isDryRun || (await recordDispute(context, gateway, dispute)) });
  }
  return {
    title: gateway.title,
    since,
    payments: foundPayments,
    refunds: foundRefunds,
    disputes: foundDisputes,
    paymentSums: await comparePayments(context, gateway.name, payments),
    refundSums: await compareRefunds(context, refunds),
  };
}

/** What a dry run reports instead of the outcome, because it records nothing. */
const PLANNED_OUTCOMES = { known: 'known', settle: 'settled', attach: 'attached', raise: 'attention' } as const;

/** A week ago, or an hour before the newest event if that is earlier. */
async function defaultStart(context: Context): Promise<Date> {
  const newest = await context.db
    .selectFrom('events')
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirst();
  const weekAgo = context.clock.now().getTime() - DEFAULT_DAYS * DAY_MS;
  return new Date(Math.min(weekAgo, (newest?.at?.getTime() ?? weekAgo) - CLOCK_DIFFERENCE_MS));
}

/**
 * Whether a refund is of one of our payments. An older payment that this database does not know is added to the list.
 */
async function belongsHere(
  context: Context,
  gateway: PaymentGateway,
  { of }: ProviderRefund,
  payments: ProviderPayment[],
): Promise<boolean> {
  if (of === null) return false;
  if (payments.some(({ paymentId }) => paymentId === of.paymentId)) return true;
  if (await findPaymentByProviderId(context.db, gateway.name, of.paymentId)) return true;
  const payment = await gateway.findPayment(of.paymentId);
  if (payment) payments.push(payment);
  return payment !== null;
}

interface RecordedRow {
  readonly on_bill: boolean;
  readonly amount: number;
}

async function comparePayments(context: Context, provider: string, payments: readonly ProviderPayment[]) {
  const { rows } = await sql<RecordedRow>`
    select bill_id is not null as on_bill, amount_cents + tip_cents as amount
    from payments
    where provider = ${provider} and status = 'succeeded'
      and provider_payment_id = any(${payments.map(({ paymentId }) => paymentId)}::text[])
  `.execute(context.db);
  return compareSums(payments, rows);
}

/** Refunds that failed moved no money. */
async function compareRefunds(context: Context, refunds: readonly ProviderRefund[]): Promise<ComparedSums> {
  const moved = refunds.flatMap(({ providerRefundId: id, of, status }) =>
    of === null || status === 'failed' ? [] : [{ id, amount: of.amount }],
  );
  const { rows } = await sql<RecordedRow>`
    select bill_id is not null as on_bill, amount_cents + tip_cents as amount
    from refunds where status <> 'failed' and provider_refund_id = any(${moved.map(({ id }) => id)}::text[])
  `.execute(context.db);
  return compareSums(moved, rows);
}

/** Sums what is recorded here, not what the provider says, so that a wrong amount shows as missing. */
function compareSums(atProvider: readonly { readonly amount: Cents }[], recorded: readonly RecordedRow[]) {
  const total = sumOf(atProvider);
  const onBills = sumOf(recorded.filter((row) => row.on_bill));
  const withoutOrder = sumOf(recorded.filter((row) => !row.on_bill));
  const missing = {
    count: total.count - onBills.count - withoutOrder.count,
    amount: cents(total.amount - onBills.amount - withoutOrder.amount),
  };
  return { atProvider: total, onBills, withoutOrder, missing };
}

function sumOf(values: readonly { readonly amount: number }[]): Sum {
  return { count: values.length, amount: addCents(ZERO, ...values.map(({ amount }) => cents(amount))) };
}
