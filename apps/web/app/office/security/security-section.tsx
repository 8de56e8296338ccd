import { ListFilter, ShieldCheck, X } from 'lucide-react';
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
import { securityTexts as texts } from './texts.ts';
import {
  KIND_FILTERS,
  PERIODS,
  queryOf,
  useSecurityFilter,
  useSecurityLog,
  type SecurityEntry,
  type SecurityFilter,
} from './use-security-log.ts';

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
        <h1 className="grow-auto">{texts.title}</h1>
        <RefreshButton
          label={texts.refresh}
          title={texts.refresh}
          aria-busy={log.isFetching}
          onClick={() => void log.refetch()}
        />
        <DownloadButton filter={filter} />
      </header>
      {first && <Alarms alarms={first.alarms} isShown={filter.kind !== 'alarms'} onShow={setFilter} />}
      <Filters filter={filter} counts={first} onFilter={setFilter} />
      {log.isPending && <SkeletonRows label={texts.loading} rows={8} height={58} />}
      {!log.data && log.isError && !isOnline && <OfflineState title={texts.offline} text={texts.offlineText} />}
      {!log.data && log.isError && isOnline && (
        <ErrorState title={texts.loadFailed} text={errorText(log.error)}>
          <Button busy={log.isFetching} onClick={() => void log.refetch()}>
            {texts.tryAgain}
          </Button>
        </ErrorState>
      )}
      {first && entries.length === 0 && <NoEntries filter={filter} />}
      {entries.length > 0 && <EntryList entries={entries} onFilter={setFilter} />}
      {log.hasNextPage && (
        <Button look="quiet" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
      {first && (
        <p className="hint">
          {texts.kept(first.addressDays)} <TextLink href="#settings">{texts.keptLink}</TextLink>
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
      label={texts.download}
      savedText={texts.downloaded}
      failedText={texts.downloadFailed}
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
      title={texts.toLookAt(alarms.length)}
      action={
        <Button look="quiet" onClick={show}>
          {texts.showAlarms(alarms.length)}
        </Button>
      }
    >
      <ul>
        {named.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
        {more > 0 && <li>{texts.andMore(more)}</li>}
      </ul>
      {cameIn ? texts.somebodyCameIn : texts.nobodyCameIn}
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
        aria-label={texts.kind}
        className={styles.filter}
        options={KIND_FILTERS}
        labels={texts.kinds}
        value={kind}
        onValue={(next) => onFilter({ kind: next })}
      />
      <Select
        aria-label={texts.person}
        className={styles.filter}
        value={userId}
        onChange={(event) => onFilter({ userId: event.target.value })}
      >
        <option value="">{texts.everybody}</option>
        {!isListed && <option value={userId}>{texts.thisPerson}</option>}
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <ChoiceSelect
        aria-label={texts.period}
        className={styles.filter}
        options={PERIODS}
        labels={texts.periods}
        value={period}
        onValue={(next) => onFilter({ period: next })}
      />
      {address !== '' && (
        <Button look="quiet" aria-label={texts.clearAddress} onClick={() => onFilter({ address: '' })}>
          {texts.onlyAddress(address)}
          <X aria-hidden="true" />
        </Button>
      )}
      <p className={`soft digits ${styles.count}`} role="status">
        {counts && (isFiltered ? texts.entriesOf(counts.total, counts.all) : texts.entries(counts.total))}
      </p>
      {isFiltered && counts && (
        <Button look="ghost" onClick={() => onFilter({ kind: 'all', userId: '', address: '' })}>
          <ListFilter aria-hidden="true" />
          {texts.showAll(counts.all)}
        </Button>
      )}
    </div>
  );
}

function NoEntries({ filter: { kind, userId, address } }: { filter: SecurityFilter }) {
  const icon = <ShieldCheck aria-hidden="true" />;
  const isWide = userId === '' && address === '';
  if (isWide && (kind === 'failures' || kind === 'alarms'))
    return <IconState title={texts.noFailures} text={texts.noFailuresText} icon={icon} />;
  return (
    <IconState title={texts.none} text={isWide && kind === 'all' ? texts.noneText : texts.noneMatch} icon={icon} />
  );
}
