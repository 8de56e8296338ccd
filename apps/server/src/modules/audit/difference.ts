/** What changed between two readings of the same thing, for the audit log; null when nothing did. */
export function differenceOf<T extends object>(was: T, is: T): { before: Partial<T>; after: Partial<T> } | null {
  const fields = keysOf(is).filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]));
  if (fields.length === 0) return null;
  const only = (row: T): Partial<T> => {
    const part: Partial<T> = {};
    for (const field of fields) part[field] = row[field];
    return part;
  };
  return { before: only(was), after: only(is) };
}

function keysOf<T extends object>(thing: T): (keyof T)[] {
  return Object.keys(thing).filter((key): key is Extract<keyof T, string> => Object.hasOwn(thing, key));
}
