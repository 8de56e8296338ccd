import { LIMITS, type Limit, type Rate } from '@tiffin/contract/rates';
import { refuse, Refusal } from '@tiffin/domain/core';
import { idOf, isStaff, type Actor } from '@tiffin/domain/people';
import type { Context as HonoContext } from 'hono';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { RequestInfo } from './api-context.ts';

export interface Allowance {
  readonly limit: Limit;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** One limit, and whom a use of it is counted to. */
export type Charge = readonly [limit: Limit, subject: string];

/** The network address a request came from, as what is counted. */
export function addressOf(from: Pick<RequestInfo, 'address'>): string {
  return from.address ?? 'unknown';
}

/**
 * What one use is counted to: the person and, whoever they are, their address too, for accounts cost
 * nothing. Staff work all evening from one address and are known by name.
 */
export function chargesOf(rate: Rate, actor: Actor, from: Pick<RequestInfo, 'address'>): Charge[] {
  const address = addressOf(from);
  const who = idOf(actor) ?? address;
  if (rate.address && isStaff(actor)) return [[LIMITS.work, who]];
  return [
    ...(rate.each ? [[rate.each, who] as const] : []),
    ...(rate.address ? [[rate.address, address] as const] : []),
  ];
}

/**
 * Counts one use of each limit, in PostgreSQL, so that all copies share it; refuses with 429 and the
 * seconds to wait when one is used up, and counts nothing then: whoever goes on after their own end takes
 * nothing from others at their address. Answers what is left of the tightest.
 */
export async function spend(context: Context, ...charges: readonly Charge[]): Promise<Allowance | null> {
  if (!context.config.RATE_LIMITS || charges.length === 0) return null;
  const now = context.clock.now();
  // In one order, so that two requests never wait for each other.
  const request = charges.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const { rows } = await sql<{ key: string; count: number; window_started_at: Date; is_counted: boolean }>`
    with asked as (
      select key, most, ${now}::timestamptz - seconds * interval '1 second' as earliest
      from unnest(${request.map(keyOf)}::text[], ${request.map(([{ most }]) => most)}::int[],
        ${request.map(([{ seconds }]) => seconds)}::int[]) as asked (key, most, seconds)
    ), spent as (
      select r.key, r.count + 1 as count, r.window_started_at from rate_limits r join asked using (key)
      where r.count >= most and r.window_started_at > earliest
    ), counted as (
      insert into rate_limits as r (key, count, window_started_at)
      select key, 1, ${now} from asked where not exists (select from spent)
      on conflict (key) do update set (count, window_started_at) = (
        select case when r.window_started_at <= earliest then 1 else r.count + 1 end,
               case when r.window_started_at <= earliest then excluded.window_started_at else r.window_started_at end
        from asked where asked.key = excluded.key)
      returning key, count, window_started_at
    )
    select *, true as is_counted from counted union all select *, false from spent
  `.execute(context.db);
  const left = request.map((charge) =>
    allowanceOf(
      charge,
      rows.find(({ key }) => key === keyOf(charge)),
      now,
    ),
  );
  const spent = left.filter(({ remaining }) => remaining < 0).toSorted((a, b) => b.resetSeconds - a.resetSeconds)[0];
  if (spent) {
    // Of a burst some are counted before its end is seen.
    if (rows.some((row) => row.is_counted)) await giveBack(context, ...request);
    throw refuse(spent.limit.code ?? 'rate-limited', undefined, { retryAfter: spent.resetSeconds });
  }
  return left.toSorted((a, b) => a.remaining - b.remaining)[0] ?? null;
}

const keyOf = ([limit, subject]: Charge): string => `${limit.name}:${subject}`;

function allowanceOf(
  [limit]: Charge,
  row: { readonly count: number; readonly window_started_at: Date } | undefined,
  now: Date,
): Allowance {
  const endsAt = (row?.window_started_at ?? now).getTime() + limit.seconds * 1_000;
  const resetSeconds = Math.max(1, Math.ceil((endsAt - now.getTime()) / 1_000));
  return { limit, remaining: limit.most - (row?.count ?? 1), resetSeconds };
}

export async function giveBack(context: Context, ...charges: readonly Charge[]): Promise<void> {
  if (!context.config.RATE_LIMITS || charges.length === 0) return;
  await sql`
    update rate_limits set count = count - 1 where count > 0 and key in (
      select key from rate_limits where key = any(${charges.map(keyOf)}::text[]) order by key for update)
  `.execute(context.db);
}

/** Who asks, from where, and whether they show the key of a link. */
interface Spender {
  readonly actor: Actor;
  readonly from: Pick<RequestInfo, 'address'>;
  readonly showsKey?: boolean;
}

/** Refused after what costs was done, a row written or somebody outside asked: the use stays counted. */
class RefusedLate extends Refusal {}

/** From here on a refusal gives nothing back. */
export function keepUse(error: unknown): never {
  throw error instanceof Refusal ? new RefusedLate(error.failure) : error;
}

/**
 * Counts a use, and does the work; what is refused for what it says is given back, unless the rate
 * says otherwise. So a form that is filled in wrongly forty times locks nobody out, and a burst still
 * finds an end.
 */
export async function withinRate<T>(
  context: Context,
  rate: Rate,
  { actor, from, ...request }: Spender,
  work: (left: Allowance | null) => Promise<T> | T,
): Promise<T> {
  // What the call does not ask for is no key, whatever its name.
  const showsKey = rate.guess?.takesKey === true && request.showsKey === true;
  const guess =
    rate.guess && !isStaff(actor)
      ? { ...rate.guess, charge: [showsKey ? LIMITS.guessKey : rate.guess.limit, addressOf(from)] as const }
      : null;
  // Nobody comes upon the right key by trying: whoever has it need not wait for those who try.
  if (guess && !showsKey) await refuseWhenSpent(context, guess.charge);
  const charges = chargesOf(rate, actor, from);
  const left = await spend(context, ...charges);
  try {
    return await work(left);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!rate.countsRefused && !(error instanceof RefusedLate)) await giveBack(context, ...charges);
    const { code, details } = error.failure;
    // Even the guess that uses it up hears what was wrong with it; after it a wrong key hears nothing more.
    if (guess?.code === code && !details) {
      const refused = await spend(context, guess.charge).catch(onlyRefusals);
      if (showsKey && refused instanceof Refusal) throw refused;
    }
    throw error;
  }
}

