import type { ResponseOf } from '@tiffin/contract';
import type { recordFigureViewing } from '@tiffin/contract/reports';
import { refuse, toDollars, type Cents } from '@tiffin/domain/core';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import {
  figureNames,
  figureOf,
  isCount,
  VISIT_MINUTES,
  type DatedRow,
  type Figure,
  type FigurePage,
} from '@tiffin/domain/stats';
import type { Context } from '../../../context.ts';
import { snapshotTransaction, transaction } from '../../../platform/db/transaction.ts';
import { requireReportLocations, type ReportInput } from '../report/show-report.ts';
import { findViewings, readViewedRows } from './find-viewings.ts';
import { readComparableRows } from './read-comparable-rows.ts';
import { rememberViewing } from './remember-viewing.ts';
import type { Viewing } from './viewing.ts';

type Answer = ResponseOf<typeof recordFigureViewing>;

/** Remembers that a person looks at the figures of a period, and says which differ from when they looked before. */
export async function recordViewing(
  context: Context,
  actor: Actor,
  { page, viewingId, ...input }: ReportInput & { readonly page: FigurePage; readonly viewingId: number | null },
): Promise<Answer> {
  const userId = userIdOf(actor);
  if (userId === null) throw refuse('permission-denied');
  const locations = await requireReportLocations(context, actor, input);
  const period = { ...input, page, locationIds: locations.map(({ id }) => id) };
  const at = context.clock.now();
  const primary = context.database.db;
  const { viewings, base, before } = await snapshotTransaction(primary, async (tx) => {
    const list = await findViewings(tx, userId, period, at);
    const visitBegan = new Date(at.getTime() - VISIT_MINUTES * 60_000);
    const found = list.find((each) => (viewingId === null ? each.at <= visitBegan : each.id === viewingId));
    return { viewings: list, base: found, before: found ? await readViewedRows(tx, found.id) : null };
  });
  if (viewingId !== null && !base) throw refuse('not-found');
  const { position, rows } = await readComparableRows(context, period, base);
  if (rows) {
    await transaction(primary, (tx) => rememberViewing(tx, { userId, kind: 'page', period, at, position }, rows));
  }
  return {
    position,
    isRemembered: rows !== null,
    viewings: viewings.map(viewingAnswer),
    since: base && rows ? viewingAnswer(base) : null,
    changed: before && rows ? changedFigures(page, before, rows) : [],
  };
}

export function viewingAnswer({ id, kind, at, position }: Viewing): Answer['viewings'][number] {
  return { id, kind, at: at.toISOString(), position };
}

/** A number of the API: dollars, or a count. */
export const figureAnswer = (figure: Figure, value: Cents): number => (isCount(figure) ? value : toDollars(value));

function changedFigures(page: FigurePage, before: readonly DatedRow[], now: readonly DatedRow[]): Answer['changed'] {
  return figureNames(page, [...before, ...now])
    .map((name) => ({ name, before: figureOf(before, name), now: figureOf(now, name) }))
    .filter((change) => change.before !== change.now)
    .map(({ name: { figure, key }, ...change }) => ({
      figure,
      key,
      before: figureAnswer(figure, change.before),
      now: figureAnswer(figure, change.now),
    }));
}
