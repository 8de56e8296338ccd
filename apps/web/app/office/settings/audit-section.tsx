import { useEffect, useEffectEvent } from 'react';
import { ScrollText, X } from 'lucide-react';
import { instantOf, say } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import { AUDIT_KINDS, type AuditKind } from '@tiffin/domain/people';
import { officePaths } from '../../office-paths.ts';
import { CsvButton } from '../../shared/page/csv-button.tsx';
import { anyText, choice, search, useListState } from '../../shared/page/list-state.ts';
import { LoadedPages, usePages } from '../../shared/page/pages.tsx';
import { useSite } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceSelect, NamedOptions, Select } from '../../ui/inputs.tsx';
import { DayRange } from '../../ui/day-range.tsx';
import { formatTime } from '../../ui/format.ts';
import { TextLink } from '../../ui/link.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { IconState } from '../../ui/states.tsx';
import styles from './settings.module.css';
import { AuditEntry, KitchenSteps, type Entry, type Names } from './audit-entry.tsx';
import { actionsPrintedWith, auditSentence, groupKitchenSteps } from './audit-sentence.ts';

const KIND_LABELS = {
  all: say`Everything`,
  orders: say`Orders and payments`,
  reservations: say`Reservations`,
  menu: say`Menu`,
  people: say`People`,
  messages: say`Messages`,
  settings: say`Settings and locations`,
  access: say`Access`,
  'sign-ins': say`Access: sign-ins and devices`,
  failures: say`Access: failed attempts`,
  alarms: say`Access: to look at`,
} satisfies Record<AuditKind | 'all', string>;

const PAGE_SIZE = 50;
const KIND_FILTERS = ['all', ...AUDIT_KINDS] as const;
const FILTERS = {
  search: search('logSearch'),
  from: anyText('logFrom'),
  to: anyText('logTo'),
  userId: anyText('logPerson'),
  address: anyText('logAddress'),
  kind: choice('logKind', KIND_FILTERS),
};

/** Who did and changed what, below a warning about what someone should look at. */
export default function AuditSection() {
  const { at, applied, isFiltered, set, clear } = useListState(FILTERS);
  const { userId, address, kind, from, to } = applied;
  const { timeZone } = useSite();
  const query = {
    search: applied.search || undefined,
    actions: actionsPrintedWith(applied.search).join(',') || undefined,
    userId: userId || undefined,
    address: address || undefined,
    kind: kind === 'all' ? undefined : kind,
    // Whole days in the restaurant's time zone, including the evening of the last day.
    from: from ? instantOf(from, '00:00', timeZone).toISOString() : undefined,
    to: to ? instantOf(addDays(to, 1), '00:00', timeZone).toISOString() : undefined,
  };
  const log = usePages(['audit'], 'getAuditLog', { ...query, limit: PAGE_SIZE });
  const { people = [], alarms = [] } = log.data?.pages[0] ?? {};

  // An old link to the section of sign-ins.
  const openAccess = useEffectEvent(() => {
    history.replaceState(history.state, '', '#audit');
    if (kind === 'all') set({ kind: 'access' });
  });
  useEffect(() => {
    if (location.hash === '#security') openAccess();
  }, []);

  return (
    <div className="stack gap-14">
      <header className="row flex-wrap gap-10">
        <h1 className="grow-auto">{say`Audit Log`}</h1>
        <RefreshButton onClick={() => void log.refetch()} />
        <CsvButton
          call="getAuditLogCsv"
          query={() => query}
          fileName="audit-log.csv"
          label={say`Download`}
          savedText={(rows) => (rows === 1 ? say`1 entry downloaded` : say`${rows} entries downloaded`)}
          failedText={say`The log could not be downloaded`}
        />
      </header>
      {alarms.length > 0 && kind !== 'alarms' && (
        <Alarms
          alarms={alarms}
          onShow={() => {
            clear();
            set({ kind: 'alarms' });
          }}
        />
      )}
      <div className="flex flex-wrap align-end gap-10">
        <SearchInput
          className={`line-on-phone ${styles.search}`}
          label={say`Search the audit log`}
          placeholder={say`Person, action or object`}
          {...at('search')}
        />
        <Select aria-label={say`Person`} className={`auto-width ${styles.filter}`} {...at('userId')}>
          <option value="">{say`Everybody`}</option>
          <NamedOptions options={people} />
          {userId !== '' && !people.some(({ id }) => id === userId) && (
            <option value={userId}>{say`One person`}</option>
          )}
        </Select>
        <ChoiceSelect
          aria-label={say`About`}
          className={`auto-width ${styles.filter}`}
          options={KIND_FILTERS}
          labels={KIND_LABELS}
          {...at('kind')}
        />
        <DayRange
          labels={{ from: say`From`, to: say`Until` }}
          from={from}
          to={to}
          onFrom={at('from').onValue}
          onTo={at('to').onValue}
        />
        {address !== '' && (
          <Button look="quiet" aria-label={say`Show all addresses`} onClick={() => set({ address: '' })}>
            {say`From ${address}`}
            <X />
          </Button>
        )}
      </div>
      <LoadedPages
        list={log}
        rowsOf={(page) => page.entries}
        failed={say`Error Loading the Audit Log`}
        rows={6}
        height={56}
        none={
          <IconState
            title={say`Nothing found`}
            text={
              isFiltered
                ? say`No entry matches the search.`
                : say`Every change in the back office is recorded here, and who signed in.`
            }
            icon={<ScrollText />}
          />
        }
      >
        {(entries, pages) => {
          const names: Names = Object.assign({}, ...pages.map((page) => page.names));
          return (
            <ul className={`ruled round-card surface shadow-1 ${styles.auditList}`}>
              {groupKitchenSteps(entries).map(([first, ...more]) =>
                more.length === 0 ? (
                  <AuditEntry key={first.id} entry={first} names={names} onFilter={set} />
                ) : (
                  <KitchenSteps key={first.id} steps={[first, ...more]} names={names} onFilter={set} />
                ),
              )}
            </ul>
          );
        }}
      </LoadedPages>
      <p className="hint">
        {say`Addresses are shortened in the list and deleted after some time.`}{' '}
        <TextLink href={officePaths.settings()}>{say`Change this setting`}</TextLink>
      </p>
    </div>
  );
}

const MAX_ALARMS_NAMED = 2;

/** The newest alarms by name, and whether somebody signed in after one of them. */
function Alarms({ alarms, onShow }: { alarms: readonly Entry[]; onShow: () => void }) {
  const count = alarms.length;
  const more = count - MAX_ALARMS_NAMED;
  return (
    <Banner
      tone="warn"
      title={count === 1 ? say`One thing to look at` : say`${count} things to look at`}
      action={
        <Button look="quiet" onClick={onShow}>
          {count === 1 ? say`Show it` : say`Show the ${count}`}
        </Button>
      }
    >
      <ul>
        {alarms.slice(0, MAX_ALARMS_NAMED).map((alarm) => (
          <li key={alarm.id}>{alarmText(alarm)}</li>
        ))}
        {more > 0 && <li>{say`and ${more} more`}</li>}
      </ul>
      {alarms.some(({ since }) => since?.signedIn)
        ? say`Somebody signed in afterwards. Open the details of the entry to see who.`
        : say`Nobody signed in afterwards.`}
    </Banner>
  );
}

function alarmText(alarm: Entry): string {
  const { start, name, end } = auditSentence(alarm);
  const sentence = [alarm.actorName, start, name, end].filter(Boolean).join(' ');
  return [sentence, alarm.tablet?.name, formatTime(alarm.at, 'date-time')].filter(Boolean).join(', ');
}
