import { writeCsv } from '@tiffin/domain/core';
import { proofName } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { readAuditEntries, type AuditFilter, type AuditLogEntry } from './read-audit-log.ts';
import { recordAuditEntry, type Author } from './record-audit-entries.ts';

/** More rows than a spreadsheet can open comfortably. */
const MAX_ROWS = 100_000;

const COLUMNS: Readonly<Record<string, (entry: AuditLogEntry) => string | number | null>> = {
  'time (UTC)': ({ at }) => at,
  times: ({ count }) => count,
  person: ({ actorName }) => actorName,
  action: ({ action }) => action,
  kind: ({ subjectKind }) => subjectKind,
  subject: ({ subjectId }) => subjectId,
  name: ({ subjectName }) => subjectName,
  location: ({ locationId }) => locationId,
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
  with: ({ provenBy }) => provenBy && proofName(provenBy),
  tablet: ({ tablet }) => tablet?.name ?? null,
  browser: ({ browser }) => browser,
  system: ({ system }) => system,
  'network address': ({ address }) => address,
  request: ({ requestId }) => requestId,
  'copy of the server': ({ copy }) => copy,
};

/** Exports the filtered log. Network addresses of staff leave the server here, so the log records the actor. */
export async function exportAuditLog(context: Context, { actor, from }: Author, filter: AuditFilter, name: string) {
  await context.failures.flush();
  return transaction(context.db, async (tx) => {
    const entries = await readAuditEntries(tx, actor, filter, MAX_ROWS);
    const rows = entries.map((entry) => Object.values(COLUMNS).map((cellOf) => cellOf(entry)));
    await recordAuditEntry(tx, { at: context.clock.now(), actor, from }, 'export-audit-log', ['file', name], {
      after: { rows: entries.length, ...filter },
    });
    return { name, text: writeCsv(Object.keys(COLUMNS), rows), rows: entries.length };
  });
}
