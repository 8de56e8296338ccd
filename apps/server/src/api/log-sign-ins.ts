import { asRecord, asText, Refusal } from '@tiffin/domain/core';
import type { Role, SecurityKind, SignInProof } from '@tiffin/domain/people';
import type { Context } from '../context.ts';
import { recordSecurityEntries, type SecurityEntry } from '../modules/audit/record-security-entries.ts';
import { pendingSignInToken, sessionToken, type SignedInSession } from '../platform/auth/authenticate.ts';
import type { DeviceRegistry } from '../platform/auth/device-cookie.ts';
import { changesSession, cookiesSetBy } from '../platform/auth/session-cookie.ts';
import { resetIdentifier, userOfIdentifier } from '../platform/auth/verifications.ts';
import type { ApiContext, SignInAttempt } from '../platform/http/api-context.ts';

interface AttemptRequest {
  readonly path: string;
  readonly email: string;
  /** The token of a link to reset the password. */
  readonly token: unknown;
  readonly signedIn: SignedInSession | null;
}

/** Reads whom a request is about, before the sign-in library uses up its link or code. */
export async function readAttempt(context: Context, c: ApiContext, request: AttemptRequest): Promise<SignInAttempt> {
  const { path, email, token, signedIn } = request;
  const linked = await userOf(context, verificationOf(context, c, path, token));
  // A link may belong to another account than the session of the browser that opens it.
  const userId = path === '/reset-password' ? linked : (signedIn?.userId ?? linked);
  return { path, email, userId, signedIn };
}

/** The identifier under which the sign-in library stores the link or the sign-in that waits for its code. */
function verificationOf(context: Context, c: ApiContext, path: string, token: unknown): string | null {
  if (path === '/reset-password') return resetIdentifier(asText(token));
  if (path.startsWith('/two-factor/verify')) return pendingSignInToken(c.req.header('cookie') ?? null, context);
  return null;
}

async function userOf({ db }: Context, identifier: string | null): Promise<string | null> {
  return identifier === null ? null : userOfIdentifier(db, identifier);
}

/**
 * Runs a request to the sign-in library and writes what came of it to the security log. If a success cannot be
 * written, the request fails: nobody gets a session that the log does not show.
 */
export async function withSignInLog(
  context: Context,
  c: ApiContext,
  devices: DeviceRegistry,
  handle: () => Promise<Response>,
): Promise<Response> {
  let answer: Response;
  try {
    answer = await handle();
  } catch (error) {
    if (error instanceof Refusal) addFailure(context, c, error.failure.code);
    throw error;
  }
  if (answer.status < 400) await recordSuccess(context, c, devices, answer);
  else if (c.var.attempt) addFailure(context, c, asRecord(await answer.clone().json())?.['code']);
  return answer;
}

const LOCKED_OUT: ReadonlySet<unknown> = new Set(['too-many-requests']);
const WRONG: ReadonlySet<unknown> = new Set(['wrong-password', 'account-inactive', 'wrong-code']);

function addFailure(context: Context, c: ApiContext, code: unknown): void {
  const { attempt } = c.var;
  if (!attempt) return;
  const isSecondStep = attempt.path.startsWith('/two-factor/verify');
  if (!isSecondStep && attempt.path !== '/sign-in/email') return;
  const account = isSecondStep ? { userId: attempt.userId } : { email: attempt.email };
  if (isSecondStep && attempt.userId === null) return;
  const failure = { ...account, from: originOf(c), provenBy: isSecondStep ? ('code' as const) : ('password' as const) };
  if (LOCKED_OUT.has(code)) context.securityFailures.add({ ...failure, kind: 'locked-out', wasRefused: true });
  else if (WRONG.has(code))
    context.securityFailures.add({ ...failure, kind: isSecondStep ? 'second-factor-failed' : 'sign-in-failed' });
}

/** What a call of a person means when it succeeds, apart from sign-ins. */
const KIND_OF_PATH: Readonly<Record<string, SecurityKind>> = {
  '/sign-out': 'signed-out',
  '/reset-password': 'password-reset',
  '/two-factor/disable': 'codes-off',
  '/two-factor/generate-backup-codes': 'recovery-codes-created',
};

