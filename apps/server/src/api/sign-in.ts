import { REQUEST_LIMITS, CALL_RATE_LIMITS, type BodyLimits, type RateLimit } from '@tiffin/contract';
import { asRecord, failure, parseJsonFields, Refusal, refuse } from '@tiffin/domain/core';
import { looksLikeEmail, nameProblem, type Role } from '@tiffin/domain/people';
import { answerFailure } from '../platform/http/answer-errors.ts';
import type { ApiContext } from '../platform/http/api-context.ts';
import {
  addressOf,
  countRequest,
  resetLimits,
  returnUse,
  requireRefusal,
  countLimitUses,
  type LimitUse,
} from '../platform/http/rate-limiter.ts';
import { parseBody, readText } from '../platform/http/read-body.ts';
import { FairLimiter } from '../platform/concurrency/fair-limiter.ts';
import { roundTimeFrom } from '../platform/http/round-time.ts';
import type { Context } from '../context.ts';
import { sessionToken, type Authenticate, type SignedInSession } from '../platform/auth/authenticate.ts';
import { sessionOf, headersForLibrary } from '../platform/auth/sign-in-library.ts';
import { redirectToCodePage } from '../platform/auth/code-after-provider.ts';
import { requirePasswordFor } from '../platform/auth/password-rules.ts';
import { libraryFailure } from '../platform/auth/library-failure.ts';
import { guardSecondStepCall } from '../platform/auth/second-step-calls.ts';
import type { DeviceRegistry } from '../platform/auth/device-cookie.ts';
import {
  changesSession,
  expiredSessionCookie,
  expiredGuestCookie,
  isGuestBrowser,
} from '../platform/auth/session-cookie.ts';
import { reservePasswordCheck } from '../platform/auth/concurrent-sign-ins.ts';
import { transaction } from '../platform/db/transaction.ts';
import { readSite } from '../modules/locations/restaurant/site.ts';
import { endLiveEvents } from '../modules/people/end-live-events.ts';
import { readAttempt } from '../modules/log/log-sign-ins.ts';
import { deleteSessions } from '../modules/people/sign-in-sessions.ts';
import { judgeStaffPassword } from '../modules/people/judge-staff-password.ts';

/** The allowed endpoints of the sign-in library with the fields they accept. Everything else is blocked. */
export const POSTED_CALLS: Readonly<Record<string, BodyLimits & { readonly fields: readonly string[] }>> = {
  '/sign-in/email': { fields: ['email', 'password', 'callbackURL'], maxKb: 16, rate: CALL_RATE_LIMITS.signIn },
  '/sign-in/social': {
    fields: ['provider', 'callbackURL', 'errorCallbackURL', 'newUserCallbackURL'],
    maxKb: 16,
    rate: CALL_RATE_LIMITS.form,
  },
  '/sign-up/email': {
    fields: ['name', 'email', 'password', 'phone_number', 'callbackURL', 'offers'],
    maxKb: 16,
    rate: CALL_RATE_LIMITS.signUp,
  },
  '/sign-out': { fields: [], maxKb: 16, rate: CALL_RATE_LIMITS.form },
  '/request-password-reset': { fields: ['email', 'redirectTo'], maxKb: 16, rate: CALL_RATE_LIMITS.passwordReset },
  '/reset-password': { fields: ['newPassword', 'token'], maxKb: 16, rate: CALL_RATE_LIMITS.link },
  '/two-factor/enable': { fields: ['password'], maxKb: 2, rate: CALL_RATE_LIMITS.form },
  '/two-factor/disable': { fields: ['password'], maxKb: 2, rate: CALL_RATE_LIMITS.form },
  '/two-factor/generate-backup-codes': { fields: ['password'], maxKb: 2, rate: CALL_RATE_LIMITS.form },
  '/two-factor/verify-totp': { fields: ['code'], maxKb: 2, rate: CALL_RATE_LIMITS.secondStep },
  '/two-factor/verify-backup-code': { fields: ['code'], maxKb: 2, rate: CALL_RATE_LIMITS.secondStep },
};
const READ_PATHS = /^\/(?:get-session|verify-email|error|callback\/\w+|reset-password\/[^/]+)$/;
const RESET_LINK = /^\/reset-password\b/;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** Opening links has no rate limit, and each costs the sign-in library milliseconds. */
const linkLimiter = new FairLimiter(2, { maxWaiting: 64, restsBetween: true });

