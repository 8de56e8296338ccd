import { say } from '../core/language.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { shareBack, type BackToTender, type PartBack, type PartPaid } from './tenders.ts';

/** A payment as it is taken back: what the house wrote down by hand, never what a provider took. */
export interface PartTaken extends PartPaid {
  readonly provider: string;
}

/**
 * A part of a bill that was recorded by mistake is taken back whole, with its tip and its coins, and is due again.
 * `refunds` are those of its bill.
 */
export function undonePart(payment: PartTaken, refunds: readonly PartBack[]): Result<BackToTender> {
  const refused = (words: string) => err(failure('failed-precondition', words));
  if (payment.provider !== 'till') {
    return refused(say`This was paid by card: its money goes back by a refund.`);
  }
  // Refunds are shares of all that was paid: with a part less they would be other shares.
  if (refunds.some(({ status, ofChange = false }) => status !== 'failed' && !ofChange)) {
    return refused(say`Some of this bill was refunded already. Refund what is left of it.`);
  }
  const [back] = shareBack([payment], refunds, payment.amount);
  return back ? ok(back) : refused(say`Nothing of this payment is left to take back.`);
}
