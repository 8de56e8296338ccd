import { cents, refuse, say, toDollars, valueOrThrow, type Cents, type DateText } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import { authorise, type Actor } from '@tiffin/domain/people';
import {
  debitSum,
  JOURNAL_FORMATS,
  journalItemLabel,
  journalItems,
  MAX_JOURNAL_DAYS,
  MAX_JOURNAL_LINES,
  daysOf,
  reportPeriodProblem,
  splitJournal,
  unmappedItems,
  writeJournalFile,
  type JournalAccount,
  type JournalDay,
  type JournalFormat,
  type JournalLine,
  type ReportPeriod,
} from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { readNames } from '../../people/read-names.ts';
import { dayOf } from '../../locations/business-day-sql.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { journalTotals, readJournal, type ShownJournalDay } from './read-journal.ts';

export interface JournalInput extends ReportPeriod {
  readonly locationId: string;
}

/** The journal of a period of one location, with the accounts and the files into which it is split. */
export async function showJournal(context: Context, actor: Actor, input: JournalInput) {
  const { days, today } = await readJournalDays(context, actor, input);
  const accounts = await readJournalAccounts(context.db);
  const totals = journalTotals(days);
  // The items of the period, and those that were mapped before.
  const items = journalItems([...days.flatMap(({ lines }) => lines), ...accounts]);
  const nameOf = await readNames(
    context.db,
    days.map(({ closedBy }) => closedBy),
  );
  const { currency } = await readSite(context.db);
  return {
    currency,
    today,
    debit: toDollars(debitSum(totals)),
    credit: toDollars(debitSum(totals.map(({ item, amount }) => ({ item, amount: cents(0 - amount) })))),
    accounts: items.map((item) => {
      const { name, code } = accounts.find((each) => each.item === item) ?? { name: '', code: '' };
      return { item, label: journalItemLabel(item), name, code };
    }),
    missing: unmappedItems(days, accounts).map(journalItemLabel),
    totals: totals.map(lineAnswer),
    days: days.map(({ day, lines, closedAt, closedBy, corrects }) => ({
      day,
      lines: lines.map(lineAnswer),
      closedAt: closedAt?.toISOString() ?? null,
      closedBy: nameOf(closedBy),
      corrects: [...corrects],
    })),
    files: JOURNAL_FORMATS.flatMap((format) =>
      splitJournal(days, MAX_JOURNAL_LINES[format]).map((file, index) => ({
        format,
        part: index + 1,
        from: file[0]?.day ?? input.from,
        to: file.at(-1)?.day ?? input.to,
        lines: file.reduce((sum, { lines }) => sum + lines.length, 0),
      })),
    ),
  };
}

/** One of the files into which the journal of a period is split. Refused while an account is missing. */
export async function showJournalFile(
  context: Context,
  actor: Actor,
  { format, part, ...input }: JournalInput & { readonly format: JournalFormat; readonly part: number },
): Promise<string> {
  const { days } = await readJournalDays(context, actor, input);
  const accounts = await readJournalAccounts(context.db);
  requireAccounts(days, accounts);
  const file = splitJournal(days, MAX_JOURNAL_LINES[format])[part - 1];
  if (!file) throw refuse('not-found', say`This period has no such file.`);
  return writeJournalFile(format, { days: file, accounts, location: input.locationId });
}

/** Checks the period and that the actor manages the location, and reads its days. */
export async function readJournalDays(
  context: Context,
  actor: Actor,
  input: JournalInput,
  db: Db | Tx = context.db,
): Promise<{ days: ShownJournalDay[]; today: DateText }> {
  const problem = reportPeriodProblem(input);
  if (problem) throw refuse(problem.code, problem.message, problem.details);
  const count = daysOf(input);
  if (count > MAX_JOURNAL_DAYS) {
    throw refuse('invalid-argument', say`A journal covers at most three months. Please choose fewer days.`, {
      field: 'to',
    });
  }
  valueOrThrow(authorise('dashboard.read', actor, { locationId: input.locationId }));
  const { rows } = await sql<{ today: DateText }>`
    select ${dayOf(sql`${context.clock.now()}::timestamptz`)} as today from locations l where l.id = ${input.locationId}
  `.execute(db);
  const [location] = rows;
  if (!location) throw refuse('location-not-found');
  const days = Array.from({ length: count }, (_, index) => addDays(input.from, index));
  return { days: await readJournal(db, input.locationId, days), today: location.today };
}

/** The account of each item of the journal that has one. */
export function readJournalAccounts(db: Db | Tx): Promise<JournalAccount[]> {
  return db.selectFrom('journal_accounts').select(['item', 'name', 'code']).orderBy('item').execute();
}

/** Refuses while an item of these days has no account. */
export function requireAccounts(days: readonly JournalDay[], accounts: readonly JournalAccount[]): void {
  const missing = unmappedItems(days, accounts);
  if (missing.length === 0) return;
  const labels = missing.map(journalItemLabel).join(', ');
  throw refuse('failed-precondition', say`These need an account first: ${labels}. Enter its name and its code.`, {
    missing,
  });
}

function lineAnswer({ item, amount }: JournalLine) {
  const positive: Cents = cents(Math.abs(amount));
  const [debit, credit] = amount > 0 ? [positive, cents(0)] : [cents(0), positive];
  return { item, label: journalItemLabel(item), debit: toDollars(debit), credit: toDollars(credit) };
}
