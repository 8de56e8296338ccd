import type { AccessEvent, Actor, AuditSubjectKind } from '@tiffin/domain/people';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { auditRow, type AuditEntry } from './audit-row.ts';

/** The actor and the origin of the request; null for work without a request. */
export interface Author<Where extends RequestOrigin | null = RequestOrigin | null> {
  readonly actor: Actor;
  readonly from: Where;
}

/** Writes entries in the transaction of what they record, so that neither exists without the other. */
export async function recordAuditEntries(db: Db | Tx, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db.insertInto('audit_log').values(entries.map(auditRow)).execute();
}

/** Writes one entry: who did what to which record, with the values before and after. */
export function recordAuditEntry(
  db: Db | Tx,
  by: Pick<AuditEntry, 'at' | 'actor' | 'from'>,
  action: string,
  [kind, id]: readonly [AuditSubjectKind, string],
  values: Pick<AuditEntry, 'locationId' | 'before' | 'after' | 'provenBy'> = {},
): Promise<void> {
  return recordAuditEntries(db, { ...by, action, subject: { kind, id }, ...values });
}

/** What a member of staff did with their own account. */
export function accountEntry(
  action: AccessEvent,
  { id, name }: { readonly id: string; readonly name: string },
  more: Omit<AuditEntry, 'actor' | 'action' | 'subject'>,
): AuditEntry {
  return { ...more, action, actor: personActor(id, name), subject: { kind: 'user', id } };
}

/** A person whose rights do not matter. */
export function personActor(userId: string, name: string): Actor {
  return { kind: 'person', userId, name, role: 'staff', locationIds: [], email: '' };
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
