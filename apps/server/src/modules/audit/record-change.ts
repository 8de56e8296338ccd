import type { Actor } from '@tiffin/domain/people';
import type { Tx } from '../../db/connection.ts';
import { whoColumns } from './who.ts';

export interface Change {
  readonly at: Date;
  readonly actor: Actor;
  /** Verb-noun, e.g. `update-menu-item` */
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly locationId?: string | null;
  readonly before?: object | null;
  readonly after?: object | null;
  /** From where: the request's id and address. */
  readonly from?: { readonly requestId: string; readonly address: string | null } | null;
}

/** Who changed what, from what to what: written in the transaction that changes it. */
export async function recordChange(tx: Tx, ...changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await tx
    .insertInto('audit_log')
    .values(
      changes.map((each) => ({
        at: each.at,
        ...whoColumns(each.actor),
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
}
