import { say } from '@tiffin/domain/core';
import type { Answer } from '../api/api.ts';

type Payment = Answer<'getPayments'>['payments'][number];

/** Who took a payment, and on which shared tablet. Nobody took what a guest paid online. */
export function takenByText({ processedBy, takenOn }: Pick<Payment, 'processedBy' | 'takenOn'>): string {
  if (processedBy === null) return say`The guest, online`;
  return takenOn === undefined ? processedBy : say`${processedBy}, on ${takenOn}`;
}
