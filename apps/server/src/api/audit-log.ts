import { localDate } from '@tiffin/domain/core';
import { csvResponse } from '../platform/http/csv-response.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { readAuditLog, exportAuditLog } from '../modules/log/read-audit-log.ts';
import { redactLinks, redactLinksIn } from '../modules/outbox/redact-messages.ts';
import { readSite } from '../modules/locations/restaurant/site.ts';

// Entries may contain text messages with the guest's payment page, so API keys do not see links.
export const auditLogRoutes: readonly ImplementedCall[] = [
  implement('getAuditLog', async ({ context, actor, query }) => {
    const log = await readAuditLog(context, actor, query);
    return actor.kind === 'machine' ? redactLinksIn(log) : log;
  }),

  implement('getAuditLogCsv', async ({ context, actor, from, query }) => {
    const { timeZone } = await readSite(context.db);
    const name = `audit-log-${localDate(context.clock.now(), timeZone)}.csv`;
    const file = await exportAuditLog(context, { actor, from }, query, name);
    return csvResponse(actor.kind === 'machine' ? { ...file, text: redactLinks(file.text) } : file);
  }),
];
