import {
  closeJournalDays,
  getJournal,
  getJournalCsv,
  getListCsv,
  saveJournalAccounts,
} from '@tiffin/contract/accounting';
import { closeDays } from '../modules/accounting/close-days.ts';
import { saveAccounts } from '../modules/accounting/save-accounts.ts';
import { showJournal, showJournalFile } from '../modules/accounting/show-journal.ts';
import { writeListCsv } from '../modules/accounting/write-list-csv.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';

const csvHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}.csv"`,
  'cache-control': 'no-store',
});

export const accountingRoutes: readonly ImplementedCall[] = [
  implement(getJournal, ({ context, actor, query }) => showJournal(context, actor, query)),

  implement(getJournalCsv, async ({ context, actor, query, c }) => {
    const text = await showJournalFile(context, actor, query);
    const { format, from, to, part } = query;
    return c.body(text, 200, csvHeaders(`${format}-${from}-${to}-${part}`));
  }),

  implement(closeJournalDays, ({ context, actor, body, from }) => closeDays(context, actor, body, from)),

  implement(saveJournalAccounts, async ({ context, actor, body, from }) => ({
    accounts: await saveAccounts(context, actor, body.accounts, from),
  })),

  implement(getListCsv, async ({ context, actor, query, c }) => {
    const text = await writeListCsv(context, actor, query);
    return c.body(text, 200, csvHeaders(`${query.list}-${query.from}-${query.to}`));
  }),
];
