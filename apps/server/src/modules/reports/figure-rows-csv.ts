import { csvAmount, refuse, say, writeCsv } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import { isCount } from '@tiffin/domain/stats';
import type { Context } from '../../context.ts';
import { figureAnswer, readRows, type FigureRowsInput } from './show-figure-rows.ts';

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
