import { asRecord, asText, Refusal } from '@tiffin/domain/core';
import type { AccessEvent, Role, SignInProof, Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { pendingSignInToken, sessionToken, type SignedInSession } from '../../platform/auth/authenticate.ts';
import type { DeviceRegistry } from '../../platform/auth/device-cookie.ts';
import { changesSession, cookiesSetBy } from '../../platform/auth/session-cookie.ts';
import { resetIdentifier, userOfIdentifier } from '../../platform/auth/verifications.ts';
import type { ApiContext, SignInAttempt } from '../../platform/http/api-context.ts';
import { accountEntry, recordAuditEntries } from './record-audit-entries.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';

interface AttemptRequest {
  readonly path: string;
  readonly email: string;
  /** The token of a link to reset the password. */
  readonly token: unknown;
  readonly signedIn: SignedInSession | null;
}

/** Reads which account a request is about, before the sign-in library uses up its link or code. */
export async function readAttempt(context: Context, c: ApiContext, request: AttemptRequest): Promise<SignInAttempt> {
  const { path, email, token, signedIn } = request;
  const linkOwner = await userOf(context, verificationOf(context, c, path, token));
  // A link may belong to another account than the session of the browser that opens it.
  const userId = path === '/reset-password' ? linkOwner : (signedIn?.userId ?? linkOwner);
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
 * Runs a request to the sign-in library and writes its outcome to the audit log. If a success cannot be
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

const WRONG_PROOF: ReadonlySet<unknown> = new Set(['wrong-password', 'account-inactive', 'wrong-code']);

function addFailure(context: Context, c: ApiContext, code: unknown): void {
  const { attempt } = c.var;
  if (!attempt) return;
  const isSecondStep = attempt.path.startsWith('/two-factor/verify');
  if (!isSecondStep && attempt.path !== '/sign-in/email') return;
  const account = isSecondStep ? { userId: attempt.userId } : { email: attempt.email };
  if (isSecondStep && attempt.userId === null) return;
  const failure = { ...account, from: originOf(c), provenBy: isSecondStep ? ('code' as const) : ('password' as const) };
  if (code === 'too-many-requests') context.failures.add({ ...failure, action: 'locked-out', wasRefused: true });
  else if (WRONG_PROOF.has(code))
    context.failures.add({ ...failure, action: isSecondStep ? 'second-factor-failed' : 'sign-in-failed' });
}

/** The event of a successful call, apart from sign-ins. */
const ACTION_OF_PATH: Readonly<Record<string, AccessEvent>> = {
  '/sign-out': 'signed-out',
  '/reset-password': 'password-reset',
  '/two-factor/disable': 'codes-off',
  '/two-factor/generate-backup-codes': 'recovery-codes-created',
};

async function recordSuccess(context: Context, c: ApiContext, devices: DeviceRegistry, answer: Response) {
  const { attempt } = c.var;
  if (attempt?.path === '/request-password-reset') {
    // The same for everyone who asks, so that the time does not show which addresses have an account.
    context.failures.add({ action: 'password-reset-requested', email: attempt.email, from: originOf(c) });
    return;
  }
  const action = attempt && ACTION_OF_PATH[attempt.path];
  if (attempt && action) {
    const person = attempt.userId === null ? null : await staffMember(context, attempt.userId);
    if (person) await record(context, c, person, [action]);
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
  const provenBy = isProvider ? 'social' : 'password';
  await record(context, c, person, ['second-factor-asked'], { provenBy, after: { isNewDevice } });
  if (isProvider) rememberDevice(c, devices, answer, person.email);
}

/** A sign-in through a provider has no other place that marks the device as known. */
function rememberDevice(c: ApiContext, devices: DeviceRegistry, answer: Response, email: string): void {
  answer.headers.append('set-cookie', devices.remember(c.req.header('cookie') ?? null, email));
}

interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

interface NewSession extends Person {
  readonly provenBy: SignInProof | null;
}

async function recordSignIn(
  context: Context,
  c: ApiContext,
  devices: DeviceRegistry,
  { answer, session }: { readonly answer: Response; readonly session: NewSession },
): Promise<void> {
  const { attempt } = c.var;
  const { email, provenBy } = session;
  // Setting up codes replaces the session.
  if (attempt?.signedIn && attempt.path.startsWith('/two-factor/')) {
    await record(context, c, session, ['codes-on']);
    return;
  }
  const cookies = c.req.header('cookie') ?? null;
  const isNewDevice =
    provenBy === 'code' ? await startedOnNewDevice(context, c, session.id) : devices.deviceOf(cookies, email) === null;
  await record(context, c, session, isNewDevice ? ['signed-in', 'new-device'] : ['signed-in'], { provenBy });
  if (!attempt) rememberDevice(c, devices, answer, email);
}

const SECOND_STEP_MS = 15 * 60_000;

/** The first step marks the device as known, so the second one has to look up whether it was. */
async function startedOnNewDevice({ db, clock }: Context, c: ApiContext, userId: string): Promise<boolean> {
  const first = await db
    .selectFrom('audit_log')
    .select('after')
    .where('actor_id', '=', userId)
    .where('action', '=', 'second-factor-asked')
    .where('at', '>', new Date(clock.now().getTime() - SECOND_STEP_MS))
    .where('address', 'is not distinct from', c.var.info.address)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return first?.after?.['isNewDevice'] === true;
}

/** The person of the session that a response begins; null for customers. */
async function newSession(context: Context, answer: Response): Promise<NewSession | null> {
  const token = sessionToken(cookiesSetBy(answer), context);
  if (token === null) return null;
  const row = await context.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.name', 'users.email', 'sessions.proven_by as provenBy'])
    .where('sessions.token', '=', token)
    .where('users.role', '!=', 'customer' satisfies Role)
    .executeTakeFirst();
  return row ?? null;
}

async function staffMember({ db }: Context, id: string): Promise<Person | null> {
  const rows = db.selectFrom('users').select(['id', 'name', 'email']).where('id', '=', id);
  return (await rows.where('role', '!=', 'customer' satisfies Role).executeTakeFirst()) ?? null;
}

function record(
  context: Context,
  c: ApiContext,
  person: Person,
  actions: readonly AccessEvent[],
  more: { readonly provenBy?: SignInProof | null; readonly after?: object } = {},
) {
  const entry = { ...more, at: context.clock.now(), from: originOf(c) };
  return recordAuditEntries(context.db, ...actions.map((action) => accountEntry(action, person, entry)));
}

function originOf(c: ApiContext) {
  const { ownId: requestId, address } = c.var.info;
  return { requestId, address, userAgent: c.req.header('user-agent') ?? null, signedIn: c.var.attempt?.signedIn };
}

interface Confirmation {
  readonly actor: Extract<Actor, { kind: 'person' }>;
  readonly from: RequestOrigin;
  readonly signedIn: SignedInSession;
  readonly body: { readonly passkey?: object | undefined; readonly code?: string | undefined };
}

/** Writes to the audit log whether a signed-in member of staff could confirm their identity. */
export async function withIdentityLog<T>(
  context: Context,
  { actor, from, signedIn: { userId }, body }: Confirmation,
  confirm: () => Promise<T>,
): Promise<T> {
  const provenBy = body.passkey ? 'passkey' : body.code === undefined ? 'password' : 'code';
  try {
    const confirmed = await confirm();
    const entry = { at: context.clock.now(), provenBy, from } as const;
    await recordAuditEntries(context.db, accountEntry('identity-confirmed', { id: userId, name: actor.name }, entry));
    return confirmed;
  } catch (error) {
    const code = error instanceof Refusal ? error.failure.code : null;
    const failed = { actor, userId, provenBy, from } as const;
    if (code === 'too-many-requests') context.failures.add({ ...failed, action: 'locked-out', wasRefused: true });
    else if (code === 'wrong-password' || code === 'wrong-code' || code === 'wrong-passkey')
      context.failures.add({ ...failed, action: 'identity-failed' });
    throw error;
  }
}
