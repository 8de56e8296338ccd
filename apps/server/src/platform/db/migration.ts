import type { Kysely } from 'kysely';

/** A change of the schema. It runs while older copies of the server serve; CONTRIBUTING.md has the rules. */
export interface Migration {
  up(db: Kysely<unknown>): Promise<void>;
  /**
   * True if it must not run in a transaction, because it builds an index concurrently or changes rows in batches. Such
   * a migration may be interrupted at any point and then runs again from its start.
   */
  readonly runsOutsideTransaction?: true;
  /**
   * The oldest version that works with the changed schema. Set when something is removed; older copies then refuse to
   * start.
   */
  readonly oldestVersion?: string;
}
