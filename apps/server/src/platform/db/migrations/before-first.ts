/**
 * The migrations of version 0.1.0. `0001-first` makes at once what they made one by one, so a database or a backup that
 * has them all has the first.
 */
const beforeFirst: ReadonlySet<string> = new Set([
  '0001-foundation',
  '0010-orders',
  '0020-payments',
  '0030-reservations',
  '0040-people-messages',
  '0050-menu-photos',
  '0055-house-images',
  '0060-service',
  '0065-welcome-offer',
  '0070-push',
  '0075-mail-content',
  '0080-kept-as-it-is',
  '0085-owed-by-hand',
]);

/** The same migrations by today's names; null when only some of the old ones ran: that schema is none we know. */
export function byTodaysNames(names: readonly string[]): readonly string[] | null {
  const old = names.filter((name) => beforeFirst.has(name));
  if (old.length === 0) return names;
  if (old.length < beforeFirst.size) return null;
  return ['0001-first', ...names.filter((name) => !beforeFirst.has(name))];
}
