export const BASELINE = '0078-baseline';
const LAST_REPLACED = '0078-journal';
/** Recorded with the baseline in a new database, so that the first version after 0.2.0 knows its tables, too. */
export const REPLACED_BY_BASELINE =
  '0057-baseline 0058-hash-link-tokens 0059-fiscal-rules 0060-security-log 0061-secure-accounts 0062-erase-people 0063-reservation-sequence 0064-api-key-limits 0065-fiscal-reversals 0066-picture-store 0067-report-days 0068-invitations 0069-allergies 0070-accepted-orders 0071-promised-window 0072-delivery-areas 0073-reservation-change 0074-consent-wording 0075-granted-by-keys 0076-orders-by-phone 0077-kitchen-stations 0078-journal'.split(
    ' ',
  );

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
