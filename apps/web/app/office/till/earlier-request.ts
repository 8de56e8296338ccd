import { ApiError } from '../../shared/api/api-error.ts';
import { api } from '../../shared/api/api.ts';
import type { SentRequests } from './stored-order.ts';

/** The result of an earlier request whose response was lost. */
export type EarlierRequest =
  | { readonly kind: 'order'; readonly orderId: string | null }
  /** A link for the order as it was then, which can no longer be paid. */
  | { readonly kind: 'link' };

export function isKeyUsed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotency-key-reused';
}

/** True if the server checked the order and rejected it. Rate limits and missing sign-ins are not rejections. */
export function isRefusal(error: unknown): boolean {
  return needsManager(error) || (error instanceof ApiError && [400, 404, 409].includes(error.status));
}

/** True if a discount needs a manager's approval that was not granted. */
export function needsManager(error: unknown): error is ApiError {
  return error instanceof ApiError && ['manager-needed', 'wrong-pin', 'pin-locked'].includes(error.code);
}

/**
 * Whether an earlier request to another call has arrived. Probes with an order without dishes under the same key: such
 * an order is never accepted, so the probe has no effect.
 */
export async function hasArrived({ key, sent }: SentRequests): Promise<boolean> {
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
 * Finds out what a used key created: a request with the original body gets the original response. A payment link is
 * cancelled, because the order has changed since.
 */
export async function findEarlier({ key, sent }: SentRequests): Promise<EarlierRequest> {
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

async function takeBack(body: string, key: string): Promise<EarlierRequest> {
  const { sessionId } = await api('createAdminPaymentLink', { body: JSON.parse(body) }, { idempotencyKey: key });
  const { orderId } = await api('cancelPaymentLink', { body: { sessionId } });
  return orderId === null ? { kind: 'link' } : { kind: 'order', orderId };
}
