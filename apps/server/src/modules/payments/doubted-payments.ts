import type { DisputeSeen, PaymentGateway } from '../../adapters/payment/gateway.ts';
import { cents, say, type Cents } from '@tiffin/domain/core';
import { clockText } from '@tiffin/domain/hours';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import { inHouseWords } from '../../language/interpreter.ts';
import { dayText, moneyText } from '../messages/templates/words.ts';
import { readSite, type SiteSettings } from '../settings/site.ts';
import { lookAtPayment, paymentOf } from './call-attention.ts';

type Provider = Pick<PaymentGateway, 'name' | 'title'>;

/** A guest went to their bank about a payment, or the bank has decided: whoever keeps the money hears until when. */
export async function tellDispute(context: Context, provider: Provider, dispute: DisputeSeen): Promise<void> {
  const site = await readSite(context.db);
  const words = inHouseWords(() => disputeText(provider, dispute, site));
  await tell(context, provider, dispute.paymentId, words, dispute.amount);
}

function disputeText(
  { title }: Provider,
  { amount, answerBy: until, reason, status }: DisputeSeen,
  { timeZone, currency }: Pick<SiteSettings, 'timeZone' | 'currency'>,
): string {
  const money = moneyText(amount, currency);
  if (status === 'won') return say`The dispute over ${money} is over: the money stays`;
  if (status === 'lost') return say`The dispute over ${money} was lost: the bank has taken the money back`;
  const answer = until
    ? say`Answer at ${title} by ${dayText(until, timeZone)}, ${clockText(until, timeZone)}, or the money is lost`
    : say`See ${title} for what to do`;
  return say`A guest disputes ${money} with their bank (${reason}). ${answer}`;
}

/** The card's bank suspects a payment: given back in time, it is never disputed. */
export async function tellFraudWarning(
  context: Context,
  provider: Provider,
  { paymentId, reason }: { readonly paymentId: string; readonly reason: string },
): Promise<void> {
  const words = inHouseWords(
    () =>
      say`The card's bank suspects fraud (${reason}). Refund it now if you do not know this guest: a dispute costs a fee`,
  );
  await tell(context, provider, paymentId, words);
}

async function tell(
  context: Context,
  { name }: Provider,
  paymentId: string,
  reason: string,
  amount?: Cents,
): Promise<void> {
  const payment = await paymentOf(context.db, name, paymentId);
  if (!payment) return;
  await transaction(context.db, (tx) =>
    lookAtPayment(context, tx, payment, { reason, amount: amount ?? cents(payment.amount_cents) }),
  );
}