/** better-auth handles `/api/auth/*`. This adds rate limits, our error codes and our error body. */
export async function handleAuth(
  context: Context,
  c: ApiContext,
  { authenticate, devices }: { readonly authenticate: Authenticate; readonly devices: DeviceRegistry },
): Promise<Response> {
  const path = c.req.path.slice('/api/auth'.length);
  const { actor, signedIn } = await authenticate(c.req.raw.headers, c.var.info.address);
  const headers = headersForLibrary(c.req.raw.headers, signedIn, context);
  if (c.req.method !== 'POST') return handleRead(context, c, path, { headers, signedIn });
  const posted = POSTED_CALLS[path];
  if (!posted) throw refuse('not-found');
  if (!JSON_TYPE.test(c.req.header('content-type') ?? '')) throw refuse('unsupported-media-type');
  const body = fieldsOf(await readText(c, posted));
  const email = emailOf(body);
  const cookies = c.req.header('cookie') ?? null;
  const requester = { address: addressOf(c.var.info), device: devices.deviceOf(cookies, email) };
  const isSignIn = path === '/sign-in/email';
  const attempt = await readAttempt(context, c, { path, email, token: body['token'], signedIn });
  c.set('attempt', attempt);
  if (path === '/sign-up/email') checkSignUp(body);
  if (path === '/reset-password')
    requirePasswordFor(await roleOf(context, attempt.userId), textOf(body['newPassword']));
  const roundTime = path === '/request-password-reset' ? roundTimeFrom(performance.now()) : null;
  let releasePasswordCheck = () => {};
  if (isSignIn) releasePasswordCheck = await admitSignIn(context, body, requester);
  else if (path !== '/request-password-reset') await countRequest(context, c.var.info, posted.rate);
  else if (!(await mayAskForReset(context, body, requester))) {
    await roundTime?.();
    return c.json(RESET_RESPONSE);
  }
  const step = path.startsWith('/two-factor/')
    ? await guardSecondStepCall(context, path, { actor, signedIn, cookies })
    : null;
  // Pass on only the checked fields, never the raw body.
  const input: Record<string, unknown> = Object.fromEntries(
    posted.fields
      .filter((name) => name in body)
      .map((name) => [name, PAGE_ADDRESS_FIELDS.test(name) ? inAscii(body[name]) : body[name]]),
  );
  // The name that authenticator apps show beside the codes.
  if (path === '/two-factor/enable') input['issuer'] = (await readSite(context.db)).name;
  headers.delete('content-length');
  const libraryRequest = new Request(c.req.url, { method: 'POST', headers, body: JSON.stringify(input) });
  const answer = await callLibrary(context, c, path, body, libraryRequest).finally(releasePasswordCheck);
  await roundTime?.();
  if (step) await step.after(answer, body);
  if (isSignIn) await settleSignIn(context, body, requester, answer.status);
  if (isSignIn && answer.status < 400) {
    await judgeStaffPassword(context.db, email, String(body['password']));
    answer.headers.append('set-cookie', devices.remember(cookies, email));
  }
  await endEarlierSession(context, signedIn, answer);
  if (path === '/sign-out' && !signedIn) await deleteExpiredSession(context, cookies);
  if (path === '/sign-out') answer.headers.append('set-cookie', expiredSessionCookie(context.overTls));
  removeGuestCookie(context, c, answer);
  return withoutToken(answer);
}

/** Scripts of the page must not read the session token, so it is only in the cookie. */
async function withoutToken(answer: Response): Promise<Response> {
  if (!JSON_TYPE.test(answer.headers.get('content-type') ?? '')) return answer;
  const { token: _, ...body } = parseJsonFields(await answer.text());
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(JSON.stringify(body), { status: answer.status, headers });
}

