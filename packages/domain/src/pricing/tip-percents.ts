/** How many percentages a location may offer. */
export const MAX_TIP_PRESETS = 4;
/** The highest percentage that a location may offer. */
export const MAX_TIP_PERCENT = 100;

/** Reads typed percentages such as "10, 15, 18"; null if a number is wrong or there are none or too many. */
export function parseTipPercents(typed: string): number[] | null {
  const percents = [...new Set(typed.match(/[^\s,;%]+/g))].map(Number);
  const isValid = percents.every((percent) => Number.isInteger(percent) && percent >= 1 && percent <= MAX_TIP_PERCENT);
  return isValid && percents.length >= 1 && percents.length <= MAX_TIP_PRESETS ? percents : null;
}
