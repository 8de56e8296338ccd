import type { ResponseOf } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import { validSessionsQuery, type SignedInSession } from '../../platform/auth/authenticate.ts';
import type { Context } from '../../context.ts';
import type { Row } from '../../platform/db/schema.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { recordAuditEntry } from '../log/record-audit-entries.ts';
import { endSessions } from './sign-in-sessions.ts';

type Device = ResponseOf<'getMyDevices'>['devices'][number];

type DeviceRow = Pick<Row<'sessions'>, 'id' | 'created_at' | 'last_seen_at' | 'ip_address' | 'user_agent'> & {
  readonly tablet: string | null;
};

const readDevices = validSessionsQuery<DeviceRow>(
  'devices-of-person',
  's.user_id = $1',
  's.id, s.created_at, s.last_seen_at, s.ip_address, s.user_agent, t.name as tablet',
);

/** The devices where a person is signed in. A device is a session; a second sign-in on it is not listed twice. */
export async function listDevices(context: Context, caller: SignedInActor): Promise<Device[]> {
  const rows = await readDevices(context, caller.actor.userId);
  return rows
    .map((row) => ({
      id: row.id,
      isThis: row.id === caller.signedIn.sessionId,
      startedAt: row.created_at.toISOString(),
      lastUsedAt: (row.last_seen_at ?? row.created_at).toISOString(),
      address: row.ip_address || null,
      browser: row.user_agent || null,
      tablet: row.tablet,
    }))
    .toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || (a.lastUsedAt < b.lastUsedAt ? 1 : -1));
}

/** A person and the session with which they sent the request. */
export interface SignedInActor {
  readonly actor: Extract<Actor, { kind: 'person' }>;
  readonly signedIn: SignedInSession;
}

/** Only people have devices; API keys do not. */
export function requireSignedIn(actor: Actor, { signedIn }: RequestOrigin): SignedInActor {
  if (actor.kind !== 'person' || !signedIn) throw refuse('profile-not-found');
  return { actor, signedIn };
}

/** Ends one or all of the person's own sessions. Later requests with them are anonymous. */
export async function signOut(context: Context, caller: SignedInActor, from: RequestOrigin, deviceId?: string) {
  const { userId } = caller.actor;
  return transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const devices = await endSessions(context, tx, (row) =>
      deviceId === undefined ? row('user_id', '=', userId) : row.and({ user_id: userId, id: deviceId }),
    );
    if (deviceId !== undefined && devices === 0) throw refuse('not-found', say`This device is already signed out.`);
    await recordAuditEntry(tx, { at: now, actor: caller.actor, from }, 'sign-out-devices', ['user', userId], {
      after: { devices },
    });
    return devices;
  });
}
