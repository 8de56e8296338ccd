import { asText } from '@tiffin/domain/core';
import { ApiError } from '../api/api-error.ts';
import { api, type Answer, type Api } from '../api/api.ts';
import { pause } from '../api/pause.ts';

type FoundOrder = Answer<'getOrderBySessionId'>;
export type PaidOrder = FoundOrder['order'];

/** The delay before the next attempt, by the attempts made; null ends the polling. */
export type PollDelay = (triesMade: number) => number | null;

/** No order will come of the payment, because the location may no longer take orders. */
export class PaymentWithoutOrder extends Error {
  /** True if the money is on its way back. */
  readonly isRefunded: boolean;

  constructor({ message, details }: ApiError) {
    super(message);
    this.isRefunded = details['sessionStatus'] === 'paid';
  }
}

/** The order is not there because the server's data was restored to an earlier moment. */
export class LostOrder extends Error {}

/** The session of a payment page, and the access token of the address to which it returns. */
export interface PaymentReturn {
  readonly sessionId: string;
  readonly token?: string | undefined;
}

/**
 * Why there is no order yet: the provider reports the payment as open, closed or paid; this browser may not see it; or
 * there was no usable response.
 */
export interface MissingOrder {
  readonly status: 'open' | 'closed' | 'paid' | 'hidden' | 'unknown';
  /** Where an open payment can be made. */
  readonly paymentUrl: string | null;
}

/** Polls for the order of a payment; null when it does not appear in time. Throws `PaymentWithoutOrder` or `LostOrder`. */
export async function pollPaidOrder(
  payment: PaymentReturn,
  delayBefore: PollDelay,
  signal: AbortSignal,
  {
    ask = api,
    onMissing,
  }: {
    /** Replaces the API in tests. */
    ask?: Api;
    /** Called after each attempt that found no order, with the number of attempts. */
    onMissing?: (missing: MissingOrder, tries: number) => void;
  } = {},
): Promise<FoundOrder | null> {
  for (let tries = 0; ; tries++) {
    const wait = delayBefore(tries);
    if (wait === null) return null;
    await pause(wait, signal).catch(() => undefined);
    if (signal.aborted) return null;
    const found = await readOrder(ask, payment, signal);
    if ('order' in found) return found;
    onMissing?.(found, tries + 1);
  }
}

/** After a missing order or response the next attempt may succeed; with a reason of the server, none will. */
async function readOrder(ask: Api, payment: PaymentReturn, signal: AbortSignal): Promise<FoundOrder | MissingOrder> {
  try {
    return await ask('getOrderBySessionId', { body: { ...payment } }, { signal });
  } catch (error) {
    if (!(error instanceof ApiError)) {
      if (signal.aborted) return { status: 'unknown', paymentUrl: null };
      throw error;
    }
    const { details, status } = error;
    if (details['isLost'] === true) throw new LostOrder(error.message);
    if (typeof details['reason'] === 'string') throw new PaymentWithoutOrder(error);
    const hasToken = payment.token !== undefined;
    return {
      status: statusOf(details['sessionStatus'], status, hasToken),
      paymentUrl: asText(details['paymentUrl']) || null,
    };
  }
}

/**
 * During an upgrade, a server of the version before may answer. It knows no token and refuses with 401, but the next
 * attempt may reach a new server.
 */
function statusOf(sessionStatus: unknown, httpStatus: number, hasToken: boolean): MissingOrder['status'] {
  if (sessionStatus === 'open' || sessionStatus === 'paid') return sessionStatus;
  if (typeof sessionStatus === 'string') return 'closed';
  return httpStatus === 404 || (httpStatus === 401 && !hasToken) ? 'hidden' : 'unknown';
}
