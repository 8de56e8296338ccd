import { ApiError } from '../../shared/api/api-error.ts';
import { api, type Body, type CallArguments, type CallOptions } from '../../shared/api/api.ts';
import { sendOrQueue } from '../../shared/offline/send-or-queue.ts';
import type { SentRequests, TillCall } from './stored-order.ts';

/** The result of an earlier request whose response was lost. */
export type EarlierRequest =
  | { readonly kind: 'order'; readonly orderId: string | null }
  /** A link for the order as it was then, which can no longer be paid. */
  | { readonly kind: 'link' };

/** True if the server checked the order and rejected it. Rate limits and missing sign-ins are not rejections. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // A discount needs a manager's approval that was not granted.
  return ['manager-needed', 'wrong-pin', 'pin-locked'].includes(error.code) || [400, 404, 409].includes(error.status);
}

/** Sends an order. Also answers when another order was sent under the same key before. */
export async function post(call: TillCall, body: object, options: CallOptions) {
  try {
    return await api(call, ...([{ body }, options] as unknown as CallArguments<TillCall>));
  } catch (error) {
    return keyUsed(error);
  }
}

/** Sends a round; without a connection it waits in the queue of changes. */
export async function sendRound(body: object, about: string, { idempotencyKey, ...options }: CallOptions) {
  try {
    return await sendOrQueue({ call: 'addRound', body: body as Body<'addRound'> }, about, idempotencyKey, options);
  } catch (error) {
    return keyUsed(error);
  }
}

function keyUsed(error: unknown): 'key-used' {
  if (error instanceof ApiError && error.code === 'idempotency-key-reused') return 'key-used';
  throw error;
}

/**
 * Whether an earlier request to another call has arrived. Probes with an order without dishes under the same key: such
 * an order is never accepted, so the probe has no effect.
 */
export async function hasArrived({ key, sent }: SentRequests): Promise<boolean> {
  if (!sent) return false;
  const body = JSON.parse(sent.bodies.at(-1) ?? '{}');
  const empty =
    sent.call === 'createAdminPaymentLink' ? { orderData: { ...body.orderData, items: [] } } : { ...body, items: [] };
  try {
    await post(sent.call, empty, { idempotencyKey: key });
    return true;
  } catch (error) {
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
    const answer = await post(sent?.call ?? 'createAdminOrderCash', JSON.parse(body), { idempotencyKey: key });
    if (answer === 'key-used') continue;
    if ('orderId' in answer) return { kind: 'order', orderId: answer.orderId };
    const { orderId } = await api('cancelPaymentLink', { body: { sessionId: answer.sessionId } });
    return orderId === null ? { kind: 'link' } : { kind: 'order', orderId };
  }
  return sent?.call === 'createAdminPaymentLink' ? { kind: 'link' } : { kind: 'order', orderId: null };
}
