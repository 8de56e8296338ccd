import { createHmac, timingSafeEqual } from 'node:crypto';
import { cents } from '@tiffin/domain/core';
import { z } from 'zod';
import type { Row } from '../../../platform/db/schema.ts';
import { ForgedEvent, type GatewayEvent, type ProviderRefund, type ProviderSession } from '../gateway.ts';

export const SIGNATURE_HEADER = 'sandbox-signature';
const TOLERANCE_SECONDS = 300;

/** The format is `t=<seconds>,v1=<hex>`. The time is part of the signature, so that old events cannot be replayed. */
export function signEvent(raw: string, secret: string, signedAt: Date): string {
  const seconds = Math.floor(signedAt.getTime() / 1000);
  return `t=${seconds},v1=${mac(raw, secret, seconds)}`;
}

export function hasValidSignature(raw: string, header: string | null, secret: string, now: Date): boolean {
  const read = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '');
  if (!read?.[1] || !read[2]) return false;
  const seconds = Number(read[1]);
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS) return false;
  return timingSafeEqual(Buffer.from(read[2], 'hex'), Buffer.from(mac(raw, secret, seconds), 'hex'));
}

function mac(raw: string, secret: string, seconds: number): string {
  return createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex');
}

export type SandboxSession = Row<'sandbox_sessions'>;
export type SandboxRefund = Row<'sandbox_refunds'>;

const eventBody = z.object({
  id: z.string(),
  type: z.string(),
  session: z
    .object({
      id: z.string(),
      reference: z.string(),
      status: z.enum(['open', 'paid', 'expired', 'cancelled']),
      amount: z.number().int().nullable(),
      paymentId: z.string().nullable(),
    })
    .optional(),
  refund: z
    .object({
      id: z.string(),
      reference: z.string(),
      status: z.enum(['pending', 'succeeded', 'failed']),
      reason: z.string().nullable(),
      // Missing in events stored by older versions.
      paymentId: z.string().optional(),
      amount: z.number().int().optional(),
    })
    .optional(),
});
type EventBody = z.output<typeof eventBody>;

export type EventSubject = Pick<EventBody, 'session' | 'refund'>;

export function eventRow(id: string, type: string, subject: EventSubject, deliverAt: Date) {
  const body: EventBody = { id, type, ...subject };
  return { id, body: JSON.stringify(body), copies: 1, deliver_at: deliverAt };
}

export function sessionBody(row: SandboxSession): NonNullable<EventBody['session']> {
  const paid = row.status === 'paid';
  return {
    id: row.id,
    reference: row.reference,
    status: row.status,
    amount: paid ? row.amount_cents : null,
    paymentId: row.payment_id,
  };
}

export function refundBody(row: SandboxRefund): NonNullable<EventBody['refund']> {
  return {
    id: row.id,
    reference: row.reference,
    status: row.status,
    reason: row.status === 'failed' ? 'The bank could not take the refund' : null,
    paymentId: row.payment_id,
    amount: row.amount_cents,
  };
}

export function readEvent(raw: string): GatewayEvent {
  let body: EventBody;
  try {
    body = eventBody.parse(JSON.parse(raw));
  } catch {
    throw new ForgedEvent('not an event of the sandbox');
  }
  const { id, type, session, refund } = body;
  if (session) return { id, type, about: 'session', session: toProviderSession(session) };
  if (refund) return { id, type, about: 'refund', refund: toProviderRefund(refund) };
  return { id, type, about: 'nothing-of-ours' };
}

export function toProviderSession({
  id,
  reference,
  status,
  amount,
  paymentId,
}: ReturnType<typeof sessionBody>): ProviderSession {
  return { reference, providerSessionId: id, status, amount: amount === null ? null : cents(amount), paymentId };
}

export function toProviderRefund({
  id,
  status,
  paymentId,
  amount,
  ...rest
}: ReturnType<typeof refundBody>): ProviderRefund {
  return {
    reference: rest.reference,
    providerRefundId: id,
    of: paymentId === undefined || amount === undefined ? null : { paymentId, amount: cents(amount) },
    status: status === 'pending' ? 'requested' : status,
    reason: rest.reason,
  };
}
