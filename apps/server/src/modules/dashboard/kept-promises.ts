import type { AnswerOf } from '@tiffin/contract';
import type { getKeptPromises } from '@tiffin/contract/dashboard';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { dashboardScope } from './scope.ts';

/** What each night found of a kitchen's promises. */
export async function showKeptPromises(
  context: Context,
  actor: Actor,
  wish: { readonly locationId: string },
): Promise<AnswerOf<typeof getKeptPromises>> {
  const { locationIds } = await dashboardScope(context, actor, wish.locationId);
  const rows = await context.db
    .selectFrom('learned_times as t')
    .innerJoin('locations as l', 'l.id', 't.location_id')
    .selectAll('t')
    .where('t.location_id', 'in', ['', ...locationIds])
    .where('l.deleted_at', 'is', null)
    .orderBy('l.name')
    .execute();
  return {
    places: rows.map(({ location_id: locationId, quotes, weeks, learned_at: learnedAt }) => ({
      locationId,
      source: quotes ? 'learned' : 'rule',
      learnedAt: learnedAt.toISOString(),
      weeks: weeks.map((week) => ({ ...week })),
    })),
  };
}
