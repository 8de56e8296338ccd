import { refuse } from '@tiffin/domain/core';
import { userNotices } from '@tiffin/domain/errors';
import type { Context } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { endSessions } from './sessions.ts';

/** An admin signs a person out on all devices, for example after a sign-in that was not theirs. */
export async function endSessionsOf(context: Context, by: Author, userId: string): Promise<number> {
  return transaction(context.db, async (tx) => {
    const person = await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst();
    if (!person) throw refuse('not-found', userNotices.notFound);
    const devices = await endSessions(context, tx, (row) => row('user_id', '=', userId));
    await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'sign-out-devices', ['user', userId], {
      after: { devices },
    });
    return devices;
  });
}
