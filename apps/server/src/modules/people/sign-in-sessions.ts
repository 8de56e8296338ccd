import { randomBytes } from 'node:crypto';
import type { SignInProof } from '@tiffin/domain/people';
import type { Context, Db, Tx } from '../../context.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { endLiveEvents } from './end-live-events.ts';
import { refuse } from '@tiffin/domain/core';
import { userNotices } from '@tiffin/domain/errors';
import { transaction } from '../../platform/db/transaction.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { insertRow } from '../../platform/db/write-row.ts';

interface NewSession {
  readonly userId: string;
  readonly seconds: number;
  readonly provenBy: SignInProof;
  readonly browser: string | null;
  readonly tabletId?: string;
}

/** Creates a session outside the sign-in library and returns the value of its cookie. */
export async function beginSession(
  context: Context,
  tx: Tx,
  { userId, seconds, provenBy, browser, tabletId }: NewSession,
  from: RequestOrigin,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const now = context.clock.now();
  await insertRow(tx, 'sessions', {
    id: context.ids.uuid(),
    token,
    user_id: userId,
    tablet_id: tabletId ?? null,
    expires_at: new Date(now.getTime() + seconds * 1_000),
    ip_address: from.address,
    user_agent: browser,
    created_at: now,
    updated_at: now,
    last_seen_at: now,
    proven_by: provenBy,
  });
  return token;
}

type SessionCondition = (session: ExpressionBuilder<Schema, 'sessions'>) => Expression<SqlBool>;

/** Ends sessions, but not their live events. */
export function deleteSessions(db: Db | Tx, condition: SessionCondition) {
  return db.deleteFrom('sessions').where(condition).returning('user_id').execute();
}

/** Ends sessions and the live events of their people; other sessions of the same person reconnect. */
export async function endSessions(context: Pick<Context, 'events' | 'clock'>, tx: Tx, condition: SessionCondition) {
  const ended = await deleteSessions(tx, condition);
  const people = new Set(ended.map((session) => session.user_id));
  for (const userId of people) await endLiveEvents(context, tx, userId, context.clock.now());
  return ended.length;
}

/** Signs a person out on all devices, for an admin, for example after a sign-in that was not theirs. */
export async function signOutPerson(context: Context, by: Author, userId: string): Promise<number> {
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
