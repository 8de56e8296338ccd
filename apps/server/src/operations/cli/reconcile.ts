import type { Cents } from '@tiffin/domain/core';
import { clockText } from '@tiffin/domain/hours';
import { parseArgs } from 'node:util';
import { GatewayRefused, GatewayUnavailable } from '../../adapters/payment/gateway.ts';
import { dateTimeText, moneyText } from '../../modules/outbox/templates/mail-formats.ts';
import {
  reconcileSince,
  type ComparedSums,
  type ReconciliationSince,
} from '../../modules/money/provider/reconcile-since.ts';
import { readSite, type SiteSettings } from '../../modules/locations/restaurant/site.ts';
import { UsageError } from './usage-error.ts';
import { withContext } from './with-context.ts';

/** The provider did not answer. What was recorded until then stays, and the next run continues. */
export class ReconciliationStopped extends Error {
  override name = 'ReconciliationStopped';
}

/** Records what the card provider knows and the database does not. Exits with 1 if the sums still differ. */
export async function runReconciliation(args: readonly string[]): Promise<void> {
  const { since, isDryRun } = readOptions(args);
  const lines = await withContext(
    async (context) => {
      const site = await readSite(context.db);
      const result = await reconcileSince(context, { since, isDryRun }).catch(explainProvider);
      if (!isDryRun && (hasMissing(result.paymentSums) || hasMissing(result.refundSums))) process.exitCode = 1;
      return reconciliationLines(result, site, isDryRun);
    },
    { requiresDatabase: true },
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}

function readOptions(args: readonly string[]): { readonly since: Date | undefined; readonly isDryRun: boolean } {
  const { values } = parseArgs({
    args: [...args],
    options: { since: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  });
  const since = values.since === undefined ? undefined : new Date(values.since);
  if (since && Number.isNaN(since.getTime()))
    throw new UsageError(`--since is a time like 2026-11-26T12:00:00-04:00, not ${values.since}.`);
  return { since, isDryRun: values['dry-run'] };
}

function explainProvider(error: unknown): never {
  if (!(error instanceof GatewayUnavailable || error instanceof GatewayRefused)) throw error;
  const reason = error.message.replace(/\.$/, '');
  throw new ReconciliationStopped(
    `The card provider did not answer: ${reason}. What was recorded until now stays. Run the command again.`,
  );
}

const hasMissing = ({ missing }: ComparedSums): boolean => missing.count !== 0 || missing.amount !== 0;

const OUTCOMES = {
  settled: ['settled', 'would be settled'],
  attached: ['attached to its bill', 'would be attached'],
  attention: ['needs attention', 'would need attention'],
} as const;

const DISPUTE_STATES = { asked: 'an inquiry', open: 'open', won: 'won', lost: 'lost' } as const;

/** The result as the person at the terminal reads it. */
export function reconciliationLines(
  { title, since, payments, refunds, disputes, paymentSums, refundSums }: ReconciliationSince,
  { currency, timeZone }: Pick<SiteSettings, 'currency' | 'timeZone'>,
  isDryRun: boolean,
): string[] {
  const money = (amount: Cents) => moneyText(amount, currency).padStart(12);
  const time = (at: Date) => `${dateTimeText(at, timeZone)}, ${clockText(at, timeZone)}`;
  const tense = isDryRun ? 1 : 0;
  const unknown = payments.flatMap(({ payment, outcome }) =>
    outcome === 'known'
      ? []
      : [
          `${OUTCOMES[outcome][tense].padEnd(21)} ${money(payment.amount)}  ${time(payment.at)}  ${payment.paymentId}  ${payment.guest.email}`,
        ],
  );
  const unknownRefunds = refunds.flatMap(({ refund, isKnown }) =>
    isKnown || refund.of === null
      ? []
      : [
          `${['refund recorded', 'would record refund'][tense]?.padEnd(21)} ${money(refund.of.amount)}  ${refund.providerRefundId} of ${refund.of.paymentId}`,
        ],
  );
  const newDisputes = disputes.map(
    ({ dispute, isComplete }) =>
      `${['dispute recorded', 'would record dispute'][tense]?.padEnd(21)} ${money(dispute.amount)}  ${dispute.disputeId} of ${dispute.paymentId}, ${DISPUTE_STATES[dispute.status]}${isComplete ? '' : '; run this again when the refund of this payment is decided'}`,
  );
  const row = (name: string, pick: (sums: ComparedSums) => ComparedSums['atProvider']) =>
    [name.padEnd(21), ...[paymentSums, refundSums].flatMap((sums) => cellsOf(pick(sums), money))].join(' ').trimEnd();
  const newCount = unknown.length + unknownRefunds.length + newDisputes.length;
  return [
    `${title} and this database since ${time(since)}${isDryRun ? ' (dry run: nothing is changed)' : ''}`,
    '',
    ...unknown,
    ...unknownRefunds,
    ...newDisputes,
    newCount === 0
      ? 'Nothing new: every payment, refund and dispute is recorded here.'
      : `${newCount} not known here before.`,
    '',
    `${''.padEnd(21)} ${'payments'.padStart(18)} ${'refunds'.padStart(18)}`,
    row(`at ${title}`, ({ atProvider }) => atProvider),
    row('on bills here', ({ onBills }) => onBills),
    row('in attention', ({ withoutOrder }) => withoutOrder),
    row('missing here', ({ missing }) => missing),
  ].map((line) => line.trimEnd());
}

function cellsOf({ count, amount }: ComparedSums['atProvider'], money: (amount: Cents) => string): string[] {
  return [String(count).padStart(5), money(amount)];
}
