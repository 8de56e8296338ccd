import { sql, type RawBuilder } from 'kysely';

/** A rule that must hold between tables at all times, even after a crash. */
export interface Rule {
  /** What holds, in words for the owner. */
  readonly holds: string;
  /** Selects `subject` and `detail` of every violation. */
  readonly broken: (asOf: AuditTimes) => RawBuilder<Finding>;
}

/** The time of the audit, for data with limited retention. */
export interface AuditTimes {
  /** Earlier events may be deleted. */
  readonly eventsSince: Date;
}

/** A violation of a rule. */
export interface Finding {
  readonly subject: string;
  readonly detail: string;
}

export function dollarsSql(cents: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char((${cents}) / 100.0, 'FM999999990.00')`;
}

/**
 * True if a reader of the event log has read the event `e`, so its effects must exist. Unread events are pending and
 * break no rule.
 */
export function wasReadBy(reader: string): RawBuilder<boolean> {
  return sql`exists (select from event_readers r where r.name = ${reader} and (e.transaction, e.id) <= (r.transaction, r.id))`;
}
