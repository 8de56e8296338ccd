import { REQUEST_LIMITS, type RateLimit, type CallRateLimits } from '@tiffin/contract/rate-limits';
import { refuse, Refusal } from '@tiffin/domain/core';
import { actorIdOf, isStaff, userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context as HonoContext } from 'hono';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import type { RequestInfo } from './api-context.ts';

/** What is left of a limit. */
export interface Allowance {
  readonly limit: RateLimit;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** A limit and the subject whose use is counted. */
export type LimitUse = readonly [limit: RateLimit, subject: string];

/** The network address of a request as a subject. */
export function addressOf(from: Pick<RequestInfo, 'address'>): string {
  return from.address ?? 'unknown';
}

/**
 * The limits that a request uses: that of the person and also that of the address, because accounts are free. Staff
 * use only their own, because they share an address all evening.
 */
export function limitUsesOf(rate: CallRateLimits, actor: Actor, from: Pick<RequestInfo, 'address'>): LimitUse[] {
  const address = addressOf(from);
  const who = actorIdOf(actor) ?? address;
  if (rate.address && isStaff(actor)) return [[REQUEST_LIMITS.work, who]];
  return [
    ...(rate.each ? [[rate.each, who] as const] : []),
    ...(rate.address ? [[rate.address, address] as const] : []),
  ];
}

/**
 * Counts one use of each limit in PostgreSQL, shared by all copies. If one is used up, refuses with 429 and the
 * seconds to wait and counts nothing, so that a blocked client does not use up the limit of its address. Returns the
 * tightest remainder.
 */
export async function countLimitUses(context: Context, ...uses: readonly LimitUse[]): Promise<Allowance | null> {
  if (!context.config.RATE_LIMITS || uses.length === 0) return null;
  const now = context.clock.now();
  // Sorted, so that two requests cannot deadlock. A period that began before `earliest` is over and starts anew.
  const sorted = uses.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const { rows } = await sql<{ key: string; count: number; window_started_at: Date; is_counted: boolean }>`
    with requested as (
      select key, most, ${now}::timestamptz - seconds * interval '1 second' as earliest
      from unnest(${sorted.map(keyOf)}::text[], ${sorted.map(([{ most }]) => most)}::int[],
        ${sorted.map(([{ seconds }]) => seconds)}::int[]) as requested (key, most, seconds)
    ), spent as (
      select r.key, r.count + 1 as count, r.window_started_at from rate_limits r join requested using (key)
      where r.count >= most and r.window_started_at > earliest
    ), counted as (
      insert into rate_limits as r (key, count, window_started_at)
      select key, 1, ${now} from requested where not exists (select from spent)
      on conflict (key) do update set (count, window_started_at) = (
        select case when r.window_started_at <= earliest then 1 else r.count + 1 end,
               case when r.window_started_at <= earliest then excluded.window_started_at else r.window_started_at end
        from requested where requested.key = excluded.key)
      returning key, count, window_started_at
    )
    select *, true as is_counted from counted union all select *, false from spent
  `.execute(context.db);
  const rowByKey = new Map(rows.map((row) => [row.key, row]));
  const allowances = sorted.map((use) => allowanceOf(use, rowByKey.get(keyOf(use)), now));
  const [longest] = allowances
    .filter(({ remaining }) => remaining < 0)
    .toSorted((a, b) => b.resetSeconds - a.resetSeconds);
  if (longest) {
    // Requests of the same moment do not see each other in `spent`, so a use may be counted beyond the limit.
    if (rows.some((row) => row.is_counted)) await returnUse(context, ...sorted);
    throw refuse(longest.limit.code ?? 'rate-limited', undefined, { retryAfter: longest.resetSeconds });
  }
  return allowances.toSorted((a, b) => a.remaining - b.remaining)[0] ?? null;
}

const keyOf = ([limit, subject]: LimitUse): string => `${limit.name}:${subject}`;

function allowanceOf(
  [limit]: LimitUse,
  row: { readonly count: number; readonly window_started_at: Date } | undefined,
  now: Date,
): Allowance {
  const endsAt = (row?.window_started_at ?? now).getTime() + limit.seconds * 1_000;
  const resetSeconds = Math.max(1, Math.ceil((endsAt - now.getTime()) / 1_000));
  return { limit, remaining: limit.most - (row?.count ?? 1), resetSeconds };
}

/** Takes back uses that were counted. */
export async function returnUse(context: Context, ...uses: readonly LimitUse[]): Promise<void> {
  if (!context.config.RATE_LIMITS || uses.length === 0) return;
  await sql`
    update rate_limits set count = count - 1 where count > 0 and key in (
      select key from rate_limits where key = any(${uses.map(keyOf)}::text[]) order by key for update)
  `.execute(context.db);
}

/**
 * Finds what a typed code stands for. A wrong code counts against the address and the account; a right one writes
 * nothing. The guesses of one caller run one after the other, so that a burst gets no more tries than the limit allows;
 * each further copy of the server allows at most one more.
 */
export async function withinGuesses<T>(
  context: Context,
  limit: RateLimit,
  { actor, from }: LimitedCaller,
  find: () => Promise<T> | T,
): Promise<T> {
  // Staff share an address all evening.
  const subjects = [userIdOf(actor), isStaff(actor) ? null : addressOf(from)].filter((each) => each !== null);
  return withinGuessesOf(
    context,
    subjects.map((subject): LimitUse => [limit, subject]),
    find,
  );
}

/** Finds what a typed code stands for. A wrong one counts against each of these limits. */
export async function withinGuessesOf<T>(
  context: Context,
  guesses: readonly LimitUse[],
  find: () => Promise<T> | T,
): Promise<T> {
  return afterEarlierWork(guesses.map(keyOf), async () => {
    for (const guess of guesses) await refuseWhenSpent(context, guess);
    const found = await find();
    if (!found) await countLimitUses(context, ...guesses);
    return found;
  });
}

/** The last work of each key, until it is done. */
const lastWork = new Map<string, Promise<unknown>>();

/** Does work after all earlier work for any of these keys. */
async function afterEarlierWork<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
  const running = Promise.allSettled(keys.map((key) => lastWork.get(key) ?? Promise.resolve())).then(work);
  for (const key of keys) lastWork.set(key, running);
  try {
    return await running;
  } finally {
    for (const key of keys) if (lastWork.get(key) === running) lastWork.delete(key);
  }
}

