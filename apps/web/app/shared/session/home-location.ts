import type { Actor } from '@tiffin/domain/people';

/** Where somebody begins who has not chosen: where they work, else where the chain begins, else the first. */
export function homeLocation(placeIds: readonly string[], actor: Actor, defaultId: string): string | undefined {
  const own = actor.kind === 'person' ? actor.locationIds : [];
  return own.find((id) => placeIds.includes(id)) ?? placeIds.find((id) => id === defaultId) ?? placeIds[0];
}
