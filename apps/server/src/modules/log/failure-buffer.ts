import { actorIdOf, ANONYMOUS_ACTOR, type AccessEvent, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/connection.ts';
import { runOutsideTransaction } from '../../platform/db/one-connection.ts';
import { logFailure } from '../../platform/db/outage-log.ts';
import { auditRow, type AuditEntry, type EntryOrigin } from './audit-row.ts';

/** A failed attempt. The account is named by its id or by the e-mail address that was typed. */
export interface FailedAttempt extends Pick<AuditEntry, 'provenBy' | 'tabletId'> {
  readonly action: AccessEvent;
  /** The person in whose session it was made, if there is one. */
  readonly actor?: Actor | undefined;
  readonly from: EntryOrigin | null;
  readonly userId?: string | null;
  readonly email?: string;
  /** Later attempts are refused for a while. */
  readonly wasRefused?: boolean;
}

interface CountedFailure {
  readonly failure: FailedAttempt;
  readonly at: Date;
  lastAt: Date;
  count: number;
  wasRefused: boolean;
}

const MINUTE_MS = 60_000;
const WRITE_AFTER_MS = 1_000;
/** One address may fill this many entries with details per action and minute. */
const MAX_DETAILED_PER_ADDRESS = 10;
/** All addresses together may fill this many. */
const MAX_DETAILED_ENTRIES = 250;
/** As many addresses have an entry without details. The failures of further addresses share one entry. */
const MAX_BARE_ADDRESSES = 250;
const MAX_KEY_LENGTH = 400;
const ROWS_PER_INSERT = 500;

/**
 * Counts failed attempts and writes them once a second, outside the requests, so that a flood does not slow down
 * sign-ins. Equal failures within a minute are one entry with a count. A crash loses at most the last second.
 */
export class FailureBuffer {
  readonly #parts: { readonly db: Db; readonly clock: Clock; readonly log: Logger };
  #waiting = new Map<string, CountedFailure>();
  #budgets = { minute: 0, byAction: new Map<AccessEvent, EntryBudget>() };
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: { readonly db: Db; readonly clock: Clock; readonly log: Logger }) {
    this.#parts = parts;
  }

  /** Counts a failure. It is written soon. */
  add(failure: FailedAttempt): void {
    const now = this.#parts.clock.now();
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (this.#budgets.minute !== minute) this.#budgets = { minute, byAction: new Map() };
    const budget = this.#budgets.byAction.get(failure.action) ?? new EntryBudget();
    this.#budgets.byAction.set(failure.action, budget);
    const fitting = budget.fit(failure);
    const key = `${minute} ${countingKeyOf(fitting)}`;
    const counted = this.#waiting.get(key) ?? { failure: fitting, at: now, lastAt: now, count: 0, wasRefused: false };
    counted.count++;
    counted.lastAt = now;
    counted.wasRefused ||= failure.wasRefused === true;
    this.#waiting.set(key, counted);
    this.#timer ??= runOutsideTransaction(() => setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref());
  }

  /** Writes what was counted. Called before the log is read and before the server stops. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const counted = this.#waiting;
    this.#waiting = new Map();
    if (counted.size > 0) {
      const write = () =>
        writeFailures(this.#parts.db, [...counted.values()]).catch((error: unknown) =>
          logFailure(this.#parts.log, error, 'failed attempts could not be written to the audit log', {
            level: 'error',
          }),
        );
      this.#writing = runOutsideTransaction(() => this.#writing.then(write));
    }
    return this.#writing;
  }
}

/**
 * How many entries one action may fill in a minute. In a flood, what exceeds the limit is only counted: each address has
 * one entry for it, so that no address hides another.
 */
class EntryBudget {
  #detailed = 0;
  readonly #detailedByAddress = new Map<string, Set<string>>();
  readonly #bareAddresses = new Set<string>();

  /** Returns the failure, or only its action and its address if there is no room for its details. */
  fit(failure: FailedAttempt): FailedAttempt {
    const { action, from } = failure;
    const address = from?.address ?? '';
    const key = countingKeyOf(failure);
    const detailed = this.#detailedByAddress.get(address) ?? new Set();
    if (detailed.has(key)) return failure;
    if (detailed.size < MAX_DETAILED_PER_ADDRESS && this.#detailed < MAX_DETAILED_ENTRIES) {
      this.#detailedByAddress.set(address, detailed.add(key));
      this.#detailed++;
      return failure;
    }
    const hasEntry = this.#bareAddresses.has(address) || this.#bareAddresses.size < MAX_BARE_ADDRESSES;
    if (!from || address === '' || !hasEntry) return { action, from: null };
    this.#bareAddresses.add(address);
    return { action, from: { requestId: from.requestId, address } };
  }
}

/** Failures with this key are counted together. It contains what is known without the database. */
function countingKeyOf({ action, actor, userId, email, provenBy, tabletId, from }: FailedAttempt): string {
  const parts = [action, actor && actorIdOf(actor), userId, email, provenBy, tabletId, from?.address, from?.userAgent];
  return JSON.stringify(parts).slice(0, MAX_KEY_LENGTH);
}

type FailureRow = ReturnType<typeof auditRow> & { count: number; was_refused: boolean; repeat_key: string };

/** Guests have no entries: an e-mail address that was typed counts only if it belongs to staff, or was locked out. */
async function writeFailures(db: Db, counted: readonly CountedFailure[]): Promise<void> {
  const accounts = await accountsOf(db, counted);
  const rows = new Map<string, FailureRow>();
  for (const { failure, at, lastAt, count, wasRefused } of counted) {
    const named = failure.userId ?? failure.email;
    const account = named === undefined ? undefined : accounts.get(named);
    if (account?.role === 'customer') continue;
    if (named !== undefined && !account && failure.action !== 'locked-out') continue;
    const { actor = ANONYMOUS_ACTOR, action } = failure;
    const subject = { kind: action === 'api-key-refused' ? 'api-key' : 'user', id: account?.id ?? '' } as const;
    const row = auditRow({ ...failure, at, actor, subject });
    const key = repeatKeyOf(row);
    const earlier = rows.get(key);
    rows.set(key, {
      ...(earlier ?? row),
      last_at: lastAt,
      count: count + (earlier?.count ?? 0),
      was_refused: wasRefused || earlier?.was_refused === true,
      repeat_key: key,
    });
  }
  // Sorted, so that two copies of the server cannot deadlock.
  const ordered = [...rows.values()].toSorted((a, b) => (a.repeat_key < b.repeat_key ? -1 : 1));
  for (let done = 0; done < ordered.length; done += ROWS_PER_INSERT)
    await insertOrCount(db, ordered.slice(done, done + ROWS_PER_INSERT));
}

/** Failures with this key share a stored entry: those of a minute that are equal, whichever unknown address was typed. */
function repeatKeyOf(row: ReturnType<typeof auditRow>): string {
  const { at, action, subject_id: subjectId, actor_id: actorId, address } = row;
  const device = 'browser' in row ? [row.proven_by, row.tablet_id, row.browser, row.system] : [];
  return JSON.stringify([Math.floor(at.getTime() / MINUTE_MS), action, subjectId, actorId, address, ...device]);
}

/** The accounts of these failures, by id and by e-mail address. */
async function accountsOf(db: Db, counted: readonly CountedFailure[]) {
  const ids = counted.flatMap(({ failure }) => failure.userId ?? []);
  const emails = counted.flatMap(({ failure }) => failure.email ?? []);
  const users =
    ids.length === 0 && emails.length === 0
      ? []
      : await db
          .selectFrom('users')
          .select(['id', 'email', 'role'])
          .where((row) => row.or([row('id', 'in', [...ids, '']), row('email', 'in', [...emails, ''])]))
          .execute();
  return new Map(users.flatMap((user) => [[user.id, user] as const, [user.email, user] as const]));
}

async function insertOrCount(db: Db, rows: readonly FailureRow[]): Promise<void> {
  await db
    .insertInto('audit_log')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .column('repeat_key')
        .where('repeat_key', 'is not', null)
        .doUpdateSet({
          count: sql`audit_log.count + excluded.count`,
          last_at: sql`greatest(audit_log.last_at, excluded.last_at)`,
          was_refused: sql`audit_log.was_refused or excluded.was_refused`,
        }),
    )
    .execute();
}