/** Deletes counters whose period began before a time. */
export async function deleteOldLimits(db: Context['db'], before: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('window_started_at', '<', before).execute();
}

/** Starts a cooldown that lasts `ms` from now. While an earlier one lasts, returns when that began. */
export async function startCooldown(tx: Tx, key: string, ms: number, now: Date): Promise<Date | null> {
  const { rows } = await sql`
    insert into rate_limits as r (key, count, window_started_at) values (${key}, 1, ${now})
    on conflict (key) do update set window_started_at = excluded.window_started_at
    where r.window_started_at <= ${new Date(now.getTime() - ms)}
    returning key
  `.execute(tx);
  if (rows.length > 0) return null;
  const { window_started_at: last } = await tx
    .selectFrom('rate_limits')
    .select('window_started_at')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return last;
}

export interface LimitedCaller {
  readonly actor: Actor;
  readonly from: Pick<RequestInfo, 'address'>;
  /** The request has the access token of a link. */
  readonly sendsToken?: boolean;
}

/** Refusals whose use stays counted. */
const countedRefusals = new WeakSet<Refusal>();

/** For `catch` after costly work: a refusal of that work does not return the use. */
export function keepUseCounted(error: unknown): never {
  if (error instanceof Refusal) countedRefusals.add(error);
  throw error;
}

/** A refusal that may be a wrong guess although it has details. */
export class PossibleGuess extends Refusal {}

/**
 * Counts a use, does the work, and returns the use if the work was refused, unless the rate says otherwise: a form that
 * is wrong forty times locks nobody out. Uses in progress are counted, so a burst is still stopped.
 */
export async function withinRate<T>(
  context: Context,
  rate: CallRateLimits,
  { actor, from, ...request }: LimitedCaller,
  work: (allowance: Allowance | null) => Promise<T> | T,
): Promise<T> {
  // A token counts only if the call takes one.
  const sendsToken = rate.guess?.takesToken === true && request.sendsToken === true;
  const guess =
    rate.guess && !isStaff(actor)
      ? { ...rate.guess, use: [sendsToken ? REQUEST_LIMITS.guessToken : rate.guess.limit, addressOf(from)] as const }
      : null;
  // A correct token cannot be guessed, so its holder need not wait for those who try.
  if (guess && !sendsToken) await refuseWhenSpent(context, guess.use);
  const uses = limitUsesOf(rate, actor, from);
  const allowance = await countLimitUses(context, ...uses);
  try {
    return await work(allowance);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!rate.countsRefused && !countedRefusals.has(error)) await returnUse(context, ...uses);
    const { code, details } = error.failure;
    // Details are about something that exists, such as a payment that has not arrived yet.
    const isGuess = guess?.code === code && (!details || error instanceof PossibleGuess);
    // The guess that uses up the limit still gets its error; later wrong ones get 429.
    if (guess && isGuess) {
      const refused = await countLimitUses(context, guess.use).catch(requireRefusal);
      if (sendsToken && refused instanceof Refusal) throw refused;
    }
    throw error;
  }
}

/** For requests outside the contract: forms, reports, sign-in. */
export function countRequest(context: Context, { actor, address }: RequestInfo, rate: CallRateLimits) {
  return countLimitUses(context, ...limitUsesOf(rate, actor, { address }));
}

/** For `catch`: returns a refusal and throws every other error again. */
export function requireRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

async function refuseWhenSpent(context: Context, use: LimitUse): Promise<void> {
  const retryAfter = await secondsUntilFree(context, use);
  const [{ code = 'rate-limited' }] = use;
  if (retryAfter > 0) throw refuse(code, undefined, { retryAfter });
}

/** The seconds until a used-up limit is free; 0 if it is not used up. */
export async function secondsUntilFree(context: Context, use: LimitUse): Promise<number> {
  if (!context.config.RATE_LIMITS) return 0;
  const now = context.clock.now();
  const row = await context.db
    .selectFrom('rate_limits')
    .select(['count', 'window_started_at'])
    .where('key', '=', keyOf(use))
    .executeTakeFirst();
  const [{ most, seconds }] = use;
  const isOver = (row?.window_started_at.getTime() ?? 0) + seconds * 1_000 <= now.getTime();
  return !row || row.count < most || isOver ? 0 : allowanceOf(use, row, now).resetSeconds;
}

/** Adds the remaining limit to the response headers, so that clients can slow down in time. */
export function setRateLimitHeaders(c: HonoContext, allowance: Allowance | null): void {
  if (!allowance) return;
  const { limit, remaining, resetSeconds } = allowance;
  c.header('ratelimit', `"${limit.name}";r=${remaining};t=${resetSeconds}`);
  c.header('ratelimit-policy', `"${limit.name}";q=${limit.most};w=${limit.seconds}`);
}

/** Resets counters, for example after the right password. */
export async function resetLimits(context: Context, ...uses: readonly LimitUse[]): Promise<void> {
  await context.db.deleteFrom('rate_limits').where('key', 'in', uses.map(keyOf)).execute();
}
