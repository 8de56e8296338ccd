import { hostname } from 'node:os';
import { actorIdOf, parseClient, type Actor, type SecurityKind, type SignInProof } from '@tiffin/domain/people';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { SecurityDetails } from '../../platform/db/stored-json.ts';

/** Where a request came from. */
export interface SecurityOrigin {
  readonly requestId: string;
  readonly address: string | null;
  readonly userAgent?: string | null | undefined;
  /** The session and the shared tablet it belongs to. */
  readonly signedIn?:
    | { readonly tablet: { readonly id: string } | null; readonly isStaff?: boolean }
    | null
    | undefined;
}

export interface SecurityEntry {
  readonly at: Date;
  readonly kind: SecurityKind;
  /** The account it is about; null for an API key. */
  readonly userId: string | null;
  /** Who did it, if it was not the person of the account. */
  readonly actor?: Actor | undefined;
  readonly provenBy?: SignInProof | null | undefined;
  readonly tabletId?: string | undefined;
  readonly details?: SecurityDetails | undefined;
  /** Null for commands on the server. */
  readonly from: SecurityOrigin | null;
}

/** Tells the copies of the server apart. */
const COPY = `${hostname()}:${process.pid}`.slice(0, 100);

/** Writes entries in the transaction of what they record, so that neither exists without the other. */
export async function recordSecurityEntries(db: Db | Tx, ...entries: readonly SecurityEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db.insertInto('security_log').values(entries.map(securityRow)).execute();
}

export function securityRow({ at, kind, userId, actor, provenBy, tabletId, details, from }: SecurityEntry) {
  return {
    at,
    last_at: at,
    kind,
    user_id: userId,
    ...otherActor(userId, actor),
    proven_by: provenBy ?? null,
    tablet_id: tabletId ?? from?.signedIn?.tablet?.id ?? null,
    address: from?.address ?? null,
    ...parseClient(from?.userAgent),
    details: details ? JSON.stringify(details) : null,
    request_id: from?.requestId ?? null,
    copy: COPY,
  };
}

function otherActor(userId: string | null, actor: Actor | undefined) {
  const actorId = actor ? actorIdOf(actor) : null;
  const isOther = actor !== undefined && (actorId === null || actorId !== userId);
  return { actor_kind: isOther ? actor.kind : null, actor_id: isOther ? actorId : null };
}
