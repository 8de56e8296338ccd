const BASELINE = '0078-baseline';
const LAST_REPLACED = '0078-journal';

/**
 * Names of applied migrations in terms of today's migrations: the baseline stands for the 78 migrations it replaced.
 * Null when only some of them were applied, because then the schema is not the baseline's.
 */
export function withBaseline(applied: readonly string[]): readonly string[] | null {
  const later = applied.filter((name) => name > LAST_REPLACED);
  if (later.length === applied.length) return applied;
  if (!applied.includes(BASELINE) && !applied.includes(LAST_REPLACED)) return null;
  return [BASELINE, ...later];
}
