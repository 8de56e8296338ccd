/** Names that a database records when it was made before the baseline, shortened to three of the 56. */
export const replacedMigrations: readonly string[] = ['0001-first', '0010-bills', '0056-leave-at-door'];
