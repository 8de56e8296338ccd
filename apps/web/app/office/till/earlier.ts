import { ApiError } from '../../shared/api/api-error.ts';
import { api } from '../../shared/api/api.ts';
import type { Sending } from './begun-order.ts';

/** What came of something sent before whose answer was lost. */
export type Earlier =
  | { readonly kind: 'order'; readonly orderId: string | null }
  /** A link for the order as it stood then, which nobody can pay any more. */
  | { readonly kind: 'link' };

export function isKeyUsed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotency-key-reused';
}

/** The server looked at the order and did nothing; who has to wait or to sign in was not looked at. */
export function isRefusal(error: unknown): boolean {
  return needsManager(error) || (error instanceof ApiError && [400, 404, 409].includes(error.status));
}

/** What the house takes off needed a manager, and nobody said yes. */
export function needsManager(error: unknown): error is ApiError {
  return error instanceof ApiError && ['manager-needed', 'wrong-pin', 'pin-locked'].includes(error.code);
}

/**
 * Whether what was sent by another call has arrived. An order without a dish is never taken, so asking
 * for one under the same key tells, and does nothing.
 */
export async function hasArrived({ key, sent }: Sending): Promise<boolean> {
  if (!sent) return false;
  const asking = { idempotencyKey: key };
  const body = JSON.parse(sent.bodies.at(-1) ?? '{}');
  try {
    if (sent.call !== 'createAdminPaymentLink') await api(sent.call, { body: { ...body, items: [] } }, asking);
    else await api(sent.call, { body: { orderData: { ...body.orderData, items: [] } } }, asking);
    return true;
  } catch (error) {
    if (isKeyUsed(error)) return true;
    if (isRefusal(error)) return false;
    throw error;
  }
}

/**
 * What a used key was used for: asked in the very words of then, the server answers as it did then.
 * A link is taken back, for what it was made for has changed.
 */
export async function findEarlier({ key, sent }: Sending): Promise<Earlier> {
  for (const body of sent?.bodies ?? []) {
    try {
      if (sent?.call === 'createAdminPaymentLink') return await takeBack(body, key);
      const { orderId } = await api(
        sent?.call ?? 'createAdminOrderCash',
        { body: JSON.parse(body) },
        { idempotencyKey: key },
      );
      return { kind: 'order', orderId };
    } catch (error) {
      if (!isKeyUsed(error)) throw error;
    }
  }
  return sent?.call === 'createAdminPaymentLink' ? { kind: 'link' } : { kind: 'order', orderId: null };
}

async function takeBack(body: string, key: string): Promise<Earlier> {
  const { sessionId } = await api('createAdminPaymentLink', { body: JSON.parse(body) }, { idempotencyKey: key });
  const { orderId } = await api('cancelPaymentLink', { body: { sessionId } });
  return orderId === null ? { kind: 'link' } : { kind: 'order', orderId };
}
