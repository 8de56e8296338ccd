import type { ChosenOptions } from './types.ts';

/** A key that is equal for equal choices, in whatever sequence they were made; '' for the defaults. */
export function choicesKey(chosen: ChosenOptions | undefined): string {
  if (chosen === undefined) return '';
  const units = new Map<string, number>();
  for (const { groupId, optionId, units: more } of chosen) {
    const at = JSON.stringify([groupId, optionId]);
    units.set(at, (units.get(at) ?? 0) + more);
  }
  return [...units]
    .map(([at, sum]) => `${at}×${sum}`)
    .toSorted()
    .join();
}
