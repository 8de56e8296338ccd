import { REQUEST_LIMITS } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { isAtLeast, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { resetLimits, returnUse, countLimitUses, type LimitUse } from '../http/rate-limiter.ts';
import { pendingSignInToken, type SignedInSession } from './authenticate.ts';
import { requireStrongestProof, requireSecondStepProof } from './require-recent-proof.ts';
import { isPasswordCorrect, passwordHashOf } from './password-hash.ts';
import { checkSecondStepCode, markCodeUsed, hasCodes } from './second-step.ts';
import { hashIdentifier } from './verifications.ts';
import { updateRow } from '../db/write-row.ts';

interface Requester {
  readonly actor: Actor;
  readonly signedIn: SignedInSession | null;
  readonly cookies: string | null;
}

interface Step {
  /** For the answer of the library: only failures stay counted, and a code is marked as used. */
  readonly after: (answer: Response, body: Record<string, unknown>) => Promise<void>;
}

/** Checks rights and limits before the sign-in library handles a call about codes. */
export async function guardSecondStepCall(context: Context, path: string, requester: Requester): Promise<Step> {
  const { signedIn, cookies } = requester;
  const isCode = path.startsWith('/two-factor/verify');
  if (!isCode) await requireRightToChange(context, path, requester);
  // The first code completes the set-up, which an attacker may have started before a passkey existed; so it needs the
  // strongest proof.
  else if (signedIn && !(await hasCodes(context.db, signedIn.userId)))
    await requireSecondStepProof(context.db, signedIn);
  const use: LimitUse = signedIn
    ? [REQUEST_LIMITS.confirm, signedIn.userId]
    : [REQUEST_LIMITS.code, await pendingSignInOf(context, cookies)];
  await countLimitUses(context, use);
  return {
    async after(answer, body) {
      if (answer.status >= 400) return;
      await returnUse(context, use);
      if (isCode) await refuseUsedCode(context, answer, body);
    },
  };
}

/** Finds the sign-in that a code belongs to. Without one the request is refused and not counted for the address. */
async function pendingSignInOf(context: Context, cookies: string | null): Promise<string> {
  const token = pendingSignInToken(cookies, context);
  if (token === null) throw refuse('sign-in-over');
  const identifier = hashIdentifier(token);
  await context.db
    .selectFrom('verifications')
    .select('id')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', context.clock.now())
    .executeTakeFirstOrThrow(() => refuse('sign-in-over'));
  return identifier;
}

/** Refuses who may not set up, change or remove codes. */
async function requireRightToChange(context: Context, path: string, { actor, signedIn }: Requester): Promise<void> {
  if (actor.kind !== 'person' || !signedIn) throw refuse('unauthenticated');
  const isSetUp = path === '/two-factor/enable';
  if (isSetUp && !signedIn.needsSecondStep && !isAtLeast(actor.role, 'manager')) throw refuse('permission-denied');
  // Setting up codes needs the password; removing them needs a code.
  const showsPassword = isSetUp && (await passwordHashOf(context.db, actor.userId)) !== null;
  if (showsPassword) await requireSecondStepProof(context.db, signedIn);
  else await requireStrongestProof(context, context.db, { actor, signedIn });
}

/** Refuses a code that was used before, so that someone who watched it being typed cannot use it. */
async function refuseUsedCode(context: Context, answer: Response, body: Record<string, unknown>): Promise<void> {
  const { token, user } = (await answer.clone().json()) as { token?: string; user?: { id?: string } };
  const userId = user?.id ?? '';
  if (await markCodeUsed(context, userId, String(body['code']))) return;
  if (token !== undefined) await context.db.deleteFrom('sessions').where('token', '=', token).execute();
  throw refuse('wrong-code');
}

/** Whether the person can set up codes, has them, and needs them. */
export async function readSecondStepStatus(
  context: Context,
  { actor, signedIn }: { actor: Actor; signedIn: SignedInSession },
) {
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
  /** Checks the password before those of guests, because somebody waits for this member of staff. */
  readonly goesFirst: boolean;
  /** Verifies a passkey of this person. */
  readonly byPasskey?: () => Promise<void>;
}

/**
 * Confirms the identity behind a session. Failed attempts count for the person. People with codes or passkeys must
 * use one, because a password may have been observed.
 */
export async function confirmIdentity(
  context: Context,
  { sessionId, userId }: SignedInSession,
  { password, code, goesFirst, byPasskey }: Proof,
  headers: Headers,
): Promise<Date> {
  if (password === undefined && code === undefined && !byPasskey)
    throw refuse('invalid-argument', say`A password, a code or a passkey is required`);
  const use: LimitUse = [REQUEST_LIMITS.confirm, userId];
  await countLimitUses(context, use);
  const byCode = !byPasskey && (await hasCodes(context.db, userId));
  if (byPasskey) await byPasskey();
  else if (byCode) await checkSecondStepCode(context, userId, code?.trim() ?? '', headers);
  else if (
    !(await isPasswordCorrect(await passwordHashOf(context.db, userId), password ?? '', goesFirst ? 'first' : 'later'))
  )
    throw refuse('wrong-password');
  await resetLimits(context, use);
  const now = context.clock.now();
  const provenByCode = byCode ? 'code' : undefined;
  // A password does not replace a stronger proof of this session.
  await updateRow(context.db, 'sessions', sessionId, {
    proven_at: now,
    proven_by: byPasskey ? 'passkey' : provenByCode,
  });
  return now;
}
