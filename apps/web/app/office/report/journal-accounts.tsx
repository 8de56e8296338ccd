import { ACCOUNT_CODE_MAX, ACCOUNT_NAME_MAX } from '@tiffin/domain/stats';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { Button } from '../../ui/button.tsx';
import { formOf, valueField } from '../../ui/form.ts';
import { EditForm } from '../../ui/form-fields.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Table } from '../../ui/table.tsx';

type Account = Answer<'getJournal'>['accounts'][number];
type AccountTexts = Pick<Account, 'name' | 'code'>;

const accountForm = formOf({
  /** The changed accounts by item. */
  changed: valueField<Readonly<Record<string, AccountTexts>>>(say`Accounts`, {}),
});

/** The name and the code of the account of each item. Everybody may read them, admins may change them. */
export function JournalAccounts({
  accounts,
  mayEdit,
  queryKey,
}: {
  accounts: readonly Account[];
  mayEdit: boolean;
  queryKey: readonly string[];
}) {
  const form = useRecordForm(accountForm, null, {
    call: 'saveJournalAccounts',
    body: ({ values }) => ({
      accounts: Object.entries(values.changed).map(([item, account]) => ({ item, ...account })),
    }),
    done: () => say`The accounts were saved`,
    changes: [queryKey],
  });
  const { changed } = form.draft;
  const column = (field: keyof AccountTexts, head: string, labelOf: (item: string) => string, maxLength: number) => ({
    id: field,
    head,
    cell: ({ item, label, name, code }: Account) => {
      const account = changed[item] ?? { name, code };
      return (
        <TextInput
          aria-label={labelOf(label)}
          value={account[field]}
          maxLength={maxLength}
          disabled={!mayEdit}
          onChange={({ target }) =>
            form.set({ changed: { ...changed, [item]: { ...account, [field]: target.value } } })
          }
        />
      );
    },
  });
  return (
    <Panel
      title={say`Accounts`}
      explain={say`QuickBooks finds an account by its name, Xero by its code. Both must be written as they are there.`}
    >
      <EditForm form={form} className="stack gap-12" failed={say`The accounts could not be saved`}>
        <Table
          caption={say`Account of each line`}
          rows={accounts}
          rowKey={({ item }) => item}
          columns={[
            { id: 'what', head: say`What`, names: true, cell: ({ label }) => label },
            column('name', say`Name`, (what: string) => say`Account name for ${what}`, ACCOUNT_NAME_MAX),
            column('code', say`Code`, (what: string) => say`Account code for ${what}`, ACCOUNT_CODE_MAX),
          ]}
        />
        {mayEdit ? (
          <Button type="submit" className="self-start" busy={form.busy} disabled={!form.isTyped}>
            {say`Save accounts`}
          </Button>
        ) : (
          <p className="hint">{say`Only an admin can change the accounts.`}</p>
        )}
      </EditForm>
    </Panel>
  );
}
