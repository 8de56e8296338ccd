import { useQuery } from '@tanstack/react-query';
import { type Actor, isAccountant, isAdmin } from '@tiffin/domain/people';
import {
  ACCOUNTANT_LISTS,
  ADMIN_LISTS,
  daysOf,
  DOWNLOADED_LISTS,
  MAX_JOURNAL_DAYS,
  type JournalFormat,
  type DownloadedList,
  ACCOUNT_CODE_MAX,
  ACCOUNT_NAME_MAX,
} from '@tiffin/domain/stats';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { CsvButton } from '../../shared/page/csv-button.tsx';
import { Loaded } from '../../shared/page/loaded.tsx';
import { Banner } from '../../ui/banner.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatDay } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Table } from '../../ui/table.tsx';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { Button } from '../../ui/button.tsx';
import { formOf, valueField } from '../../ui/form.ts';
import { EditForm } from '../../ui/form-fields.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { dollars, periodText } from './report-texts.ts';
import type { ReportView } from './report-view.ts';
import styles from './report.module.css';

const FORMATS = { quickbooks: say`QuickBooks Online`, xero: say`Xero` } satisfies Record<JournalFormat, string>;

const LISTS = {
  orders: say`Orders`,
  payments: say`Payments`,
  refunds: say`Refunds`,
  'bill-taxes': say`Tax of every bill`,
  closings: say`Closings`,
  reservations: say`Reservations`,
  messages: say`Messages`,
} satisfies Record<DownloadedList, string>;

const LOCK_EXPLAIN = say`Locked days no longer change in the files. A later correction is dated on the day it is made. The closing of a day, which counts its cash, is another thing.`;

export type Journal = Answer<'getJournal'>;

/** The period as a balanced journal: its accounts, files and locked days. */
export function Accountant({ view, actor }: { view: ReportView; actor: Actor }) {
  const mayEdit = isAdmin(actor);
  const { locationId, from, to } = view;
  const isTooLong = daysOf(view) > MAX_JOURNAL_DAYS;
  const queryKey = ['report', 'journal', locationId, from, to];
  const query = useQuery({
    ...apiQuery(queryKey, 'getJournal', { query: { locationId, from, to } }),
    enabled: !isTooLong,
  });
  if (isTooLong) return <p role="alert">{say`A journal covers at most three months. Please choose fewer days.`}</p>;
  return (
    <Loaded query={query} failed={say`The journal could not be loaded`} rows={6} height={72}>
      {(journal) => (
        <div className="stack gap-14" aria-busy={query.isFetching}>
          {journal.missing.length > 0 && (
            <Banner tone="warn">{say`These have no account yet: ${journal.missing.join(', ')}. Enter a name and a code, or nothing can be exported.`}</Banner>
          )}
          <section
            className={`row flex-wrap gap-12 round-card surface shadow-1 ${styles.net}`}
            aria-label={say`The journal balances`}
          >
            <p>
              {say`Debits`} <b className="digits">{dollars(journal.debit)}</b>
            </p>
            <p>
              {say`Credits`} <b className="digits">{dollars(journal.credit)}</b>
            </p>
          </section>
          <div className={`grid gap-14 align-start ${styles.twoToOne}`}>
            <JournalTotals journal={journal} />
            <div className="stack gap-14 content-start">
              <Files journal={journal} view={view} actor={actor} />
              <LockedDays journal={journal} view={view} queryKey={queryKey} actor={actor} />
            </div>
          </div>
          {journal.accounts.length > 0 && (
            <JournalAccounts key={locationId} accounts={journal.accounts} mayEdit={mayEdit} queryKey={queryKey} />
          )}
        </div>
      )}
    </Loaded>
  );
}

function JournalTotals({ journal: { totals, accounts } }: { journal: Journal }) {
  const accountOf = (item: string) => {
    const account = accounts.find((each) => each.item === item);
    return account && account.name !== '' ? `${account.code} ${account.name}` : say`No account`;
  };
  return (
    <Panel title={say`Journal`} explain={say`What was sold and what was received, summed over the days of the period.`}>
      <Table
        empty={say`Nothing was sold and no money moved in this period.`}
        caption={say`Debits and credits of the journal`}
        rows={totals}
        rowKey={({ item }) => item}
        columns={[
          { id: 'what', head: say`What`, isRowHeader: true, cell: ({ label }) => label },
          { id: 'account', head: say`Account`, cell: ({ item }) => accountOf(item) },
          { id: 'debit', head: say`Debit`, align: 'end', cell: ({ debit }) => debit > 0 && dollars(debit) },
          { id: 'credit', head: say`Credit`, align: 'end', cell: ({ credit }) => credit > 0 && dollars(credit) },
        ]}
      />
    </Panel>
  );
}

interface FileLink {
  readonly id: string;
  readonly call: 'getJournalCsv' | 'getListCsv' | 'getPayCsv';
  readonly query: Readonly<Record<string, string>>;
  readonly label: string;
  readonly note: string | null;
}

