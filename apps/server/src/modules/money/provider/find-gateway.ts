import { refuse, say } from '@tiffin/domain/core';
import type { Context } from '../../../context.ts';
import { GatewayUnavailable, type CardReaders, type PaymentGateway } from '../../../adapters/payment/gateway.ts';

/** The provider that takes new card payments, or a refusal without one. */
export function requireCurrentGateway(context: Context): PaymentGateway {
  if (!context.payments) throw refuse('failed-precondition', say`Card payments are not set up. Please pay in cash.`);
  return context.payments;
}

/** The provider that a payment was made with, because refunds must go through the same one. */
export function gatewayFor(context: Context, provider: string): PaymentGateway {
  const gateway = context.payments;
  if (gateway?.name === provider) return gateway;
  throw new GatewayUnavailable(`The payment provider ${provider} is not connected`);
}

/** The card readers of the current provider, or a refusal without them. */
export function requireCardReaders(context: Context): CardReaders {
  const { readers } = requireCurrentGateway(context);
  if (!readers) throw refuse('failed-precondition', say`The card provider in use has no card readers.`);
  return readers;
}

/** Stops waiting after the time limit. The call may still succeed; the sweep finds out later. */
export async function waitAtMost<T>(ms: number, answer: Promise<T>): Promise<T | 'too-late'> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'too-late'>((resolve) => {
    timer = setTimeout(() => resolve('too-late'), ms);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
