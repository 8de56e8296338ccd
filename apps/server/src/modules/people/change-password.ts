import { REQUEST_LIMITS, type ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { isPasswordCorrect, passwordHashOf } from '../../platform/auth/password-hash.ts';
import { requirePasswordFor } from '../../platform/auth/password-rules.ts';
import { hasCodes } from '../../platform/auth/second-step.ts';
import { endLinks } from '../../platform/auth/verifications.ts';
import type { Context, Tx } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { countLimitUses, resetLimits, type LimitUse } from '../../platform/http/rate-limiter.ts';
import { recordAuditEntry } from '../log/record-audit-entries.ts';
import { setPassword } from './add-person.ts';
import { endLiveEvents } from './end-live-events.ts';
import type { SignedInActor } from './devices.ts';
import { notifyAccountOwner } from './notify-account-owner.ts';

const NO_PASSWORD = say`Your account has no password. To set one, choose “Forgot password?” on the sign-in page.`;

/** Changes the password of a person who knows the old one. Other sessions end, and the person gets a mail. */
export async function changePassword(
  context: Context,
  { actor, signedIn }: SignedInActor,
  from: RequestOrigin,
  { oldPassword, newPassword }: ValidatedInput<'changePassword'>['body'],
): Promise<void> {
  const { userId, sessionId } = signedIn;
  if (signedIn.tablet)
    throw refuse('permission-denied', say`Not available on a shared tablet. Please sign in on your own device.`);
  // With the password alone nobody may lock out the owner of a second factor.
  if (signedIn.needsSecondStep && (await hasCodes(context.db, userId))) throw refuse('second-step-needed');
  const person = await requirePerson(context, userId);
  await requireOldPassword(context, userId, oldPassword);
  if (oldPassword === newPassword)
    throw refuse('weak-password', say`This is the password you have. Please choose another.`, { field: 'newPassword' });
  requirePasswordFor(person.role, newPassword);
  await transaction(context.db, async (tx) => {
    const now = context.clock.now();
    await requireSession(tx, sessionId);
    await setPassword(context, tx, userId, newPassword, sessionId);
    await endLinks(tx, userId);
    await endLiveEvents(context, tx, userId, now);
    await recordAuditEntry(tx, { at: now, actor, from }, 'change-password', ['user', userId]);
    await notifyAccountOwner(context, tx, { userId, ...person }, 'password_changed', (restaurant) => ({
      subject: say`Your password was changed`,
      message: say`The password of your account at ${restaurant} was changed, and every other device was signed out.\n\nWas this not you? Choose “Forgot password?” on the sign-in page at once, and tell ${restaurant}.`,
    }));
  });
}

async function requirePerson({ db }: Context, userId: string) {
  return db.selectFrom('users').select(['email', 'name', 'role']).where('id', '=', userId).executeTakeFirstOrThrow();
}

async function requireOldPassword(context: Context, userId: string, oldPassword: string): Promise<void> {
  const hash = await passwordHashOf(context.db, userId);
  if (hash === null) throw refuse('failed-precondition', NO_PASSWORD);
  const guess: LimitUse = [REQUEST_LIMITS.confirm, userId];
  await countLimitUses(context, guess);
  if (!(await isPasswordCorrect(hash, oldPassword)))
    throw refuse('wrong-password', undefined, { field: 'oldPassword' });
  await resetLimits(context, guess);
}

/** A session that ended in the meantime must not change the password. */
async function requireSession(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => refuse('unauthenticated'));
}
