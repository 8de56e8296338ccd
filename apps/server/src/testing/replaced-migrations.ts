/** Names that a database of 0.2.0 records, shortened to three. */
export const replacedMigrations: readonly string[] = ['0057-baseline', '0070-accepted-orders', '0078-journal'];
