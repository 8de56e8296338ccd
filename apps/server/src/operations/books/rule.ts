import { sql, type RawBuilder } from 'kysely';

/** Something that must hold in the books at every moment, however the server was ended. */
export interface Rule {
  /** What holds, as one would tell the owner. */
  readonly holds: string;
  /** Selects `subject` and `detail` of everything for which it does not. */
  readonly broken: (asOf: AsOf) => RawBuilder<Finding>;
}

/** The moment of the audit, for what is only kept for a while. */
export interface AsOf {
  /** Events of before may have been cleared away. */
  readonly eventsSince: Date;
}

/** One thing for which a rule does not hold. */
export interface Finding {
  readonly subject: string;
  readonly detail: string;
}

/** Cents as people write them. */
export function dollars(cents: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char((${cents}) / 100.0, 'FM999999990.00')`;
}

/**
 * What a reader of the event log has read: its consequences must be there. What it has not read yet
 * is on its way and breaks nothing.
 */
export function wasReadBy(reader: string): RawBuilder<boolean> {
  return sql`exists (select from event_readers r where r.name = ${reader} and (e.transaction, e.id) <= (r.transaction, r.id))`;
}
