import type { ResponseOf } from '@tiffin/contract';
import { addMinutes } from '@tiffin/domain/core';
import type { Db, Tx } from '../../../platform/db/connection.ts';

export type ImportAnswer = ResponseOf<'importMenu'>;

/** How long an import can be undone. */
export const UNDO_MINUTES = 60;

/** Until when an import can be undone. */
export function importUndoDeadline(importedAt: Date): Date {
  return addMinutes(importedAt, UNDO_MINUTES);
}

/** Imports since a time that were not undone, newest first. Their actors come from the audit log. */
export async function readImports(db: Db | Tx, since: Date): Promise<ImportAnswer[]> {
  const rows = await db
    .selectFrom('menu_imports as i')
    .leftJoin('audit_log as a', (join) =>
      join
        .onRef('a.subject_id', '=', 'i.id')
        .on('a.subject_kind', '=', 'menu-import')
        .on('a.action', '=', 'import-menu'),
    )
    .select(['i.id', 'i.at', 'i.location_ids', 'i.added', 'i.changed', 'a.actor_name'])
    .where('i.at', '>=', since)
    .where('i.undone_at', 'is', null)
    .orderBy('i.at', 'desc')
    .orderBy('i.id')
    .execute();
  return rows.map((row) => ({
    importId: row.id,
    at: row.at.toISOString(),
    by: row.actor_name,
    undoUntil: importUndoDeadline(row.at).toISOString(),
    locationIds: row.location_ids,
    added: row.added,
    changed: row.changed,
  }));
}
