import type { ResponseOf } from '@tiffin/contract';
import type { getFigureChanges } from '@tiffin/contract/reports';
import { cents, refuse } from '@tiffin/domain/core';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import { changedRows, figureOf, type ChangedRow, type FigureName } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../platform/db/connection.ts';
import { requireReportLocations } from '../report/show-report.ts';
import { lastChange, whoDid } from '../who-did.ts';
import { unpackRows } from './pack-rows.ts';
import { readComparableRows } from './read-comparable-rows.ts';
import { figureAnswer, viewingAnswer } from './record-viewing.ts';

type Answer = ResponseOf<typeof getFigureChanges>;

/** How many changed rows are listed. The others are summed up in one. */
export const MAX_CHANGED_ROWS = 200;

/** Explains why a figure differs from when the person looked: the rows that changed, which add up to the difference. */
export async function showChanges(
  context: Context,
  actor: Actor,
  { viewingId, figure, key }: FigureName & { readonly viewingId: number },
): Promise<Answer> {
  // The rows come with it, because a newer viewing may replace it meanwhile.
  const viewing = await context.database.db
    .selectFrom('figure_viewings')
    .select(['id', 'kind', 'page', 'location_id', 'location_ids', 'from_day', 'to_day', 'at', 'position', 'rows'])
    .where('id', '=', viewingId)
    .where('user_id', '=', userIdOf(actor))
    .executeTakeFirst();
  if (!viewing) throw refuse('not-found');
  const days = { from: viewing.from_day, to: viewing.to_day };
  const locations = await requireReportLocations(context, actor, { locationId: viewing.location_id, ...days });
  const locationIds = locations.map(({ id }) => id);
  if (viewing.location_ids.some((id) => !locationIds.includes(id))) throw refuse('not-found');
  const { page, location_id: locationId } = viewing;
  const before = await unpackRows(viewing.rows);
  const { rows } = await readComparableRows(context, { page, locationId, locationIds, ...days }, viewing);
  const now = rows ?? before;
  const changes = changedRows(before, now, { figure, key });
  return {
    since: viewingAnswer(viewing),
    before: figureAnswer(figure, figureOf(before, { figure, key })),
    now: figureAnswer(figure, figureOf(now, { figure, key })),
    rows: await describeRows(context.database.db, figure, changes.slice(0, MAX_CHANGED_ROWS)),
    count: changes.length,
    difference: figureAnswer(figure, cents(changes.reduce((sum, row) => sum + row.now - row.before, 0))),
  };
}

interface Cause {
  readonly by: string | null;
  readonly changedAt: Date | null;
  readonly changedBy: string | null;
}

/** Names who did what a row shows. A sale that changed was changed by someone else, later. */
async function describeRows(
  db: Db,
  figure: FigureName['figure'],
  rows: readonly ChangedRow[],
): Promise<Answer['rows']> {
  const list = rows.map(({ at, kind, orderId }, place) => ({ place, at: new Date(at), kind, order_id: orderId }));
  const { rows: causes } = await sql<Cause>`
    select ${whoDid(sql`c`)} as by, change.at as "changedAt", change.by as "changedBy"
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as c (place int, at timestamptz, kind text, order_id text)
    left join lateral ${lastChange(sql`c.order_id`)} change on true order by c.place
  `.execute(db);
  return rows.map(({ at, day, kind, orderId, before, now }, place) => {
    const cause = causes[place];
    const isNewRow = before === 0;
    return {
      at: new Date(at).toISOString(),
      day,
      kind,
      orderId,
      before: figureAnswer(figure, before),
      now: figureAnswer(figure, now),
      difference: figureAnswer(figure, cents(now - before)),
      by: (isNewRow ? cause?.by : cause?.changedBy) ?? cause?.by ?? null,
      changedAt: isNewRow ? null : (cause?.changedAt?.toISOString() ?? null),
    };
  });
}
