import type { ResponseOf } from '@tiffin/contract';
import type { getReportRows } from '@tiffin/contract/reports';
import { cents, toDollars } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import type { ReportFigure } from '@tiffin/domain/stats';
import type { Context } from '../../../context.ts';
import { readFigureRows } from './read-figure-rows.ts';
import { requireReportLocations, type ReportInput } from './show-report.ts';

/** Explains a figure of a report: the rows of which it is the sum. */
export async function showReportRows(
  context: Context,
  actor: Actor,
  { figure, key, ...input }: ReportInput & { readonly figure: ReportFigure; readonly key: string },
): Promise<ResponseOf<typeof getReportRows>> {
  const locations = await requireReportLocations(context, actor, input);
  const scope = { locationIds: locations.map(({ id }) => id), from: input.from, to: input.to };
  const { rows, count, sum } = await readFigureRows(context.db, scope, figure, key);
  return {
    rows: rows.map(({ at, day, kind, orderId, amount }) => ({
      at: at.toISOString(),
      day,
      kind,
      orderId,
      amount: toDollars(cents(amount)),
    })),
    count,
    sum: toDollars(cents(sum)),
  };
}
