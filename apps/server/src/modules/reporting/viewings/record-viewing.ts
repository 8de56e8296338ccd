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
import { snapshotTransaction } from '../../../platform/db/transaction.ts';
import { readPosition } from '../report/read-position.ts';
import { requireReportLocations, type ReportInput } from '../report/show-report.ts';
import { findViewings, readViewedRows } from './find-viewings.ts';
import { readRememberedRows, rememberViewing } from './remember-viewing.ts';
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
  return snapshotTransaction(context.db, async (tx) => {
    const viewings = await findViewings(tx, userId, period, at);
    const visitBegan = new Date(at.getTime() - VISIT_MINUTES * 60_000);
    const base = viewings.find((each) => (viewingId === null ? each.at <= visitBegan : each.id === viewingId));
    if (viewingId !== null && !base) throw refuse('not-found');
    const position = await readPosition(tx);
    const rows = await readRememberedRows(tx, period);
    const before = base && rows ? await readViewedRows(tx, base.id) : null;
    if (rows) await rememberViewing(tx, { userId, kind: 'page', period, at }, rows);
    return {
      position,
      isRemembered: rows !== null,
      viewings: viewings.map(viewingAnswer),
      since: base && rows ? viewingAnswer(base) : null,
      changed: before && rows ? changedFigures(page, before, rows) : [],
    };
  });
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
