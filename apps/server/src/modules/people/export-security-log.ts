import type { ValidatedInput } from '@tiffin/contract';
import type { getSecurityLogCsv } from '@tiffin/contract/security-log';
import { localDate } from '@tiffin/domain/core';
import { securityLogCsv } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { csvResponse } from '../../platform/http/csv-response.ts';
import { readSecurityEntries } from '../audit/read-security-log.ts';
import { recordAuditEntries, type Author } from '../audit/record-audit-entries.ts';
import { readSite } from '../settings/site.ts';

/** More rows than a spreadsheet can open comfortably. */
const MAX_ROWS = 100_000;

/** Exports the filtered log. Network addresses of staff leave the server here, so the audit log records the actor. */
export async function exportSecurityLog(
  context: Context,
  by: Author,
  filter: ValidatedInput<typeof getSecurityLogCsv>['query'],
): Promise<Response> {
  await context.securityFailures.flush();
  return transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const { timeZone } = await readSite(tx);
    const entries = await readSecurityEntries(tx, filter, MAX_ROWS);
    const file = `security-log-${localDate(now, timeZone)}.csv`;
    await recordAuditEntries(tx, {
      at: now,
      ...by,
      action: 'export-security-log',
      subject: { kind: 'file', id: file },
      after: { rows: entries.length, ...filter },
    });
    return csvResponse({ name: file, text: securityLogCsv(entries), rows: entries.length });
  });
}