async function handleRead(
  context: Context,
  c: ApiContext,
  path: string,
  { headers, signedIn }: { readonly headers: Headers; readonly signedIn: SignedInSession | null },
): Promise<Response> {
  if (!READ_PATHS.test(path)) throw refuse('not-found');
  // The library's error page repeats text of the URL, so anyone could show their text on our site.
  if (path === '/error') return c.redirect('/login?social=failed');
  // Mails of earlier versions contain this link. It confirms nothing: mail scanners open it too.
  if (path === '/verify-email') return c.redirect('/confirm-email?old=1');
  if (path === '/get-session') return c.json(await sessionOf(context, signedIn), 200, { 'cache-control': 'no-store' });
  const forwardRequest = () => callLibrary(context, c, path, {}, new Request(c.req.raw, { headers }));
  const isLimited = RESET_LINK.test(path) && context.config.RATE_LIMITS;
  const forwarded = await (isLimited ? linkLimiter.run(forwardRequest, addressOf(c.var.info)) : forwardRequest());
  const answer = redirectToCodePage(forwarded, context.overTls);
  await endEarlierSession(context, signedIn, answer);
  removeGuestCookie(context, c, answer);
  return answer;
}

function removeGuestCookie({ overTls }: Context, c: ApiContext, answer: Response): void {
  if (!isGuestBrowser(c.req.header('cookie') ?? null) || !changesSession(answer, overTls)) return;
  answer.headers.append('set-cookie', expiredGuestCookie(overTls));
}

/**
 * A new sign-in, its first step or a sign-out ends the earlier session of the device. Other devices reconnect to their
 * live events automatically.
 */
async function endEarlierSession(context: Context, signedIn: SignedInSession | null, answer: Response): Promise<void> {
  if (!signedIn || !changesSession(answer, context.overTls)) return;
  await transaction(context.db, async (tx) => {
    await deleteSessions(tx, (session) => session('id', '=', signedIn.sessionId));
    await endLiveEvents(context, tx, signedIn.userId, context.clock.now());
  });
}

/** A sign-out also deletes a session that expired through inactivity. */
async function deleteExpiredSession(context: Context, cookies: string | null): Promise<void> {
  const token = sessionToken(cookies, context);
  if (token !== null) await deleteSessions(context.db, (session) => session('token', '=', token));
}

/** Passes a request to the sign-in library, and converts its errors into ours. */
async function callLibrary(
  context: Context,
  c: ApiContext,
  path: string,
  body: Record<string, unknown>,
  request: Request,
): Promise<Response> {
  const answer = await (await context.auth()).handler(request);
  if (answer.status < 400) {
    answer.headers.set('cache-control', 'no-store');
    return answer;
  }
  if (answer.status === 404 && !answer.headers.get('content-type')?.includes('json')) throw refuse('not-found');
  return answerFailure(c, await failureOf(context, path, body, answer));
}

/** The sign-in library's response to a password reset, the same whether or not the account exists. */
const RESET_RESPONSE = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
} as const;

interface Requester {
  readonly address: string;
  /** The device, if it signed in to this account before. */
  readonly device: string | null;
}

/** Counts a password reset request. False when no mail may be sent; the response does not show it. */
async function mayAskForReset(context: Context, body: Record<string, unknown>, { address, device }: Requester) {
  if (device !== null) {
    const email = emailOf(body);
    await countLimitUses(
      context,
      [REQUEST_LIMITS.passwordReset, `device ${device} ${email}`],
      [REQUEST_LIMITS.passwordResetFromDevices, email],
    );
    return true;
  }
  await countLimitUses(
    context,
    [REQUEST_LIMITS.passwordReset, emailAtAddress(body, address)],
    [REQUEST_LIMITS.passwordResetFromAddress, address],
  );
  // When the hourly limit of an account is reached, no new link is made and its last link stays valid. So strangers
  // cannot lock the person out.
  const left = await countLimitUses(context, [REQUEST_LIMITS.passwordResetTo, emailOf(body)]).catch(requireRefusal);
  return !(left instanceof Refusal);
}

