import * as contract from '@tiffin/contract/security-log';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { readSecurityLog } from '../modules/audit/read-security-log.ts';
import { endSessionsOf } from '../modules/people/end-sessions-of.ts';
import { exportSecurityLog } from '../modules/people/export-security-log.ts';
import { readSite } from '../modules/settings/site.ts';

export const securityLogRoutes: readonly ImplementedCall[] = [
  implement(contract.getSecurityLog, async ({ context, query }) => ({
    ...(await readSecurityLog(context, query)),
    addressDays: (await readSite(context.db)).securityAddressDays,
  })),

  implement(contract.getSecurityLogCsv, ({ context, actor, from, query }) =>
    exportSecurityLog(context, { actor, from }, query),
  ),

  implement(contract.endUserSessions, async ({ context, actor, from, body }) => ({
    ended: await endSessionsOf(context, { actor, from }, body.userId),
  })),
];
