/** What a database of version 0.1.0 says ran on it: written out, as it stands in the databases that are out there. */
export const migrationsOf010: readonly string[] = [
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
];
