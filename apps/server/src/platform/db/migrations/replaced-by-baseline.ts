const BASELINE = '0057-baseline';
const LAST_REPLACED = '0056-leave-at-door';

/**
 * Names of applied migrations in terms of today's migrations: the baseline stands for the 56 migrations it replaced.
 * Null when only some of the 56 were applied, because then the schema is not the baseline's.
 */
export function withBaseline(applied: readonly string[]): readonly string[] | null {
  const replaced = applied.filter((name) => name < BASELINE);
  if (replaced.length === 0) return applied;
  if (!replaced.includes(LAST_REPLACED)) return null;
  return [BASELINE, ...applied.filter((name) => name > BASELINE)];
}
