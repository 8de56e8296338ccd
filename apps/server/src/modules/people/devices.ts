import type { AnswerOf } from '@tiffin/contract';
import type { getMyDevices } from '@tiffin/contract/devices';
import { refuse } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import { idleSince, type SignedIn } from '../../auth/authenticate.ts';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { endStreams } from './change-users.ts';

type Device = AnswerOf<typeof getMyDevices>['devices'][number];

/** Where somebody is signed in. A device is a session: whoever signs in again on it is listed once. */
export async function listDevices({ db, clock, config }: Context, asker: Asker): Promise<Device[]> {
  const now = clock.now();
  let open = db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', asker.actor.userId)
    .where('expires_at', '>', now);
  if (asker.actor.role !== 'customer') {
    const since = idleSince(now, config.OFFICE_IDLE_HOURS * 3_600_000);
    open = open.where(({ fn }) => fn.coalesce('last_seen_at', 'created_at'), '>', since);
  }
  const rows = await open.execute();
  return rows
    .map((row) => ({
      id: row.id,
      isThis: row.id === asker.signedIn.sessionId,
      startedAt: row.created_at.toISOString(),
      lastUsedAt: (row.last_seen_at ?? row.created_at).toISOString(),
      address: row.ip_address || null,
      browser: row.user_agent || null,
    }))
    .toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || (a.lastUsedAt < b.lastUsedAt ? 1 : -1));
}

interface Asker {
  readonly actor: Extract<Actor, { kind: 'person' }>;
  readonly signedIn: SignedIn;
}

/** Devices are a person's: a key is on none. */
export function askerOf(actor: Actor, { signedIn }: From): Asker {
  if (actor.kind !== 'person' || !signedIn) throw refuse('profile-not-found');
  return { actor, signedIn };
}

/** Ends one's own sessions, one or all of them: whatever is asked with them from now on is asked by nobody. */
export async function signOut(context: Context, asker: Asker, from: From, deviceId?: string): Promise<number> {
  const { userId } = asker.actor;
  return transaction(context.db, async (tx) => {
    const now = context.clock.now();
    let own = tx.deleteFrom('sessions').where('user_id', '=', userId);
    if (deviceId !== undefined) own = own.where('id', '=', deviceId);
    const ended = await own.returning('id').execute();
    if (deviceId !== undefined && ended.length === 0) throw refuse('not-found', 'This device is signed out already.');
    await endStreams(context, tx, userId, now);
    await recordChange(tx, {
      at: now,
      actor: asker.actor,
      action: 'sign-out-devices',
      subject: { kind: 'user', id: userId },
      after: { devices: ended.length },
      from,
    });
    return ended.length;
  });
}
