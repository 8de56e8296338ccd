import { createHash } from 'node:crypto';
import { LIMITS } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { isAtLeast, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { forget, giveBack, spend, type Charge } from '../http/hold-to-rates.ts';
import { waitingSignIn, type SignedIn } from './authenticate.ts';
import { requireOwner, requireSecondStepShown } from './fresh.ts';
import { isPassword, passwordHashOf } from './password-hash.ts';
import { checkCode, claimCode, hasCodes } from './second-step.ts';

interface Asking {
  readonly actor: Actor;
  readonly signedIn: SignedIn | null;
  readonly cookies: string | null;
}

interface Step {
  /** Counts what was wrong, and takes no code twice. */
  readonly after: (answer: Response, body: Record<string, unknown>) => Promise<void>;
}

/** Who may do what about the codes, before the sign-in library is asked, and what is counted of it. */
export async function beforeStep(context: Context, path: string, asking: Asking): Promise<Step> {
  const { signedIn, cookies } = asking;
  const isCode = path.startsWith('/two-factor/verify');
  if (!isCode) await requireChanger(context, path, asking);
  // The first code ends the setting up, which somebody else may have begun when there was no passkey yet.
  else if (signedIn && !(await hasCodes(context.db, signedIn.userId)))
    await requireSecondStepShown(context.db, signedIn);
  const charge: Charge = signedIn
    ? [LIMITS.confirm, signedIn.userId]
    : [LIMITS.code, await waitingOf(context, cookies)];
  await spend(context, charge);
  return {
    async after(answer, body) {
      if (answer.status >= 400) return;
      await giveBack(context, charge);
      if (isCode) await refuseUsedCode(context, answer, body);
    },
  };
}

/** The sign-in a code is for. Without one there is nothing to guess: it is refused, and counted to nobody's address. */
async function waitingOf(context: Context, cookies: string | null): Promise<string> {
  const named = waitingSignIn(cookies, context);
  if (named === null) throw refuse('sign-in-over');
  // as the sign-in library keeps it
  const identifier = createHash('sha256').update(named).digest('base64url');
  const waiting = await context.db
    .selectFrom('verifications')
    .select('id')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', context.clock.now())
    .executeTakeFirst();
  if (!waiting) throw refuse('sign-in-over');
  return identifier;
}

async function requireChanger(context: Context, path: string, { actor, signedIn }: Asking): Promise<void> {
  if (actor.kind !== 'person' || !signedIn) throw refuse('unauthenticated');
  const isFirst = path === '/two-factor/enable';
  if (isFirst && !signedIn.needsSecondStep && !isAtLeast(actor.role, 'manager')) throw refuse('permission-denied');
  // Whoever has a password shows it with the first codes; what takes codes away needs one of them.
  const showsPassword = isFirst && (await passwordHashOf(context.db, actor.userId)) !== null;
  if (showsPassword) await requireSecondStepShown(context.db, signedIn);
  else await requireOwner(context, context.db, { actor, signedIn });
}

/** Somebody who watched the code being typed is too late, also by a moment. */
async function refuseUsedCode(context: Context, answer: Response, body: Record<string, unknown>): Promise<void> {
  const { token, user } = (await answer.clone().json()) as { token?: string; user?: { id?: string } };
  const userId = user?.id ?? '';
  if (await claimCode(context, userId, String(body['code']))) return;
  if (token !== undefined) await context.db.deleteFrom('sessions').where('token', '=', token).execute();
  throw refuse('wrong-code');
}

/** Whether a person may set codes up, has them, and must. */
export async function codesOf(context: Context, { actor, signedIn }: { actor: Actor; signedIn: SignedIn }) {
  const mayHave = signedIn.needsSecondStep || (actor.kind === 'person' && isAtLeast(actor.role, 'manager'));
  return {
    mayHaveCodes: mayHave,
    hasCodes: await hasCodes(context.db, signedIn.userId),
    needsSecondStep: signedIn.needsSecondStep,
  };
}

interface Proof {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  /** Works here, and somebody waits. */
  readonly goesFirst: boolean;
  /** Refuses what is not theirs. */
  readonly byPasskey?: () => Promise<void>;
}

/**
 * The person behind a session shows once more that it is them; wrong tries are counted to the person.
 * Whoever has codes shows one: a password may have been read over a shoulder.
 */
export async function confirmMe(
  context: Context,
  { sessionId, userId }: SignedIn,
  { password, code, goesFirst, byPasskey }: Proof,
  headers: Headers,
): Promise<Date> {
  if (password === undefined && code === undefined && !byPasskey)
    throw refuse('invalid-argument', say`A password, a code or a passkey is required`);
  const charge: Charge = [LIMITS.confirm, userId];
  await spend(context, charge);
  const byCode = !byPasskey && (await hasCodes(context.db, userId));
  if (byPasskey) await byPasskey();
  else if (byCode) await checkCode(context, userId, code?.trim() ?? '', headers);
  else if (!(await isPassword(await passwordHashOf(context.db, userId), password ?? '', goesFirst ? 'first' : 'later')))
    throw refuse('wrong-password');
  await forget(context, charge);
  const now = context.clock.now();
  await context.db
    .updateTable('sessions')
    .set({ proven_at: now, ...(byPasskey && { proven_by: 'passkey' }), ...(byCode && { proven_by: 'code' }) })
    .where('id', '=', sessionId)
    .execute();
  return now;
}
