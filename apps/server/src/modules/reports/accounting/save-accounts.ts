import type { JournalAccount } from '@tiffin/domain/stats';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { recordAuditEntry } from '../../log/record-audit-entries.ts';
import { readJournalAccounts } from './show-journal.ts';

/** Saves to which account each item of the journal belongs. Items that are left out keep their account. */
export async function saveAccounts(
  context: Context,
  actor: Actor,
  accounts: readonly JournalAccount[],
  origin: RequestOrigin,
): Promise<JournalAccount[]> {
  const now = context.clock.now();
  return transaction(context.db, async (tx) => {
    const before = await readJournalAccounts(tx);
    for (const { item, name, code } of accounts) {
      await tx
        .insertInto('journal_accounts')
        .values({ item, name, code, updated_at: now })
        .onConflict((conflict) => conflict.column('item').doUpdateSet({ name, code, updated_at: now }))
        .execute();
    }
    const after = await readJournalAccounts(tx);
    await recordAuditEntry(tx, { at: now, actor, from: origin }, 'save-accounts', ['settings', 'accounts'], {
      before: textOf(before),
      after: textOf(after),
    });
    return after;
  });
}

const textOf = (accounts: readonly JournalAccount[]) =>
  Object.fromEntries(accounts.map(({ item, name, code }) => [item, `${code} ${name}`]));
