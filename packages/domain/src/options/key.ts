import type { ChosenOptions } from './types.ts';

/** A key that is equal for equal choices, in whatever sequence they were made; '' for the defaults. */
export function choicesKey(chosen: ChosenOptions | undefined): string {
  if (chosen === undefined) return '';
  const units = new Map<string, number>();
  for (const { groupId, optionId, units: added } of chosen) {
    const option = JSON.stringify([groupId, optionId]);
    units.set(option, (units.get(option) ?? 0) + added);
  }
  return [...units]
    .map(([option, sum]) => `${option}×${sum}`)
    .toSorted()
    .join();
}
