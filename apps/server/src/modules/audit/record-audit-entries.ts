import { actorIdOf, type Actor, type AuditSubjectKind } from '@tiffin/domain/people';
import type { Tx } from '../../platform/db/connection.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { recordSecurityEntries, type SecurityOrigin } from './record-security-entries.ts';
import { securityEntriesOf } from './security-entries-of-audit.ts';

/** The actor and the origin of the request; null for work without a request. */
export interface Author<Where extends RequestOrigin | null = RequestOrigin> {
  readonly actor: Actor;
  readonly from: Where;
}

interface AuditEntry {
  readonly at: Date;
  readonly actor: Actor;
  /** Verb-noun, e.g. `update-menu-item` */
  readonly action: string;
  readonly subject: { readonly kind: AuditSubjectKind; readonly id: string };
  readonly locationId?: string | null;
  readonly before?: object | null;
  readonly after?: object | null;
  readonly from?: SecurityOrigin | null;
}

/** Writes audit entries in the transaction of the change, and those of the security log that belong to them. */
export async function recordAuditEntries(tx: Tx, ...changes: readonly AuditEntry[]): Promise<void> {
  if (changes.length === 0) return;
  await tx
    .insertInto('audit_log')
    .values(
      changes.map((each) => ({
        at: each.at,
        ...actorColumns(each.actor),
        action: each.action,
        subject_kind: each.subject.kind,
        subject_id: each.subject.id,
        location_id: each.locationId ?? null,
        before: each.before ? JSON.stringify(each.before) : null,
        after: each.after ? JSON.stringify(each.after) : null,
        request_id: each.from?.requestId ?? null,
        address: each.from?.address ?? null,
      })),
    )
    .execute();
  await recordSecurityEntries(tx, ...changes.flatMap(securityEntriesOf));
}

/** The fields that differ between two versions, for the audit log; null if none do. */
export function diffForAudit<T extends object>(before: T, after: T): { before: Partial<T>; after: Partial<T> } | null {
  const fields = keysOf(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (fields.length === 0) return null;
  const only = (row: T): Partial<T> => {
    const part: Partial<T> = {};
    for (const field of fields) part[field] = row[field];
    return part;
  };
  return { before: only(before), after: only(after) };
}

function keysOf<T extends object>(thing: T): (keyof T)[] {
  return Object.keys(thing).filter((key): key is Extract<keyof T, string> => Object.hasOwn(thing, key));
}

/** The actor columns of the audit log and the order history. */
interface ActorColumns {
  readonly actor_kind: Actor['kind'];
  readonly actor_id: string | null;
  readonly actor_name: string | null;
}

export function actorColumns(actor: Actor): ActorColumns {
  return { actor_kind: actor.kind, actor_id: actorIdOf(actor), actor_name: 'name' in actor ? actor.name : null };
}
