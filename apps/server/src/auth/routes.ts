import { failure, failures, Refusal, refuse, type FailureCode } from '@tiffin/domain/core';
import { checkNewPassword, looksLikeEmail, nameProblem, userIdOf } from '@tiffin/domain/people';
import { answerFailure } from '../http/answer-errors.ts';
import type { ApiContext } from '../http/api-context.ts';
import { addressOf, forget, giveBack, LIMITS, spend, type Charge, type Limit } from '../http/limits.ts';
import { readText } from '../http/read-body.ts';
import type { Context } from '../context.ts';
import type { Authenticate } from './authenticate.ts';
import type { Devices } from './known-device.ts';
import { transaction } from '../db/transaction.ts';
import { endStreams } from '../modules/people/change-users.ts';

const MOST_KB = 16;

/** The sign-in library's errors in our codes. */
const CODES: Record<string, FailureCode> = {
  USER_ALREADY_EXISTS: 'email-already-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-already-in-use',
  PASSWORD_TOO_SHORT: 'weak-password',
  PASSWORD_TOO_LONG: 'invalid-argument',
  INVALID_EMAIL: 'invalid-email',
  EMAIL_NOT_VERIFIED: 'email-not-verified',
  INVALID_TOKEN: 'invalid-argument',
  UNAUTHORIZED: 'unauthenticated',
};

/** The calls of the sign-in library that we offer, with the fields we pass on: whatever else it has stays closed. */
const POSTED: Readonly<Record<string, readonly string[]>> = {
  '/sign-in/email': ['email', 'password', 'callbackURL'],
  '/sign-in/social': ['provider', 'callbackURL', 'errorCallbackURL', 'newUserCallbackURL'],
  '/sign-up/email': ['name', 'email', 'password', 'phone_number', 'callbackURL'],
  '/sign-out': [],
  '/request-password-reset': ['email', 'redirectTo'],
  '/reset-password': ['newPassword', 'token'],
};
const READ = /^\/(?:get-session|verify-email|error|callback\/\w+|reset-password\/[^/]+)$/;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** better-auth lays out `/api/auth/*`; limits, our codes and our error body are put around it here. */
export async function handleAuth(
  context: Context,
  c: ApiContext,
  { authenticate, devices }: { readonly authenticate: Authenticate; readonly devices: Devices },
): Promise<Response> {
  const path = c.req.path.slice('/api/auth'.length);
  if (c.req.method !== 'POST') {
    if (!READ.test(path)) throw refuse('not-found');
    return answered(context, c, path, {}, c.req.raw);
  }
  const fields = POSTED[path];
  if (!fields) throw refuse('not-found');
  if (!JSON_TYPE.test(c.req.header('content-type') ?? '')) throw refuse('unsupported-media-type');
  const body = parse(await readText(c, MOST_KB));
  const asker = {
    address: addressOf(c.var.info),
    device: devices.known(c.req.header('cookie') ?? null, emailOf(body)),
  };
  if (!(await guard(context, path, body, asker))) return c.json(RESET_ASKED);
  const leaving = path === '/sign-out' ? await authenticate(c.req.raw.headers) : null;
  // What we checked is what it reads: never the bytes as they came.
  const known = Object.fromEntries(fields.filter((name) => name in body).map((name) => [name, body[name]]));
  const headers = new Headers(c.req.raw.headers);
  headers.delete('content-length');
  const asked = new Request(c.req.url, { method: 'POST', headers, body: JSON.stringify(known) });
  const answer = await answered(context, c, path, body, asked);
  if (path === '/sign-in/email') await settleSignIn(context, body, asker, answer.status);
  if (path === '/sign-in/email' && answer.status < 400) {
    answer.headers.append('set-cookie', devices.remember(c.req.header('cookie') ?? null, emailOf(body)));
  }
  const leaver = leaving && userIdOf(leaving);
  // Who is still signed in elsewhere comes back by themselves.
  if (leaver) await transaction(context.db, (tx) => endStreams(context, tx, leaver, context.clock.now()));
  return answer;
}

async function answered(
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

/** What the sign-in library says to whoever asks for a new password, whether there is such an account or not. */
const RESET_ASKED = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
} as const;

