import type { RawBuilder } from 'kysely';

/** A person who acted as staff or as a driver, and the name that replaces theirs. */
export interface RenamedStaff {
  readonly userId: string;
  readonly name: string;
}

export interface RenamedRows {
  readonly name: string;
  /** The names under which the person acted, as an SQL array. */
  readonly formerNames: RawBuilder<unknown>;
  /** An SQL condition: the name on the order in this column is theirs. */
  readonly isOfPerson: (column: string) => RawBuilder<boolean>;
}
