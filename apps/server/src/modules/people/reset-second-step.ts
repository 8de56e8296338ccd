import { refuse, say } from '@tiffin/domain/core';
import { userNotices } from '@tiffin/domain/errors';
import { userIdOf } from '@tiffin/domain/people';
import { requireRecentProof } from '../../platform/auth/require-recent-proof.ts';
import { hasPasskeys } from '../../platform/auth/second-step.ts';
import type { Context, Tx } from '../../context.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { removeSecondFactors } from './add-person.ts';
import { endLiveEvents } from './end-live-events.ts';
import { notifyAccountOwner } from './notify-account-owner.ts';

/** Removes the codes and passkeys of a colleague who lost their phone, ends all sessions, and mails the colleague. */
export async function resetSecondStep(context: Context, tx: Tx, by: Author, userId: string): Promise<void> {
  await requireRecentProof(context, tx, by);
  if (userIdOf(by.actor) === userId) throw refuse('failed-precondition', userNotices.ownCodes);
  const person = await tx
    .selectFrom('users')
    .select(['email', 'name', 'two_factor_enabled'])
    .where('id', '=', userId)
    .where('is_deleted', '=', false)
    .forUpdate()
    .executeTakeFirstOrThrow(() => refuse('not-found', userNotices.notFound));
  if (!person.two_factor_enabled && !(await hasPasskeys(tx, userId)))
    throw refuse('failed-precondition', say`They sign in without codes and passkeys.`);
  const now = context.clock.now();
  await removeSecondFactors(tx, userId);
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await endLiveEvents(context, tx, userId, now);
  await recordAuditEntry(tx, { at: now, ...by }, 'switch-codes-off', ['user', userId]);
  const adminName = by.actor.kind === 'person' ? by.actor.name : say`An administrator`;
  await notifyAccountOwner(context, tx, { userId, ...person }, 'codes_off', (restaurant) => ({
    subject: say`Your codes and passkeys were switched off`,
    message: say`${adminName} switched off the codes and passkeys of your account, and every device was signed out. Sign in with your password and set up new codes or a new passkey.\n\nDid you not ask for this? Set a new password at once, and tell the management of ${restaurant}.`,
  }));
}
