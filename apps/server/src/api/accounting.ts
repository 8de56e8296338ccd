import { closeDays } from '../modules/reports/accounting/close-days.ts';
import { saveAccounts } from '../modules/reports/accounting/save-accounts.ts';
import { showJournal, showJournalFile } from '../modules/reports/accounting/show-journal.ts';
import { writeListCsv } from '../modules/reports/lists/write-list-csv.ts';
import { csvResponse } from '../platform/http/csv-response.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';

export const accountingRoutes: readonly ImplementedCall[] = [
  implement('getJournal', ({ context, actor, query }) => showJournal(context, actor, query)),

  implement('getJournalCsv', async ({ context, actor, query }) => {
    const text = await showJournalFile(context, actor, query);
    const { format, from, to, part } = query;
    return csvResponse({ name: `${format}-${from}-${to}-${part}.csv`, text });
  }),

  implement('closeJournalDays', ({ context, actor, body, from }) => closeDays(context, actor, body, from)),

  implement('saveJournalAccounts', async ({ context, actor, body, from }) => ({
    accounts: await saveAccounts(context, actor, body.accounts, from),
  })),

  implement('getListCsv', async ({ context, actor, from, query }) =>
    csvResponse(await writeListCsv(context, { actor, from }, query)),
  ),
];
