import { Stripe } from 'stripe';
import { say } from '@tiffin/domain/core';
import { GatewayForgot, GatewayRefused, GatewayUnavailable } from '../gateway.ts';

/** What a person at the counter can do about a reader that does not do as it is told. */
const READER_WORDS: Readonly<Record<string, string>> = {
  terminal_reader_offline: say`The reader is offline. Check that it is switched on and connected.`,
  terminal_reader_busy: say`The reader is busy with something else. Finish or cancel it there.`,
  terminal_reader_hardware_fault: say`The reader has a fault. Switch it off and on again.`,
};

/** It may have been done or not. */
const NO_VERDICT: ReadonlySet<string> = new Set(['terminal_reader_timeout', 'lock_timeout']);

/** A session or payment of ours is read, and nothing else is named: what is missing is that. */
export async function readOurs<T>(work: () => Promise<T>): Promise<T> {
  return inOurWords(() =>
    work().catch((error: unknown) => {
      const isMissing = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
      throw isMissing ? new GatewayForgot(error.message) : error;
    }),
  );
}

/** Their errors in our words: what was understood and refused, and what may have happened or not. */
export async function inOurWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const said =
      error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
    const code = error.code ?? '';
    // 409 and 429 are no verdicts; neither is anything Stripe itself could not do.
    const isVerdict = said && error.statusCode !== 409 && error.statusCode !== 429 && !NO_VERDICT.has(code);
    throw isVerdict ? new GatewayRefused(READER_WORDS[code] ?? error.message) : new GatewayUnavailable(error.message);
  }
}