async function recordSuccess(context: Context, c: ApiContext, devices: DeviceRegistry, answer: Response) {
  const { attempt } = c.var;
  if (attempt?.path === '/request-password-reset') {
    // The same for everyone who asks, so that the time does not show which addresses have an account.
    context.securityFailures.add({ kind: 'password-reset-requested', email: attempt.email, from: originOf(c) });
    return;
  }
  const kind = attempt && KIND_OF_PATH[attempt.path];
  if (attempt && kind) {
    const person = attempt.userId === null ? null : await staffMember(context, attempt.userId);
    if (person) await record(context, c, { kind, userId: person.id });
    return;
  }
  const session = changesSession(answer, context.overTls) ? await newSession(context, answer) : null;
  if (session) await recordSignIn(context, c, devices, { answer, session });
  else await recordFirstStep(context, c, devices, answer);
}

/** Writes that a sign-in with a password or a provider waits for its code. */
async function recordFirstStep(context: Context, c: ApiContext, devices: DeviceRegistry, answer: Response) {
  const userId = await userOf(context, pendingSignInToken(cookiesSetBy(answer), context));
  const person = userId === null ? null : await staffMember(context, userId);
  if (!person) return;
  const isProvider = c.var.attempt === undefined;
  const cookies = c.req.header('cookie') ?? null;
  const isNewDevice = devices.deviceOf(cookies, person.email) === null;
  const entry = {
    kind: 'second-factor-asked',
    userId: person.id,
    provenBy: isProvider ? 'social' : 'password',
  } as const;
  await record(context, c, { ...entry, details: { isNewDevice } });
  if (isProvider) rememberDevice(c, devices, answer, person.email);
}

/** A sign-in through a provider has no other place that marks the device as known. */
function rememberDevice(c: ApiContext, devices: DeviceRegistry, answer: Response, email: string): void {
  answer.headers.append('set-cookie', devices.remember(c.req.header('cookie') ?? null, email));
}

interface NewSession {
  readonly id: string;
  readonly email: string;
  readonly provenBy: SignInProof | null;
}

async function recordSignIn(
  context: Context,
  c: ApiContext,
  devices: DeviceRegistry,
  { answer, session }: { readonly answer: Response; readonly session: NewSession },
): Promise<void> {
  const { attempt } = c.var;
  const { id: userId, email, provenBy } = session;
  // Setting up codes replaces the session.
  if (attempt?.signedIn && attempt.path.startsWith('/two-factor/')) {
    await record(context, c, { kind: 'codes-on', userId });
    return;
  }
  const cookies = c.req.header('cookie') ?? null;
  const isNewDevice =
    provenBy === 'code' ? await startedOnNewDevice(context, c, userId) : devices.deviceOf(cookies, email) === null;
  const signedIn = { kind: 'signed-in', userId, provenBy } as const;
  await record(context, c, signedIn, ...(isNewDevice ? [{ ...signedIn, kind: 'new-device' } as const] : []));
  if (!attempt) rememberDevice(c, devices, answer, email);
}

const SECOND_STEP_MS = 15 * 60_000;

/** The first step marks the device as known, so the second one has to look up whether it was. */
async function startedOnNewDevice({ db, clock }: Context, c: ApiContext, userId: string): Promise<boolean> {
  const first = await db
    .selectFrom('security_log')
    .select('details')
    .where('user_id', '=', userId)
    .where('kind', '=', 'second-factor-asked')
    .where('at', '>', new Date(clock.now().getTime() - SECOND_STEP_MS))
    .where('address', 'is not distinct from', c.var.info.address)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return first?.details?.isNewDevice === true;
}

/** The person of the session that a response begins; null for customers. */
async function newSession(context: Context, answer: Response): Promise<NewSession | null> {
  const token = sessionToken(cookiesSetBy(answer), context);
  if (token === null) return null;
  const row = await context.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'sessions.proven_by as provenBy'])
    .where('sessions.token', '=', token)
    .where('users.role', '!=', 'customer' satisfies Role)
    .executeTakeFirst();
  return row ?? null;
}

async function staffMember({ db }: Context, id: string): Promise<{ id: string; email: string } | null> {
  const rows = db.selectFrom('users').select(['id', 'email']).where('id', '=', id);
  return (await rows.where('role', '!=', 'customer' satisfies Role).executeTakeFirst()) ?? null;
}

function record(context: Context, c: ApiContext, ...entries: readonly Omit<SecurityEntry, 'at' | 'from'>[]) {
  const at = context.clock.now();
  const from = originOf(c);
  return recordSecurityEntries(context.db, ...entries.map((entry) => ({ ...entry, at, from })));
}

function originOf(c: ApiContext) {
  const { ownId: requestId, address } = c.var.info;
  return { requestId, address, userAgent: c.req.header('user-agent') ?? null, signedIn: c.var.attempt?.signedIn };
}
