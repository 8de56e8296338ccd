import type { ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { accountNameProblem } from '@tiffin/domain/order';
import { normalisePhone } from '@tiffin/domain/people';
import type { Context, Tx } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { recordFormConsent, setPromotionConsent } from './consents.ts';
import { readMe, type MeAnswer } from './queries.ts';

type Changes = ValidatedInput<'updateMe'>['body'];

/** Changes the fields of the actor's own account that the request contains. */
export function updateMe(context: Context, userId: string, changes: Changes): Promise<MeAnswer> {
  const name = changes.displayName?.trim();
  const problem = name === undefined ? null : accountNameProblem(name);
  if (problem) throw refuse('invalid-argument', problem, { field: 'displayName' });
  const phone = changes.phoneNumber ? normalisePhone(changes.phoneNumber) : changes.phoneNumber;
  if (changes.phoneNumber && !phone) {
    throw refuse('invalid-argument', say`Please enter a valid phone number`, { field: 'phoneNumber' });
  }
  return transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const user = await tx
      .updateTable('users')
      .set(({ eb }) => ({
        updated_at: now,
        version: name === undefined && phone === undefined ? undefined : eb('version', '+', 1),
        name,
        phone_number: phone,
        language: changes.language,
        notifications: changes.preferences?.notifications,
      }))
      .where('id', '=', userId)
      .returning('email')
      .executeTakeFirstOrThrow(() => refuse('profile-not-found'));
    if (changes.preferences?.marketing !== undefined) {
      const account = { email: user.email, userId };
      if (changes.preferences.marketing) await recordFormConsent(tx, account, 'account page', now);
      else await setPromotionConsent(tx, account, { agrees: false, source: 'account page', now });
    }
    const me = await readMe(tx, userId);
    if (!me) throw refuse('profile-not-found');
    return me;
  });
}

/** Stores the code of the welcome offer. No two people have the same. */
export async function setWelcomeCode(tx: Tx, userId: string, code: string): Promise<void> {
  await tx.updateTable('users').set({ welcome_code: code }).where('id', '=', userId).execute();
}
