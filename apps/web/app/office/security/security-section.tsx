import { ListFilter, ShieldCheck, X } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { errorText } from '../../shared/errors/error-text.ts';
import { CsvButton } from '../../shared/page/csv-button.tsx';
import { useOnline } from '../../shared/offline/online.ts';
import { useSite } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceSelect, Select } from '../../ui/inputs.tsx';
import { TextLink } from '../../ui/link.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState, IconState, OfflineState } from '../../ui/states.tsx';
import { alarmText } from './describe-entry.ts';
import { EntryList } from './entry-list.tsx';
import styles from './security.module.css';
import {
  KIND_FILTERS,
  PERIODS,
  queryOf,
  useSecurityFilter,
  useSecurityLog,
  type SecurityEntry,
  type SecurityFilter,
} from './use-security-log.ts';

const KINDS = {
  all: say`All kinds`,
  alarms: say`To look at`,
  failures: say`Failures`,
  'sign-ins': say`Sign-ins and devices`,
  access: say`Access and keys`,
};

/** Somebody whose entries are outside the period. */
const THIS_PERSON = say`One person`;

const PERIOD_NAMES = {
  '1': say`Today`,
  '7': say`Last 7 days`,
  '30': say`Last 30 days`,
  '90': say`Last 90 days`,
  all: say`All time`,
};

/** Sign-ins, failures and changes of access: what to look at first, then everything. */
export default function SecuritySection() {
  const [filter, setFilter] = useSecurityFilter();
  const log = useSecurityLog(filter);
  const isOnline = useOnline();
  const [first] = log.data?.pages ?? [];
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];

  return (
    <div className="stack gap-14">
      <header className="row flex-wrap gap-10">
        <h1 className="grow-auto">{say`Security Log`}</h1>
        <RefreshButton
          label={say`Refresh`}
          title={say`Refresh`}
          aria-busy={log.isFetching}
          onClick={() => void log.refetch()}
        />
        <DownloadButton filter={filter} />
      </header>
      {first && <Alarms alarms={first.alarms} isShown={filter.kind !== 'alarms'} onShow={setFilter} />}
      <Filters filter={filter} counts={first} onFilter={setFilter} />
      {log.isPending && <SkeletonRows label={say`Loading the security log…`} rows={8} height={58} />}
      {!log.data && log.isError && !isOnline && (
        <OfflineState
          title={say`You are offline`}
          text={say`The log is read from the server. It appears when you are connected again.`}
        />
      )}
      {!log.data && log.isError && isOnline && (
        <ErrorState title={say`Error Loading the Security Log`} text={errorText(log.error)}>
          <Button busy={log.isFetching} onClick={() => void log.refetch()}>
            {say`Try Again`}
          </Button>
        </ErrorState>
      )}
      {first && entries.length === 0 && <NoEntries filter={filter} />}
      {entries.length > 0 && <EntryList entries={entries} onFilter={setFilter} />}
      {log.hasNextPage && (
        <Button look="quiet" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {say`Show more`}
        </Button>
      )}
      {first && (
        <p className="hint">
          {say`Addresses are shortened in the list, kept in full for ${first.addressDays} days and then deleted.`}{' '}
          <TextLink href="#settings">{say`Change this setting`}</TextLink>
        </p>
      )}
    </div>
  );
}

function DownloadButton({ filter }: { filter: SecurityFilter }) {
  const { timeZone } = useSite();
  return (
    <CsvButton
      call="getSecurityLogCsv"
      query={() => queryOf(filter, new Date(), timeZone)}
      fileName="security-log.csv"
      label={say`Download`}
      savedText={(rows: number) => (rows === 1 ? say`1 entry downloaded` : say`${rows} entries downloaded`)}
      failedText={say`The log could not be downloaded`}
    />
  );
}

const MAX_ALARMS_NAMED = 2;

interface AlarmsProps {
  readonly alarms: readonly SecurityEntry[];
  readonly isShown: boolean;
  readonly onShow: (change: Partial<SecurityFilter>) => void;
}

