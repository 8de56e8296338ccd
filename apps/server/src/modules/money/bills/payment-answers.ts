import type { ResponseOf } from '@tiffin/contract';
import { cents, toDollars } from '@tiffin/domain/core';
import { isSentRefund, TENDERS } from '@tiffin/domain/payment';
import type { Row } from '../../../platform/db/schema.ts';
import { isOverpaymentRefund, type PaymentRow, type RefundRow } from '../../ledger/ledger.ts';

type WireRefund = ResponseOf<'refundOrderItems'>['refund'];
type WirePayment = Omit<ResponseOf<'getPayments'>['payments'][number], 'refunds'>;
type WireFailure = ResponseOf<'getFailedWebhooks'>['failures'][number];
type WireDay = ResponseOf<'getReconciliations'>['days'][number];

const dollars = (value: number): number => toDollars(cents(value));

/** A refund in the form of the API. It has succeeded unless it failed or waits for staff to hand it over. */
export function refundAnswer(row: RefundRow): WireRefund {
  const byHand = !isSentRefund(row.method) && row.status === 'requested';
  return {
    success: row.status !== 'failed' && !byHand,
    refundId: row.id,
    amount: dollars(row.amount_cents + row.tip_cents + row.cash_rounding_cents),
    status: row.status,
    method: row.method,
    error: row.last_error,
    reason: row.reason,
    orderId: row.order_id,
    locationId: row.location_id,
    requestedAt: row.requested_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    attempts: row.attempts,
    items: row.lines,
    isUndo: row.is_undo,
    isOverpaid: isOverpaymentRefund(row) || undefined,
  };
}

/** A payment in the form of the API. Payments at the till before tenders existed have theirs as the method. */
export function paymentAnswer(row: PaymentRow): WirePayment {
  return {
    paymentId: row.id,
    billId: row.bill_id,
    orderId: row.order_id,
    locationId: row.location_id,
    provider: row.provider,
    method: row.method,
    status: row.status,
    amount: dollars(row.amount_cents),
    tip: dollars(row.tip_cents),
    tender: row.tender ?? TENDERS.find((tender) => tender === row.method) ?? null,
    reference: row.reference,
    card: row.card_brand === null ? null : { brand: row.card_brand, last4: row.card_last4 ?? '' },
    cashRounding: dollars(row.cash_rounding_cents),
    providerPaymentId: row.provider_payment_id,
    processedBy: row.processed_by,
    takenOn: row.taken_on ?? undefined,
    createdAt: row.created_at.toISOString(),
    capturedAt: row.captured_at?.toISOString() ?? null,
  };
}

/** An event of the provider that could not be handled, in the form of the API. */
export function failedWebhookAnswer(row: Row<'failed_webhooks'>): WireFailure {
  return {
    failureId: row.id,
    provider: row.provider,
    eventId: row.event_id,
    eventType: row.event_type,
    reason: row.reason,
    attempts: row.attempts,
    receivedAt: row.received_at.toISOString(),
    lastTryAt: row.last_try_at.toISOString(),
    nextTryAt: row.next_try_at?.toISOString() ?? null,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    event: row.raw,
  };
}

/** A day that was compared with the provider, in the form of the API. */
export function reconciliationAnswer(row: Row<'reconciliations'>): WireDay {
  const dollarsOrNull = (value: number | null): number | null => (value === null ? null : dollars(value));
  return {
    provider: row.provider,
    day: row.day,
    checkedAt: row.checked_at.toISOString(),
    ours: dollars(row.our_cents),
    theirs: dollars(row.their_cents),
    compared: row.compared,
    differences: row.differences.map((each) => ({
      ...each,
      ours: dollarsOrNull(each.ours),
      theirs: dollarsOrNull(each.theirs),
    })),
  };
}