/** True if this person may download the list: some are for admins, and accountants have their own. */
function mayDownload(list: DownloadedList, actor: Actor): boolean {
  return isAccountant(actor) ? ACCOUNTANT_LISTS.has(list) : isAdmin(actor) || !ADMIN_LISTS.has(list);
}

function Files({ journal, view, actor }: { journal: Journal; view: ReportView; actor: Actor }) {
  const period = { locationId: view.locationId, from: view.from, to: view.to };
  const files = journal.missing.length > 0 ? [] : journal.files;
  const links: readonly FileLink[] = [
    ...files.map((file): FileLink => ({
      id: `${file.format}-${file.part}`,
      call: 'getJournalCsv',
      query: { ...period, format: file.format, part: String(file.part) },
      label: `${FORMATS[file.format]}, ${periodText(file)}`,
      note: file.lines === 1 ? say`1 line` : say`${file.lines} lines`,
    })),
    ...DOWNLOADED_LISTS.filter((list) => mayDownload(list, actor)).map((list): FileLink => ({
      id: list,
      call: 'getListCsv',
      query: { ...period, list },
      label: LISTS[list],
      note: null,
    })),
    { id: 'pay', call: 'getPayCsv', query: period, label: say`Hours and tips of each person`, note: null },
  ];
  return (
    <Panel
      title={say`Files`}
      explain={say`In dollars and cents, by the location’s clock. Locked days always give the same file.`}
    >
      <ul className="stack gap-8">
        {links.map((link) => (
          <li key={link.id} className="row between gap-8">
            <span className="min-width-0">
              {link.label} {link.note && <span className="hint">{link.note}</span>}
            </span>
            <CsvButton
              call={link.call}
              query={() => link.query}
              fileName={`${link.id}-${view.from}-${view.to}.csv`}
              label={say`Download`}
              fullLabel={say`Download ${link.label}`}
              savedText={() => say`The file was downloaded`}
              failedText={say`The file could not be downloaded`}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface LockedDaysProps {
  journal: Journal;
  view: ReportView;
  queryKey: readonly string[];
  actor: Actor;
}

function LockedDays({ journal: { days, today, missing }, view, queryKey, actor }: LockedDaysProps) {
  const lock = useCall('closeJournalDays', {
    doneText: () => say`The days were locked`,
    failed: say`The days could not be locked`,
    replaces: queryKey,
  });
  const { locationId, from, to } = view;
  const lockedDays = days.filter(({ closedAt }) => closedAt !== null);
  const [first] = lockedDays;
  const last = lockedDays.at(-1);
  const isOver = to < today;
  const mayLock = !isAccountant(actor) && isOver && missing.length === 0 && lockedDays.length < days.length;
  return (
    <Panel title={say`Locked days`} explain={LOCK_EXPLAIN}>
      <p>{say`${lockedDays.length} of ${days.length} days are locked.`}</p>
      {first && last && (
        <p>{say`${periodText({ from: first.day, to: last.day })}: locked by ${last.closedBy ?? say`somebody`}`}</p>
      )}
      {days
        .filter(({ corrects }) => corrects.length > 0)
        .map(({ day, corrects }) => (
          <p
            key={day}
          >{say`${formatDay(day)} has corrections of ${corrects.map((each) => formatDay(each)).join(', ')}.`}</p>
        ))}
      {!isOver && !isAccountant(actor) && (
        <p className="hint">{say`Only days that have ended can be locked. Choose a period that ends before today.`}</p>
      )}
      {mayLock && (
        <ConfirmButton
          question={{ title: say`Lock ${periodText(view)}?`, text: LOCK_EXPLAIN, confirm: say`Lock the days` }}
          onConfirm={() => lock.send({ locationId, from, to })}
        >
          {say`Lock these days`}
        </ConfirmButton>
      )}
    </Panel>
  );
}

type Account = Answer<'getJournal'>['accounts'][number];
type AccountTexts = Pick<Account, 'name' | 'code'>;

const accountForm = formOf({ changed: valueField<Readonly<Record<string, AccountTexts>>>(say`Accounts`, {}) });

interface JournalAccountsProps {
  accounts: readonly Account[];
  mayEdit: boolean;
  queryKey: readonly string[];
}

/** The name and the code of the account of each item. Everybody may read them, admins may change them. */
function JournalAccounts({ accounts, mayEdit, queryKey }: JournalAccountsProps) {
  const form = useRecordForm(accountForm, {
    call: 'saveJournalAccounts',
    body: ({ values }) => ({
      accounts: Object.entries(values.changed).map(([item, account]) => ({ item, ...account })),
    }),
    doneText: () => say`The accounts were saved`,
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
            { id: 'what', head: say`What`, isRowHeader: true, cell: ({ label }) => label },
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