/** Someone who guesses passwords locks out their own address first, and never a known device of the person. */
function limitUsesOfSignIn(body: Record<string, unknown>, { address, device }: Requester): LimitUse[] {
  const email = emailOf(body);
  if (device !== null) {
    return [
      [REQUEST_LIMITS.signIn, `device ${device} ${email}`],
      [REQUEST_LIMITS.signInFromDevices, email],
    ];
  }
  return [
    [REQUEST_LIMITS.signInFromAddress, address],
    [REQUEST_LIMITS.signIn, emailAtAddress(body, address)],
    [REQUEST_LIMITS.signInToAccount, email],
  ];
}

/** Counts an attempt and reserves the check of its password. Returns what releases the reservation. */
async function admitSignIn(context: Context, body: Record<string, unknown>, requester: Requester) {
  const limitUses = limitUsesOfSignIn(body, requester);
  await countLimitUses(context, ...limitUses);
  // Sign-in reports unknown accounts openly, so there is no need to hash a password to hide them.
  const email = emailOf(body);
  if (looksLikeEmail(email) && !(await hasAccount(context, email))) throw refuse('user-not-found');
  if (!context.config.RATE_LIMITS) return () => {};
  try {
    return reservePasswordCheck({ email, address: requester.address, isKnownDevice: requester.device !== null });
  } catch (refusal) {
    await returnUse(context, ...limitUses);
    throw refusal;
  }
}

async function hasAccount({ db }: Context, email: string): Promise<boolean> {
  // A deactivated account exists here: with the right password it gets its own error.
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;
}

/** Limits shared with other people. A right password does not reset them, because others may be guessing. */
const SHARED_LIMITS = new Set<RateLimit>([REQUEST_LIMITS.signInFromAddress, REQUEST_LIMITS.signInFromDevices]);

/** Only wrong passwords count, and a right one resets the person's own limits. */
async function settleSignIn(context: Context, body: Record<string, unknown>, requester: Requester, status: number) {
  const limitUses = limitUsesOfSignIn(body, requester);
  if (status < 400) await resetLimits(context, ...limitUses.filter(([limit]) => !SHARED_LIMITS.has(limit)));
  if (status !== 401) await returnUse(context, ...limitUses);
}

function emailAtAddress(body: Record<string, unknown>, address: string): string {
  return `${emailOf(body)} ${address}`;
}

/** The same rules as the form, with the same messages. */
function checkSignUp(body: { email?: unknown; password?: unknown; name?: unknown }): void {
  if (!looksLikeEmail(emailOf(body))) throw refuse('invalid-email');
  requirePasswordFor('customer', textOf(body.password));
  const problem = nameProblem(typeof body.name === 'string' ? body.name : '');
  if (problem) throw refuse('invalid-argument', problem, { field: 'name' });
}

/** The role of the person who resets a password; an unknown link is refused afterwards. */
async function roleOf({ db }: Context, userId: string | null): Promise<Role> {
  const user = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst();
  return user?.role ?? 'customer';
}

/** The fields of a body, as other calls read them: without characters that may not be stored. */
function fieldsOf(text: string): Record<string, unknown> {
  return text.trim() === '' ? {} : (asRecord(parseBody(text)) ?? {});
}

/** Fields with the address of a page, which the library puts into headers. */
const PAGE_ADDRESS_FIELDS = /URL$|^redirectTo$/;

/** Encodes characters other than ASCII, which a header cannot have. */
function inAscii(address: unknown): unknown {
  return typeof address === 'string' ? address.replaceAll(/[^\x20-\x7e]/gu, encodeURIComponent) : address;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

async function failureOf(context: Context, path: string, body: { email?: unknown }, answer: Response) {
  const result = parseJsonFields(await answer.text());
  if (path === '/sign-in/email' && answer.status === 401) {
    const accountExists = await hasAccount(context, emailOf(body));
    return failure(accountExists ? 'wrong-password' : 'user-not-found');
  }
  return libraryFailure(result, answer.status);
}

function emailOf(body: { email?: unknown }): string {
  return typeof body.email === 'string' ? body.email.trim().toLowerCase().slice(0, 200) : '';
}
