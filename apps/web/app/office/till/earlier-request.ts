import { ApiError } from '../../shared/api/api-error.ts';
import { api, type Body, type CallArguments, type CallOptions } from '../../shared/api/api.ts';
import { sendOrQueue } from '../../shared/offline/send-or-queue.ts';
import type { SentRequests, TillCall } from './stored-order.ts';

/** The result of an earlier request whose response was lost. */
export type EarlierRequest =
  | { readonly kind: 'order'; readonly orderId: string | null }
  /** A payment link, which is closed now. */
  | { readonly kind: 'link' };

/** True if the server checked the order and rejected it. Rate limits and missing sign-ins are not rejections. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // A discount needs a manager's approval that was not granted.
  return ['manager-needed', 'wrong-pin', 'pin-locked'].includes(error.code) || [400, 404, 409].includes(error.status);
}

/** Sends an order. Returns 'key-used' if another order was sent under the same key before. */
export async function postOrder(call: TillCall, body: object, options: CallOptions) {
  try {
    // The compiler cannot match the body to one of several calls.
    return await api(call, ...([{ body }, options] as unknown as CallArguments<TillCall>));
  } catch (error) {
    return keyUsedOrThrow(error);
  }
}

/** Sends a round as `postOrder` does; without a connection it waits in the queue of changes. `about` names it there. */
export async function sendRound(body: object, about: string, { idempotencyKey, ...options }: CallOptions) {
  try {
    return await sendOrQueue({ call: 'addRound', body: body as Body<'addRound'> }, about, idempotencyKey, options);
  } catch (error) {
    return keyUsedOrThrow(error);
  }
}

function keyUsedOrThrow(error: unknown): 'key-used' {
  if (error instanceof ApiError && error.code === 'idempotency-key-reused') return 'key-used';
  throw error;
}

/**
 * True if an earlier request arrived. It sends the last order without its dishes under the same key: the server reports
 * a used key, and refuses an order without dishes under a new one, so that this never creates an order.
 */
export async function hasArrived({ key, sent }: SentRequests): Promise<boolean> {
  if (!sent) return false;
  const body = JSON.parse(sent.bodies.at(-1) ?? '{}');
  const withoutDishes =
    sent.call === 'createAdminPaymentLink' ? { orderData: { ...body.orderData, items: [] } } : { ...body, items: [] };
  try {
    await postOrder(sent.call, withoutDishes, { idempotencyKey: key });
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/** Repeats what was sent under a used key, to get its response. A link is cancelled, because the order has changed. */
export async function findEarlier({ key, sent }: SentRequests): Promise<EarlierRequest> {
  if (!sent) return { kind: 'order', orderId: null };
  for (const body of sent.bodies) {
    const answer = await postOrder(sent.call, JSON.parse(body), { idempotencyKey: key });
    if (answer === 'key-used') continue;
    if ('orderId' in answer) return { kind: 'order', orderId: answer.orderId };
    const { orderId } = await api('cancelPaymentLink', { body: { sessionId: answer.sessionId } });
    return orderId === null ? { kind: 'link' } : { kind: 'order', orderId };
  }
  return sent.call === 'createAdminPaymentLink' ? { kind: 'link' } : { kind: 'order', orderId: null };
}
