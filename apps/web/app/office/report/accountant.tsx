import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ADMIN_LISTS, daysOf, DOWNLOADED_LISTS, MAX_JOURNAL_DAYS } from '@tiffin/domain/stats';
import type { Answer } from '../../shared/api/api.ts';
import { apiMutation, apiQuery } from '../../shared/api/queries.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { CsvButton } from '../../shared/page/csv-button.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.ts';
import { texts } from './accountant-texts.ts';
import { JournalAccounts } from './journal-accounts.tsx';
import { dollars } from './report-figures.tsx';
import type { ReportView } from './report-view.ts';
import styles from './report.module.css';

export type Journal = Answer<'getJournal'>;

const dayText = (date: string) => formatTime(`${date}T00:00:00Z`, 'day', 'UTC');
const daysText = ({ from, to }: { from: string; to: string }) =>
  from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;

/** The month as a balanced journal: its accounts, files and closed days. */
export function Accountant({ view, mayEdit }: { view: ReportView; mayEdit: boolean }) {
  const { locationId, from, to } = view;
  const isTooLong = daysOf(view) > MAX_JOURNAL_DAYS;
  const queryKey = ['report', 'journal', locationId, from, to];
  const { data, error, isFetching, refetch } = useQuery({
    ...apiQuery(queryKey, 'getJournal', { query: { locationId, from, to } }),
    enabled: !isTooLong,
  });
  if (isTooLong) return <p role="alert">{texts.tooLong}</p>;
  if (error && !data) {
    return (
      <ErrorState title={texts.loadFailed} text={errorText(error)}>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {texts.tryAgain}
        </Button>
      </ErrorState>
    );
  }
  if (!data) return <SkeletonRows label={texts.loading} rows={6} height={72} />;
  return (
    <div className="stack gap-14" aria-busy={isFetching}>
      {data.missing.length > 0 && <Banner tone="warn">{texts.missing(data.missing.join(', '))}</Banner>}
      <section className={`row flex-wrap gap-12 round-card surface shadow-1 ${styles.net}`} aria-label={texts.balance}>
        <p>
          {texts.debits} <b className="digits">{dollars(data.debit)}</b>
        </p>
        <p>
          {texts.credits} <b className="digits">{dollars(data.credit)}</b>
        </p>
      </section>
      <div className={styles.twoToOne}>
        <JournalTotals journal={data} />
        <div className="stack gap-14 content-start">
          <Files journal={data} view={view} mayEdit={mayEdit} />
          <ClosedDays journal={data} view={view} queryKey={queryKey} />
        </div>
      </div>
      {data.accounts.length > 0 && (
        <JournalAccounts key={locationId} accounts={data.accounts} mayEdit={mayEdit} queryKey={queryKey} />
      )}
    </div>
  );
}

function JournalTotals({ journal: { totals, accounts } }: { journal: Journal }) {
  const accountOf = (item: string) => {
    const found = accounts.find((each) => each.item === item);
    return found && found.name !== '' ? `${found.code} ${found.name}` : texts.noAccount;
  };
  return (
    <Panel title={texts.journal} explain={texts.journalExplain}>
      {totals.length === 0 ? (
        <p>{texts.empty}</p>
      ) : (
        <Table
          caption={texts.journalLines}
          rows={totals}
          rowKey={({ item }) => item}
          columns={[
            { id: 'what', head: texts.what, names: true, cell: ({ label }) => label },
            { id: 'account', head: texts.account, cell: ({ item }) => accountOf(item) },
            { id: 'debit', head: texts.debit, align: 'end', cell: ({ debit }) => debit > 0 && dollars(debit) },
            { id: 'credit', head: texts.credit, align: 'end', cell: ({ credit }) => credit > 0 && dollars(credit) },
          ]}
        />
      )}
    </Panel>
  );
}

interface FileLink {
  readonly id: string;
  readonly call: 'getJournalCsv' | 'getListCsv';
  readonly query: Readonly<Record<string, string>>;
  readonly label: string;
  readonly note: string | null;
}

function Files({ journal, view, mayEdit }: { journal: Journal; view: ReportView; mayEdit: boolean }) {
  const period = { locationId: view.locationId, from: view.from, to: view.to };
  const files = journal.missing.length > 0 ? [] : journal.files;
  const links: readonly FileLink[] = [
    ...files.map((file): FileLink => ({
      id: `${file.format}-${file.part}`,
      call: 'getJournalCsv',
      query: { ...period, format: file.format, part: String(file.part) },
      label: texts.fileOf(texts.formats[file.format], daysText(file)),
      note: texts.lines(file.lines),
    })),
    ...DOWNLOADED_LISTS.filter((list) => mayEdit || !ADMIN_LISTS.has(list)).map((list): FileLink => ({
      id: list,
      call: 'getListCsv',
      query: { ...period, list },
      label: texts.lists[list],
      note: null,
    })),
  ];
  return (
    <Panel title={texts.files} explain={texts.filesExplain}>
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
              label={texts.downloadShort}
              fullLabel={texts.download(link.label)}
              savedText={() => texts.saved}
              failedText={texts.downloadFailed}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function ClosedDays({
  journal: { days, today, missing },
  view,
  queryKey,
}: {
  journal: Journal;
  view: ReportView;
  queryKey: readonly string[];
}) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const closing = useMutation({
    mutationFn: apiMutation('closeJournalDays'),
    onSuccess: (journal) => {
      client.setQueryData(queryKey, journal);
      toast.success(texts.closed);
    },
    onError: (error) => toast.error(texts.closeFailed, { description: errorText(error) }),
  });
  const { locationId, from, to } = view;
  const closed = days.filter(({ closedAt }) => closedAt !== null);
  const [first] = closed;
  const last = closed.at(-1);
  const isOver = to < today;
  const mayClose = isOver && missing.length === 0 && closed.length < days.length;
  return (
    <Panel title={texts.closedDays} explain={texts.closeExplain}>
      <p>{texts.closedCount(closed.length, days.length)}</p>
      {first && last && (
        <p>{texts.closedBy(daysText({ from: first.day, to: last.day }), last.closedBy ?? texts.somebody)}</p>
      )}
      {days
        .filter(({ corrects }) => corrects.length > 0)
        .map(({ day, corrects }) => (
          <p key={day}>{texts.corrects(dayText(day), corrects.map(dayText).join(', '))}</p>
        ))}
      {!isOver && <p className="hint">{texts.notOver}</p>}
      {mayClose && <Button onClick={() => setIsAsking(true)}>{texts.close}</Button>}
      <ConfirmDialog
        open={isAsking}
        title={texts.closeAsk(daysText(view))}
        description={texts.closeExplain}
        confirmLabel={texts.closeConfirm}
        cancelLabel={texts.cancel}
        onCancel={() => setIsAsking(false)}
        onConfirm={async () => {
          await closing.mutateAsync({ locationId, from, to }).catch(() => undefined);
          setIsAsking(false);
        }}
      />
    </Panel>
  );
}
