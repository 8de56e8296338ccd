import { refuse, Refusal, type FailureCode } from '@tiffin/domain/core';
import { isStaff, userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context as HonoContext } from 'hono';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { From } from './implement.ts';

export interface Limit {
  readonly name: string;
  readonly most: number;
  readonly seconds: number;
  /** What is said once it is used up; 'rate-limited' when nothing else. */
  readonly code?: FailureCode;
}

export interface Allowance {
  readonly limit: Limit;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export const LIMITS = {
  signIn: { name: 'sign-in', most: 10, seconds: 15 * 60, code: 'too-many-requests' },
  signInToAccount: { name: 'sign-in-account', most: 100, seconds: 15 * 60, code: 'too-many-requests' },
  signInFromAddress: { name: 'sign-in-address', most: 60, seconds: 15 * 60, code: 'too-many-requests' },
  /** To an account, from all the devices it was signed in to on before. */
  signInFromDevices: { name: 'sign-in-devices', most: 300, seconds: 15 * 60, code: 'too-many-requests' },
  signUp: { name: 'sign-up', most: 20, seconds: 60 * 60 },
  passwordReset: { name: 'password-reset', most: 5, seconds: 60 * 60 },
  /** From devices we do not know, whoever they are. */
  passwordResetTo: { name: 'password-reset-to', most: 5, seconds: 60 * 60 },
  passwordResetFromAddress: { name: 'password-reset-address', most: 30, seconds: 60 * 60 },
  clientError: { name: 'client-error', most: 30, seconds: 10 * 60 },
  placeOrder: { name: 'place-order', most: 30, seconds: 10 * 60 },
  placeOrderFromAddress: { name: 'place-order-address', most: 150, seconds: 10 * 60 },
  book: { name: 'book', most: 30, seconds: 10 * 60 },
  bookFromAddress: { name: 'book-address', most: 60, seconds: 10 * 60 },
  /** Another link that confirms an e-mail address. */
  askForProof: { name: 'ask-for-proof', most: 3, seconds: 60 * 60 },
  /** The same confirmation again. */
  resend: { name: 'resend', most: 5, seconds: 60 * 60 },
  /** People found by their telephone, by one of the staff. */
  lookUpPhone: { name: 'look-up-phone', most: 120, seconds: 10 * 60 },
  uploadImage: { name: 'upload-image', most: 120, seconds: 10 * 60 },
  /** Devices that ask to be told of something. */
  follow: { name: 'follow', most: 60, seconds: 10 * 60 },
  token: { name: 'token', most: 120, seconds: 10 * 60 },
  /** Orders and payments that are not there: what a household, or an office, asks for is there. */
  guessOrder: { name: 'guess-order', most: 600, seconds: 10 * 60 },
  /** Being told that somebody has a table booked already. */
  guessBooking: { name: 'guess-booking', most: 60, seconds: 60 * 60 },
} as const satisfies Record<string, Limit>;

/** One limit, and whom a use of it is counted to. */
export type Charge = readonly [limit: Limit, subject: string];

/** The network address a request came from, as what is counted. */
export function addressOf(from: Pick<From, 'address'>): string {
  return from.address ?? 'unknown';
}

/**
 * What an order or a booking is counted to: the person and, whoever they are, their address too, for
 * accounts cost nothing. Staff work all evening from one address and are known by name.
 */
export function chargesOf(actor: Actor, from: Pick<From, 'address'>, own: Limit, ofAddress: Limit): Charge[] {
  if (isStaff(actor)) return [];
  const address = addressOf(from);
  return [
    [own, userIdOf(actor) ?? address],
    [ofAddress, address],
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
  const asked = charges.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const { rows } = await sql<{ key: string; count: number; window_started_at: Date; is_counted: boolean }>`
    with asked as (
      select key, most, ${now}::timestamptz - seconds * interval '1 second' as earliest
      from unnest(${asked.map(keyOf)}::text[], ${asked.map(([{ most }]) => most)}::int[],
        ${asked.map(([{ seconds }]) => seconds)}::int[]) as asked (key, most, seconds)
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
  const left = asked.map((charge) =>
    allowanceOf(
      charge,
      rows.find(({ key }) => key === keyOf(charge)),
      now,
    ),
  );
  const spent = left.filter(({ remaining }) => remaining < 0).toSorted((a, b) => b.resetSeconds - a.resetSeconds)[0];
  if (spent) {
    // Of a burst some are counted before its end is seen.
    if (rows.some((row) => row.is_counted)) await giveBack(context, ...asked);
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

/**
 * Spends, and does the work; what is refused for what it says is given back. So a form that is filled
 * in wrongly forty times locks nobody out, and a burst still finds an end.
 */
export async function spending<T>(
  context: Context,
  charges: readonly Charge[],
  work: (left: Allowance | null) => Promise<T>,
): Promise<T> {
  const left = await spend(context, ...charges);
  try {
    return await work(left);
  } catch (error) {
    if (error instanceof Refusal) await giveBack(context, ...charges);
    throw error;
  }
}

export async function giveBack(context: Context, ...charges: readonly Charge[]): Promise<void> {
  if (!context.config.RATE_LIMITS || charges.length === 0) return;
  await sql`
    update rate_limits set count = count - 1 where count > 0 and key in (
      select key from rate_limits where key = any(${charges.map(keyOf)}::text[]) order by key for update)
  `.execute(context.db);
}

/**
 * For what strangers could try out: only wrong guesses count, and after too many of them nothing is
 * answered for a while, right or wrong.
 */
export async function guessed<T>(
  context: Context,
  { limit, subject }: { readonly limit: Limit; readonly subject: string },
  isWrong: (error: Refusal) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  await refuseWhenSpent(context, limit, subject);
  try {
    return await work();
  } catch (error) {
    // Even the guess that uses it up hears what was wrong with it.
    if (error instanceof Refusal && isWrong(error)) await spend(context, [limit, subject]).catch(onlyCount);
    throw error;
  }
}

function onlyCount(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

async function refuseWhenSpent(context: Context, limit: Limit, subject: string): Promise<void> {
  if (!context.config.RATE_LIMITS) return;
  const now = context.clock.now().getTime();
  const row = await context.db
    .selectFrom('rate_limits')
    .select(['count', 'window_started_at'])
    .where('key', '=', `${limit.name}:${subject}`)
    .executeTakeFirst();
  const endsAt = (row?.window_started_at.getTime() ?? 0) + limit.seconds * 1_000;
  if (!row || row.count < limit.most || endsAt <= now) return;
  throw refuse(limit.code ?? 'rate-limited', undefined, { retryAfter: Math.ceil((endsAt - now) / 1_000) });
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
