import type { Context, Tx } from '../../context.ts';
import { locationAnswer } from './location-answer.ts';
import { isDraft, readLocation } from './queries.ts';

export type LocationChange = 'added' | 'updated' | 'activated' | 'deactivated' | 'deleted' | 'pace';

/** Announces a change with the location as guests see it. */
export async function announceLocation(context: Context, tx: Tx, id: string, change: LocationChange): Promise<void> {
  const now = context.clock.now();
  const row = await readLocation(tx, id);
  if (!row) return;
  await context.events.append(tx, {
    type: 'location.changed',
    locationId: id,
    at: now,
    // Guests hear of every location; a draft is not for them yet.
    data: isDraft(row) ? { change } : { change, location: locationAnswer(row, now) },
  });
}
