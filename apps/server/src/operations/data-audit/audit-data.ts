import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import { EVENT_RETENTION_DAYS } from '../../platform/events/log.ts';
import { eventsRules } from './events.ts';
import { figuresRules } from './figures.ts';
import { billsRules, drawerRules, moneyRules } from './money.ts';
import { ordersRules, promotionRules, slotRules, stockRules } from './orders.ts';
import { floorRules, messagesRules, peopleRules } from './people.ts';
import type { Finding, Rule } from './rule.ts';

/** A rule that does not hold, or could not be checked. */
export interface BrokenRule {
  readonly holds: string;
  /** How many findings there are. */
  readonly times: number;
  /** The first few findings. */
  readonly findings: readonly Finding[];
  /** Why the rule could not be checked, for example because of data that cannot be read. */
  readonly error?: string;
}

export interface AuditReport {
  readonly rules: number;
  /** How much data was checked. */
  readonly checkedCounts: {
    readonly orders: number;
    readonly payments: number;
    readonly messages: number;
    readonly bookings: number;
  };
  /** Empty when all rules hold. */
  readonly broken: readonly BrokenRule[];
}

export const RULES: readonly Rule[] = [
  ...ordersRules,
  ...billsRules,
  ...moneyRules,
  ...drawerRules,
  ...messagesRules,
  ...peopleRules,
  ...floorRules,
  ...figuresRules,
  ...eventsRules,
  ...stockRules,
  ...slotRules,
  ...promotionRules,
];

const MAX_FINDINGS = 5;
const DAY = 86_400_000;

/**
 * Checks all rules between tables on one snapshot, while the server runs. Pending work, such as an event being counted
 * or a mail waiting to be sent, breaks no rule.
 */
export function auditData({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<AuditReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => auditInTransaction(tx, clock.now()));
}

/** Checks all rules on what this transaction sees. */
export async function auditInTransaction(tx: Tx, now: Date): Promise<AuditReport> {
  // One hour less than the retention time, because the cleanup runs hourly.
  const retained = new Date(now.getTime() - EVENT_RETENTION_DAYS * DAY + DAY / 24);
  // What was imported has no events.
  const imports = tx.selectFrom('settings').select('updated_at').where('key', '=', 'import');
  const importedAt = (await imports.executeTakeFirst())?.updated_at ?? retained;
  const eventsSince = importedAt > retained ? importedAt : retained;
  const broken: BrokenRule[] = [];
  for (const rule of RULES) {
    await sql`savepoint rule`.execute(tx);
    try {
      const { rows } = await sql<Finding & { times: number }>`
        with broken as materialized (${rule.broken({ eventsSince })})
        select subject, detail, (select count(*) from broken)::int as times from broken order by subject limit ${MAX_FINDINGS}
      `.execute(tx);
      const [first] = rows;
      if (!first) continue;
      broken.push({
        holds: rule.holds,
        times: first.times,
        findings: rows.map(({ subject, detail }) => ({ subject, detail })),
      });
    } catch (error) {
      // If the connection broke, this fails too and ends the audit.
      await sql`rollback to savepoint rule`.execute(tx);
      broken.push({
        holds: rule.holds,
        times: 0,
        findings: [],
        error: error instanceof Error ? error.message : String(error),
      });
    }
  }
  const { rows } = await sql<AuditReport['checkedCounts']>`
    select (select count(*) from orders)::int as orders, (select count(*) from payments)::int as payments,
           (select count(*) from messages)::int as messages, (select count(*) from reservations)::int as bookings
  `.execute(tx);
  const [checkedCounts] = rows;
  if (!checkedCounts) throw new Error('nothing was counted');
  return { rules: RULES.length, checkedCounts, broken };
}

/** The report as the person at the terminal reads it. */
export function auditLines({ rules, checkedCounts, broken }: AuditReport): string[] {
  const checkedData = `${checkedCounts.orders} orders, ${checkedCounts.payments} payments, ${checkedCounts.bookings} bookings, ${checkedCounts.messages} messages`;
  if (broken.length === 0) return [`Everything adds up: ${rules} rules over ${checkedData}.`];
  return [
    ...broken.flatMap(({ holds, times, findings, error }) => [
      error === undefined
        ? `It should be that ${holds}. It is not, ${times} ${times === 1 ? 'time' : 'times'}:`
        : `It should be that ${holds}. This could not be checked: ${error}`,
      ...findings.map(({ subject, detail }) => `    ${subject}: ${detail}`),
      ...(times > findings.length ? [`    and ${times - findings.length} more`] : []),
    ]),
    `${broken.length} of ${rules} rules do not hold, over ${checkedData}.`,
  ];
}
