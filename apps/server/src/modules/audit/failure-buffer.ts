import type { SecurityKind } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/connection.ts';
import { runOutsideTransaction } from '../../platform/db/one-connection.ts';
import { logFailure } from '../../platform/db/outage-log.ts';
import { securityRow, type SecurityEntry } from './record-security-entries.ts';

/** A failed attempt. The account is named by its id or by the e-mail address that was typed. */
export interface SecurityFailure extends Omit<SecurityEntry, 'at' | 'details' | 'userId'> {
  readonly userId?: string | null;
  readonly email?: string;
  /** Later attempts are refused for a while. */
  readonly wasRefused?: boolean;
}

interface CountedFailure {
  readonly failure: SecurityFailure;
  readonly at: Date;
  lastAt: Date;
  count: number;
  wasRefused: boolean;
}

const MINUTE_MS = 60_000;
const WRITE_AFTER_MS = 1_000;
/** One address may fill this many entries per kind and minute, and as many again without the user agent. */
const MAX_ENTRIES_PER_ADDRESS = 10;
/** All addresses together may fill as many entries with details per kind and minute. */
const MAX_DETAILED_ENTRIES = 250;
/** As many addresses have an entry of their own that has no details. Later ones share one without an address. */
const MAX_BARE_ADDRESSES = 250;
const MAX_KEY_LENGTH = 400;
const ROWS_PER_INSERT = 500;

/**
 * Counts failed attempts and writes them once a second, outside the requests, so that a flood does not slow down
 * sign-ins. Equal failures within a minute are one entry with a count. A crash loses at most the last second.
 */
export class SecurityFailureBuffer {
  readonly #parts: { readonly db: Db; readonly clock: Clock; readonly log: Logger };
  #waiting = new Map<string, CountedFailure>();
  #budgets = { minute: 0, ofKinds: new Map<SecurityKind, KindBudget>() };
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: { readonly db: Db; readonly clock: Clock; readonly log: Logger }) {
    this.#parts = parts;
  }

  add(failure: SecurityFailure): void {
    const now = this.#parts.clock.now();
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    const stored = this.#budgetOf(failure.kind, minute).fit(failure);
    const key = countingKeyOf(stored, minute);
    const counted = this.#waiting.get(key);
    if (counted) {
      counted.count++;
      counted.lastAt = now;
      counted.wasRefused ||= failure.wasRefused === true;
    } else {
      this.#waiting.set(key, {
        failure: stored,
        at: now,
        lastAt: now,
        count: 1,
        wasRefused: failure.wasRefused === true,
      });
    }
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
          logFailure(this.#parts.log, error, 'failed attempts could not be written to the security log', {
            level: 'error',
          }),
        );
      this.#writing = runOutsideTransaction(() => this.#writing.then(write));
    }
    return this.#writing;
  }

  #budgetOf(kind: SecurityKind, minute: number): KindBudget {
    if (this.#budgets.minute !== minute) this.#budgets = { minute, ofKinds: new Map() };
    const budget = this.#budgets.ofKinds.get(kind) ?? new KindBudget();
    this.#budgets.ofKinds.set(kind, budget);
    return budget;
  }
}

/**
 * How many entries the failures of one kind may fill in a minute. In a flood an entry loses its user agent first, then
 * its account and at last its address, so that no address hides another.
 */
class KindBudget {
  #detailed = 0;
  readonly #ofAddresses = new Map<string | null, { readonly full: Set<string>; readonly withoutAgent: Set<string> }>();
  readonly #bareAddresses = new Set<string>();

  /** The failure, without what there is no room for. */
  fit(failure: SecurityFailure): SecurityFailure {
    const { kind, from } = failure;
    const address = from?.address ?? null;
    const own = this.#ofAddresses.get(address) ?? { full: new Set(), withoutAgent: new Set() };
    const agentless = { ...failure, from: from && { ...from, userAgent: null } };
    const fitting = this.#takeRoom(own.full, failure) ?? this.#takeRoom(own.withoutAgent, agentless);
    if (fitting) {
      this.#ofAddresses.set(address, own);
      return fitting;
    }
    if (from === null || address === null) return { kind, from: null };
    if (!this.#bareAddresses.has(address) && this.#bareAddresses.size >= MAX_BARE_ADDRESSES) {
      return { kind, from: null };
    }
    this.#bareAddresses.add(address);
    return { kind, from: { requestId: from.requestId, address } };
  }

  /** Returns the failure if there is room for it with these details. */
  #takeRoom(ofAddress: Set<string>, failure: SecurityFailure): SecurityFailure | null {
    const key = countingKeyOf(failure, 0);
    if (ofAddress.has(key)) return failure;
    if (ofAddress.size >= MAX_ENTRIES_PER_ADDRESS || this.#detailed >= MAX_DETAILED_ENTRIES) return null;
    ofAddress.add(key);
    this.#detailed++;
    return failure;
  }
}

/** Equal failures within a minute, by what is known before the database is asked. */
function countingKeyOf(failure: SecurityFailure, minute: number): string {
  const { kind, userId, email, provenBy, tabletId, from } = failure;
  const parts = [minute, kind, userId, email, provenBy, tabletId, from?.address, from?.userAgent];
  return JSON.stringify(parts).slice(0, MAX_KEY_LENGTH);
}

type FailureRow = ReturnType<typeof securityRow> & { count: number; was_refused: boolean; repeat_key: string };

/** Guests have no entries: an e-mail address that was typed counts only if it belongs to staff, or was locked out. */
async function writeFailures(db: Db, counted: readonly CountedFailure[]): Promise<void> {
  const accounts = await accountsOf(db, counted);
  const rows = new Map<string, FailureRow>();
  for (const { failure, at, lastAt, count, wasRefused } of counted) {
    const named = failure.userId ?? failure.email;
    const account = named === undefined ? undefined : accounts.get(named);
    if (account?.role === 'customer') continue;
    if (named !== undefined && !account && failure.kind !== 'locked-out') continue;
    const row = securityRow({ ...failure, at, userId: account?.id ?? null });
    const key = repeatKeyOf(row);
    const same = rows.get(key);
    rows.set(key, {
      ...(same ?? row),
      last_at: lastAt,
      count: count + (same?.count ?? 0),
      was_refused: wasRefused || same?.was_refused === true,
      repeat_key: key,
    });
  }
  // Sorted, so that two copies of the server cannot deadlock.
  const ordered = [...rows.values()].toSorted((a, b) => (a.repeat_key < b.repeat_key ? -1 : 1));
  for (let done = 0; done < ordered.length; done += ROWS_PER_INSERT)
    await insertOrCount(db, ordered.slice(done, done + ROWS_PER_INSERT));
}

/** Equal failures within a minute, as they are stored. Typed addresses that are no accounts are not part of it. */
function repeatKeyOf(row: ReturnType<typeof securityRow>): string {
  const minute = Math.floor(row.at.getTime() / MINUTE_MS);
  const parts = [minute, row.kind, row.user_id, row.proven_by, row.tablet_id, row.address, row.browser, row.system];
  return JSON.stringify(parts);
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
    .insertInto('security_log')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('repeat_key').doUpdateSet({
        count: sql`security_log.count + excluded.count`,
        last_at: sql`greatest(security_log.last_at, excluded.last_at)`,
        was_refused: sql`security_log.was_refused or excluded.was_refused`,
      }),
    )
    .execute();
}
