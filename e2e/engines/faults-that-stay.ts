/** Looks until nothing is wrong: a page that still loads pictures or data may be wrong for a moment. */
export async function faultsThatStay(look: () => Promise<string[]>): Promise<string[]> {
  const began = performance.now();
  let found = await look();
  while (found.length > 0 && performance.now() - began < 3_000) found = await look();
  return found;
}
