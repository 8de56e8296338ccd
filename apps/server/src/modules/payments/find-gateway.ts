import { refuse, say } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import { GatewayUnavailable, type CardReaders, type PaymentGateway } from '../../adapters/payment/gateway.ts';

/** The card provider in use; without one, what needs it is refused. */
export function gatewayOf(context: Context): PaymentGateway {
  if (!context.payments) throw refuse('failed-precondition', say`Card payments are not set up. Please pay in cash.`);
  return context.payments;
}

/** The provider a row was made with; money can only go back the way it came. */
export function gatewayFor(context: Context, provider: string): PaymentGateway {
  const gateway = context.payments;
  if (gateway?.name === provider) return gateway;
  throw new GatewayUnavailable(`The payment provider ${provider} is not connected`);
}

/** The readers of the provider in use; without any, what needs them is refused. */
export function readersOf(context: Context): CardReaders {
  const { readers } = gatewayOf(context);
  if (!readers) throw refuse('failed-precondition', say`The card provider in use has no card readers.`);
  return readers;
}

/** No answer in time is no answer; what it did meanwhile is found out later. */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T | 'too-late'> {
  let timer: NodeJS.Timeout | undefined;
  const bell = new Promise<'too-late'>((resolve) => {
    timer = setTimeout(() => resolve('too-late'), ms);
  });
  try {
    return await Promise.race([answer, bell]);
  } finally {
    clearTimeout(timer);
  }
}