/** The same for what is no call of the contract: a form, a report, a sign-in. */
export function countUse(context: Context, { actor, address }: RequestInfo, rate: Rate): Promise<Allowance | null> {
  return spend(context, ...chargesOf(rate, actor, { address }));
}

export function onlyRefusals(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

async function refuseWhenSpent(context: Context, charge: Charge): Promise<void> {
  const retryAfter = await secondsUntilFree(context, charge);
  if (retryAfter > 0) throw refuse(charge[0].code ?? 'rate-limited', undefined, { retryAfter });
}

/** How long a limit stays used up; 0: it is not. */
export async function secondsUntilFree(context: Context, charge: Charge): Promise<number> {
  if (!context.config.RATE_LIMITS) return 0;
  const now = context.clock.now();
  const row = await context.db
    .selectFrom('rate_limits')
    .select(['count', 'window_started_at'])
    .where('key', '=', keyOf(charge))
    .executeTakeFirst();
  const [{ most, seconds }] = charge;
  const isOver = (row?.window_started_at.getTime() ?? 0) + seconds * 1_000 <= now.getTime();
  return !row || row.count < most || isOver ? 0 : allowanceOf(charge, row, now).resetSeconds;
}

/** Says in the answer's headers how much of a limit is left, so that a caller can slow down in time. */
export function setRateLimitHeaders(c: HonoContext, left: Allowance | null): void {
  if (!left) return;
  const { limit, remaining, resetSeconds } = left;
  c.header('ratelimit', `"${limit.name}";r=${remaining};t=${resetSeconds}`);
  c.header('ratelimit-policy', `"${limit.name}";q=${limit.most};w=${limit.seconds}`);
}

/** Forgets what was counted, e.g. after the right password. */
export async function forget(context: Context, ...charges: readonly Charge[]): Promise<void> {
  await context.db.deleteFrom('rate_limits').where('key', 'in', charges.map(keyOf)).execute();
}
