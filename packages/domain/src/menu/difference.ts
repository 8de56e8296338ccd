/** One field that two people changed, or one of them while the other was at it. */
export interface Difference<F extends string = string> {
  readonly field: F;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Both changed it, and not to the same. */
  readonly clashes: boolean;
}

/** What somebody else changed since `base`, beside what I wanted to change: for the second of two editors. */
export function differences<T extends object, F extends keyof T & string>(
  fields: readonly F[],
  base: T,
  mine: T,
  theirs: T,
): Difference<F>[] {
  return fields.flatMap((field) => {
    if (same(base[field], theirs[field])) return [];
    const clashes = !same(base[field], mine[field]) && !same(mine[field], theirs[field]);
    return [{ field, base: base[field], mine: mine[field], theirs: theirs[field], clashes }];
  });
}

/**
 * My fields on top of what somebody else saved meanwhile: theirs where I changed nothing, mine where
 * both did; and what they changed, first what both did.
 */
export function reconciled<T extends object, F extends keyof T & string>(
  fields: readonly F[],
  base: T,
  mine: T,
  theirs: T,
): { readonly fields: T; readonly changes: readonly Difference<F>[] } {
  const changes = differences(fields, base, mine, theirs);
  const merged = { ...mine };
  for (const { field, clashes } of changes) if (!clashes) merged[field] = theirs[field];
  return { fields: merged, changes: changes.toSorted((a, b) => Number(b.clashes) - Number(a.clashes)) };
}

/** The fields that differ from `base`, with their new values: all that needs to be sent. */
export function changedFields<T extends object, F extends keyof T & string>(
  fields: readonly F[],
  base: T,
  mine: T,
): Partial<Pick<T, F>> {
  const changes: Partial<Pick<T, F>> = {};
  for (const field of fields) if (!same(base[field], mine[field])) changes[field] = mine[field];
  return changes;
}

/** Nothing, an empty text and an empty list say the same; lists are compared in order. */
function same(a: unknown, b: unknown): boolean {
  return written(a) === written(b);
}

function written(value: unknown): string {
  const isNothing =
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return isNothing ? '' : JSON.stringify(value);
}
