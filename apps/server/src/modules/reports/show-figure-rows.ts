import { cents, refuse, say, toDollars, csvAmount, writeCsv } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import { FIGURE_ROWS_PAGE, isCount, type Figure, type FigureName } from '@tiffin/domain/stats';
import type { Context } from '../../context.ts';
import { pageOf, readCursor } from '../../platform/http/cursor.ts';
import { snapshotTransaction } from '../../platform/db/transaction.ts';
import { readFigureRows, rowIdOf, type FigureRows } from './read-figure-rows.ts';
import type { BreakdownFilter, FilteredBreakdown } from './report/part-source.ts';
import { requireReportLocations, type ReportInput } from './report/show-report.ts';

interface FigureRowsInput extends ReportInput, FigureName {
  /** Limits the rows to those of one row of this breakdown, the one with the key `byKey`. */
  readonly by?: FilteredBreakdown | undefined;
  readonly byKey: string;
  readonly until?: string | undefined;
  readonly cursor?: string | undefined;
}

const SORT = 'time';
/** The columns of a breakdown. */
const FILTERED_FIGURES: ReadonlySet<string> = new Set(['orders', 'units', 'gross', 'discounts', 'refunds', 'net']);

/** Explains a figure of the report or the dashboard: the rows of which it is the sum. */
export async function showFigureRows(context: Context, actor: Actor, input: FigureRowsInput) {
  const cursor = readCursor(input.cursor, SORT, 'time');
  const { rows, count, sum } = await readRows(context, actor, input, { cursor, limit: FIGURE_ROWS_PAGE });
  const { page, nextCursor } = pageOf(rows, FIGURE_ROWS_PAGE, (row) => ({
    sort: SORT,
    value: row.at,
    id: rowIdOf(row),
  }));
  const answer = (amount: number) => figureAnswer(input.figure, amount);
  return {
    rows: page.map(({ at, day, kind, orderId, amount, by }) => ({
      at: at.toISOString(),
      day,
      kind,
      orderId,
      by,
      amount: answer(amount),
    })),
    count,
    sum: answer(sum),
    nextCursor,
  };
}

/** A number of the API: dollars, or a count. */
const figureAnswer = (figure: Figure, amount: number): number => (isCount(figure) ? amount : toDollars(cents(amount)));

/** Reads the rows and their sum in one snapshot, so that they agree. */
async function readRows(
  context: Context,
  actor: Actor,
  { figure, key, by, byKey, until, ...input }: FigureRowsInput,
  page: { readonly cursor?: ReturnType<typeof readCursor<'time'>>; readonly limit: number },
): Promise<FigureRows> {
  const locations = await requireReportLocations(context, actor, input);
  if (by !== undefined && !FILTERED_FIGURES.has(figure)) {
    throw refuse('invalid-argument', say`This figure is not part of the breakdowns.`, { field: 'by' });
  }
  const filter: BreakdownFilter | null = by === undefined ? null : { by, key: byKey };
  const scope = {
    locationIds: locations.map(({ id }) => id),
    from: input.from,
    to: input.to,
    until: until === undefined ? null : new Date(until),
  };
  return snapshotTransaction(context.db, (tx) => readFigureRows(tx, scope, { figure, key }, { filter, ...page }));
}

const MAX_ROWS = 100_000;

/** All rows of a figure as a table. The last line is their sum, which is the figure. */
export async function figureRowsCsv(context: Context, actor: Actor, input: FigureRowsInput) {
  const { rows, count, sum } = await readRows(context, actor, input, { limit: MAX_ROWS });
  if (count > MAX_ROWS) {
    throw refuse('invalid-argument', say`These are more than ${MAX_ROWS} rows. Please choose fewer days.`, {
      field: 'to',
    });
  }
  const value = (amount: number) => {
    const answer = figureAnswer(input.figure, amount);
    return isCount(input.figure) ? answer : csvAmount(answer);
  };
  const text = writeCsv(
    [say`Time (UTC)`, say`Business day`, 'kind', say`Order`, say`Recorded by`, say`Amount`],
    [
      ...rows.map((row) => [
        row.at.toISOString(),
        row.day,
        row.kind,
        row.orderId ?? '',
        row.by ?? '',
        value(row.amount),
      ]),
      ['', '', 'sum', '', '', value(sum)],
    ],
  );
  return { name: `${input.figure}-${input.from}-${input.to}.csv`, text, rows: count };
}