/** What someone should look at: the newest by name, and whether anybody came in after one of them. */
function Alarms({ alarms, isShown, onShow }: AlarmsProps) {
  if (alarms.length === 0 || !isShown) return null;
  const cameIn = alarms.some(({ since }) => since?.signedIn);
  const named = alarms.slice(0, MAX_ALARMS_NAMED).map((alarm) => ({ id: alarm.id, text: alarmText(alarm) }));
  const more = alarms.length - named.length;
  const show = () => onShow({ kind: 'alarms', userId: '', address: '', period: '7' });
  return (
    <Banner
      tone="warn"
      title={alarms.length === 1 ? say`One thing to look at` : say`${alarms.length} things to look at`}
      action={
        <Button look="quiet" onClick={show}>
          {alarms.length === 1 ? say`Show it` : say`Show the ${alarms.length}`}
        </Button>
      }
    >
      <ul>
        {named.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
        {more > 0 && <li>{say`and ${more} more`}</li>}
      </ul>
      {cameIn ? say`Somebody signed in afterwards. Open the entry to see who.` : say`Nobody signed in afterwards.`}
    </Banner>
  );
}

interface FiltersProps {
  readonly filter: SecurityFilter;
  readonly counts:
    | { readonly total: number; readonly all: number; readonly people: readonly { id: string; name: string }[] }
    | undefined;
  readonly onFilter: (change: Partial<SecurityFilter>) => void;
}

function Filters({ filter, counts, onFilter }: FiltersProps) {
  const { kind, userId, address, period } = filter;
  const people = counts?.people ?? [];
  const isListed = userId === '' || people.some(({ id }) => id === userId);
  const isFiltered = kind !== 'all' || userId !== '' || address !== '';
  return (
    <div className="row flex-wrap gap-10">
      <ChoiceSelect
        aria-label={say`Kind`}
        className={styles.filter}
        options={KIND_FILTERS}
        labels={KINDS}
        value={kind}
        onValue={(next) => onFilter({ kind: next })}
      />
      <Select
        aria-label={say`Person`}
        className={styles.filter}
        value={userId}
        onChange={(event) => onFilter({ userId: event.target.value })}
      >
        <option value="">{say`Everybody`}</option>
        {!isListed && <option value={userId}>{THIS_PERSON}</option>}
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <ChoiceSelect
        aria-label={say`Period`}
        className={styles.filter}
        options={PERIODS}
        labels={PERIOD_NAMES}
        value={period}
        onValue={(next) => onFilter({ period: next })}
      />
      {address !== '' && (
        <Button look="quiet" aria-label={say`Show all addresses`} onClick={() => onFilter({ address: '' })}>
          {say`From ${address}`}
          <X aria-hidden="true" />
        </Button>
      )}
      <p className={`soft digits ${styles.count}`} role="status">
        {counts &&
          (isFiltered
            ? say`${counts.total} of ${counts.all}`
            : counts.total === 1
              ? say`1 entry`
              : say`${counts.total} entries`)}
      </p>
      {isFiltered && counts && (
        <Button look="ghost" onClick={() => onFilter({ kind: 'all', userId: '', address: '' })}>
          <ListFilter aria-hidden="true" />
          {say`Show all ${counts.all}`}
        </Button>
      )}
    </div>
  );
}

function NoEntries({ filter: { kind, userId, address } }: { filter: SecurityFilter }) {
  const icon = <ShieldCheck aria-hidden="true" />;
  const isWide = userId === '' && address === '';
  if (isWide && (kind === 'failures' || kind === 'alarms'))
    return (
      <IconState
        title={say`No failures in this period`}
        text={say`Nobody typed a wrong password or PIN, and no unknown key was used. Successful sign-ins are under “All kinds”.`}
        icon={icon}
      />
    );
  return (
    <IconState
      title={say`No entries`}
      text={
        isWide && kind === 'all'
          ? say`Nobody of the team signed in or changed anything in this period.`
          : say`No entry matches these filters.`
      }
      icon={icon}
    />
  );
}
