/**
 * The oldest release of each PostgreSQL without a hole that was known on 2026-11-30. When a release closes a hole, raise
 * its number and the date here, and the image in compose.yaml. Read:
 * - 18.7 of 2026-11-12 (CVE-2026-6460, 8.8), and 15.20, which Debian ships as the security update of 15.
 * - 17.11 and 16.15 of 2026-08-13: https://www.postgresql.org/support/security/CVE-2026-14678/
 *
 * Before 18.2 the names and notes that guests type could write past a buffer of pg_trgm (CVE-2026-2007).
 */
export const OLDEST_SAFE_POSTGRESQL: Readonly<Record<number, number>> = { 15: 20, 16: 15, 17: 11, 18: 7 };

/** 180004 is written 18.4. */
export function versionText(versionNumber: number): string {
  return `${Math.floor(versionNumber / 10_000)}.${versionNumber % 10_000}`;
}

/** What to tell the operator about a server with known holes. Null without them, and for versions newer than the list. */
export function updateAdvice(versionNumber: number, { isOwn }: { readonly isOwn: boolean }): string | null {
  const major = Math.floor(versionNumber / 10_000);
  const oldest = OLDEST_SAFE_POSTGRESQL[major];
  if (oldest === undefined || versionNumber % 10_000 >= oldest) return null;
  const version = versionText(versionNumber);
  return isOwn
    ? `The PostgreSQL that comes with Tiffin is ${version}; ${major}.${oldest} closes security holes. Only programs of this account can reach it. For a restaurant, use a PostgreSQL that your system keeps up to date (docs/operations.md, “PostgreSQL”).`
    : `DATABASE_URL: PostgreSQL ${version} has known security holes. Upgrade it to ${major}.${oldest} or newer (docs/operations.md, “PostgreSQL”).`;
}
