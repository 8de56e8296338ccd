import { refuse, Refusal, type FailureCode } from '@tiffin/domain/core';
import type { Context as HonoContext } from 'hono';
import { sql } from 'kysely';
import type { Context } from '../context.ts';

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
  signUp: { name: 'sign-up', most: 20, seconds: 60 * 60 },
  passwordReset: { name: 'password-reset', most: 5, seconds: 60 * 60 },
  passwordResetFromAddress: { name: 'password-reset-address', most: 30, seconds: 60 * 60 },
  clientError: { name: 'client-error', most: 30, seconds: 10 * 60 },
  placeOrder: { name: 'place-order', most: 30, seconds: 10 * 60 },
  book: { name: 'book', most: 30, seconds: 10 * 60 },
  /** The same confirmation again. */
  resend: { name: 'resend', most: 5, seconds: 60 * 60 },
  uploadImage: { name: 'upload-image', most: 120, seconds: 10 * 60 },
  /** Devices that ask to be told of something. */
  follow: { name: 'follow', most: 60, seconds: 10 * 60 },
  token: { name: 'token', most: 120, seconds: 10 * 60 },
  /** Orders and payments that are not there: what a household, or an office, asks for is there. */
  guessOrder: { name: 'guess-order', most: 600, seconds: 10 * 60 },
  /** Being told that somebody has a table booked already. */
  guessBooking: { name: 'guess-booking', most: 60, seconds: 60 * 60 },
} as const satisfies Record<string, Limit>;

/**
 * Counts one use of a limit by one subject, in PostgreSQL, so that all copies share it; refuses with
 * 429 and the seconds to wait when it is used up.
 */
export async function spend(context: Context, limit: Limit, subject: string): Promise<Allowance> {
  if (!context.config.RATE_LIMITS) return { limit, remaining: limit.most, resetSeconds: limit.seconds };
  const now = context.clock.now();
  const windowStart = new Date(now.getTime() - limit.seconds * 1_000);
  const { rows } = await sql<{ count: number; window_started_at: Date }>`
    insert into rate_limits as r (key, count, window_started_at) values (${`${limit.name}:${subject}`}, 1, ${now})
    on conflict (key) do update set
      count = case when r.window_started_at <= ${windowStart} then 1 else r.count + 1 end,
      window_started_at = case when r.window_started_at <= ${windowStart} then ${now} else r.window_started_at end
    returning count, window_started_at
  `.execute(context.db);
  const row = rows[0];
  const count = row?.count ?? 1;
  const started = row?.window_started_at.getTime() ?? now.getTime();
  const resetSeconds = Math.max(1, Math.ceil((started + limit.seconds * 1_000 - now.getTime()) / 1_000));
  const allowance = { limit, remaining: Math.max(0, limit.most - count), resetSeconds };
  if (count > limit.most) throw refuse(limit.code ?? 'rate-limited', undefined, { retryAfter: resetSeconds });
  return allowance;
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
    if (error instanceof Refusal && isWrong(error)) await spend(context, limit, subject).catch(onlyCount);
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
export function setRateLimitHeaders(c: HonoContext, { limit, remaining, resetSeconds }: Allowance): void {
  c.header('ratelimit', `"${limit.name}";r=${remaining};t=${resetSeconds}`);
  c.header('ratelimit-policy', `"${limit.name}";q=${limit.most};w=${limit.seconds}`);
}

/** Forgets what was counted, e.g. after the right password. */
export async function forget(context: Context, limit: Limit, subject: string): Promise<void> {
  await context.db.deleteFrom('rate_limits').where('key', '=', `${limit.name}:${subject}`).execute();
}
