import type { Chosen } from './types.ts';

/** The same set has the same key, in whatever sequence it was pressed; '' is a dish as it comes. */
export function chosenKey(chosen: Chosen | undefined): string {
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
