import { ApiError } from '../api/api-error.ts';
import { api, type Answer, type Api } from '../api/api.ts';
import { pause } from '../api/pause.ts';

export type PaidOrder = Answer<'getOrderBySessionId'>['order'];

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

/** Polls for the order of a payment; null when it does not appear in time. Throws `PaymentWithoutOrder` or `LostOrder`. */
export async function pollPaidOrder(
  sessionId: string,
  patience: PollDelay,
  signal: AbortSignal,
  ask: Api = api,
): Promise<PaidOrder | null> {
  for (let tries = 0; ; tries++) {
    const wait = patience(tries);
    if (wait === null) return null;
    await pause(wait, signal).catch(() => undefined);
    if (signal.aborted) return null;
    const found = await look(ask, sessionId, signal);
    if (found) return found;
  }
}

/** A missing order and a missing response are treated alike: the next attempt may succeed. A reason is final. */
async function look(ask: Api, sessionId: string, signal: AbortSignal): Promise<PaidOrder | null> {
  try {
    return (await ask('getOrderBySessionId', { body: { sessionId } }, { signal })).order;
  } catch (error) {
    if (error instanceof ApiError && error.details['isLost'] === true) throw new LostOrder(error.message);
    if (error instanceof ApiError && typeof error.details['reason'] === 'string') throw new PaymentWithoutOrder(error);
    if (error instanceof ApiError || signal.aborted) return null;
    throw error;
  }
}
