import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ACCOUNT_CODE_MAX, ACCOUNT_NAME_MAX } from '@tiffin/domain/stats';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { apiMutation } from '../../shared/api/queries.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.ts';

type Account = Answer<'getJournal'>['accounts'][number];
type Typed = Readonly<Record<string, Pick<Account, 'name' | 'code'>>>;

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
  const [typed, setTyped] = useState<Typed>({});
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: apiMutation('saveJournalAccounts'),
    onSuccess: async () => {
      toast.success(say`The accounts were saved`);
      await client.invalidateQueries({ queryKey });
      setTyped({});
    },
    onError: (error) => toast.error(say`The accounts could not be saved`, { description: errorText(error) }),
  });
  const valueOf = (account: Account) => typed[account.item] ?? account;
  const change = (account: Account, part: Partial<Pick<Account, 'name' | 'code'>>) => {
    const { name, code } = valueOf(account);
    setTyped({ ...typed, [account.item]: { name, code, ...part } });
  };
  const column = (field: 'name' | 'code', head: string, labelOf: (item: string) => string, maxLength: number) => ({
    id: field,
    head,
    cell: (account: Account) => (
      <TextInput
        aria-label={labelOf(account.label)}
        value={valueOf(account)[field]}
        maxLength={maxLength}
        disabled={!mayEdit}
        onChange={({ target }) => change(account, { [field]: target.value })}
      />
    ),
  });
  const changed = Object.entries(typed).map(([item, account]) => ({ item, ...account }));
  return (
    <Panel
      title={say`Accounts`}
      explain={say`QuickBooks finds an account by its name, Xero by its code. Both must be written as they are there.`}
    >
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
        <Button
          className="self-start"
          busy={saving.isPending}
          disabled={changed.length === 0}
          onClick={() => saving.mutate({ accounts: changed })}
        >
          {say`Save accounts`}
        </Button>
      ) : (
        <p className="hint">{say`Only an admin can change the accounts.`}</p>
      )}
    </Panel>
  );
}