interface Asker {
  readonly address: string;
  /** The device, when the account was signed in to on it before. */
  readonly device: string | null;
}

/** Counts what is asked; false when nothing more is to be done, and nobody is to hear of it. */
async function guard(context: Context, path: string, body: Record<string, unknown>, asker: Asker): Promise<boolean> {
  const { address, device } = asker;
  if (path === '/sign-in/email') await spend(context, ...chargesOfSignIn(body, asker));
  if (path === '/sign-up/email') {
    checkSignUp(body);
    await spend(context, [LIMITS.signUp, address]);
  }
  if (path === '/request-password-reset') {
    if (device !== null) {
      await spend(context, [LIMITS.passwordReset, `device ${device}`]);
      return true;
    }
    await spend(context, [LIMITS.passwordReset, atAddress(body, address)], [LIMITS.passwordResetFromAddress, address]);
    // Strangers who ask for somebody lock nobody out: the last link of this hour goes on working.
    const left = await spend(context, [LIMITS.passwordResetTo, emailOf(body)]).catch(onlyRefusals);
    if (left instanceof Refusal) return false;
  }
  if (path === '/reset-password') {
    checkPassword(body['newPassword']);
    await spend(context, [LIMITS.token, address]);
  }
  return true;
}

function onlyRefusals(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** A stranger who guesses locks out themselves first, not the person; and nobody on a device of their own. */
function chargesOfSignIn(body: Record<string, unknown>, { address, device }: Asker): Charge[] {
  const email = emailOf(body);
  if (device !== null) {
    return [
      [LIMITS.signIn, `device ${device} ${email}`],
      [LIMITS.signInFromDevices, email],
    ];
  }
  return [
    [LIMITS.signInFromAddress, address],
    [LIMITS.signIn, atAddress(body, address)],
    [LIMITS.signInToAccount, email],
  ];
}

/** Others guess from them too: their counts outlast a right password. */
const SHARED: ReadonlySet<Limit> = new Set([LIMITS.signInFromAddress, LIMITS.signInFromDevices]);

/** Only wrong passwords count, and the right one ends the counting of this person's. */
async function settleSignIn(context: Context, body: Record<string, unknown>, asker: Asker, status: number) {
  const charges = chargesOfSignIn(body, asker);
  if (status < 400) await forget(context, ...charges.filter(([limit]) => !SHARED.has(limit)));
  if (status !== 401) await giveBack(context, ...charges);
}

function atAddress(body: Record<string, unknown>, address: string): string {
  return `${emailOf(body)} ${address}`;
}

/** The same rules as the form's, so that both say the same. */
function checkSignUp(body: { email?: unknown; password?: unknown; name?: unknown }): void {
  if (!looksLikeEmail(emailOf(body))) throw refuse('invalid-email');
  checkPassword(body.password);
  const problem = nameProblem(typeof body.name === 'string' ? body.name : '');
  if (problem) throw refuse('invalid-argument', problem, { field: 'name' });
}

function checkPassword(password: unknown): void {
  const checked = checkNewPassword(typeof password === 'string' ? password : '');
  if (!checked.ok) throw refuse(checked.error.code, checked.error.message);
}

async function failureOf(context: Context, path: string, body: { email?: unknown }, answer: Response) {
  const said = parse(await answer.text()) as { code?: unknown; message?: unknown };
  const code = typeof said.code === 'string' ? said.code : '';
  if (path === '/sign-in/email' && answer.status === 401) {
    const known = await context.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', emailOf(body))
      .where('is_deleted', '=', false)
      .executeTakeFirst();
    return failure(known ? 'wrong-password' : 'user-not-found');
  }
  if (code in failures) return failure(code as FailureCode);
  const mapped = CODES[code] ?? byStatus(answer.status);
  const plain = mapped === 'invalid-argument' && typeof said.message === 'string';
  return failure(mapped, plain ? String(said.message) : undefined);
}

function byStatus(status: number): FailureCode {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'permission-denied';
  if (status === 404) return 'not-found';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'internal' : 'invalid-argument';
}

function emailOf(body: { email?: unknown }): string {
  return typeof body.email === 'string' ? body.email.trim().toLowerCase().slice(0, 200) : '';
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
