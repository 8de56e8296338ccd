import { useState } from 'react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { instantOf, say } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import { AUDIT_GROUP_NAMES, withNames, type AuditGroup } from '@tiffin/domain/people';
import { api, type Answer } from '../../shared/api/api.ts';
import { useDebounced, SEARCH_DEBOUNCE_MS } from '../../shared/page/debounced.ts';
import { useSite } from '../../shared/site/site.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceSelect, Select } from '../../ui/inputs.tsx';
import { DayRange } from '../../ui/day-range.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState, IconState } from '../../ui/states.tsx';
import styles from './settings.module.css';
import { auditSentence, groupKitchenSteps } from './audit-sentence.ts';
import { Time } from '../../ui/time.tsx';
import { formatTime, isoDay } from '../../ui/format.ts';
import { officePaths } from '../../office-paths.ts';
import { fieldChanges, type FieldChange } from './audit-changes.ts';

const GROUPS = {
  all: say`Everything`,
  orders: say`Orders and payments`,
  reservations: say`Reservations`,
  menu: say`Menu`,
  people: say`People and access`,
  messages: say`Messages`,
  settings: say`Settings and locations`,
} satisfies Record<AuditGroup | 'all', string>;

/** A long list of changes is collapsed under this line. */
const changesText = (count: number, names: string) =>
  count === 1 ? say`1 change: ${names}` : say`${count} changes: ${names}`;

/** The collapsed request id, to find the request in the server's log. */
const REQUEST = say`Request`;

const PAGE_SIZE = 50;

export default function AuditSection() {
  const [filter, setFilter] = useState(NO_FILTER);
  const search = useDebounced(filter.search, SEARCH_DEBOUNCE_MS).trim();
  const log = useAuditLog({ ...filter, search });
  const pages = log.data?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  const names = Object.assign({}, ...pages.map((page) => page.names)) as Names;
  const isFiltered = Object.entries({ ...filter, search }).some(
    ([field, value]) => value !== NO_FILTER[field as Field],
  );

  return (
    <div className="stack gap-14">
      <header className="row gap-10">
        <h1 className="grow">{say`Audit Log`}</h1>
        <RefreshButton label={say`Refresh`} title={say`Refresh`} onClick={() => void log.refetch()} />
      </header>
      <Filters
        filter={filter}
        people={pages[0]?.people ?? []}
        onFilter={(change) => setFilter({ ...filter, ...change })}
      />
      {log.isPending && <SkeletonRows label={say`Loading the audit log…`} rows={6} height={56} />}
      {!log.data && log.isError && (
        <ErrorState title={say`Error Loading the Audit Log`} text={errorText(log.error)}>
          <Button busy={log.isFetching} onClick={() => void log.refetch()}>
            {say`Try Again`}
          </Button>
        </ErrorState>
      )}
      {log.data && entries.length === 0 && (
        <IconState
          title={say`Nothing found`}
          text={isFiltered ? say`No entry matches the search.` : say`Every change in the back office is recorded here.`}
          icon={<ScrollText aria-hidden="true" />}
        />
      )}
      {entries.length > 0 && (
        <ul className={`ruled round-card surface shadow-1 ${styles.auditList}`}>
          {groupKitchenSteps(entries).map(([first, ...more]) =>
            more.length === 0 ? (
              <AuditEntry key={first.id} entry={first} names={names} />
            ) : (
              <KitchenSteps key={first.id} steps={[first, ...more]} names={names} />
            ),
          )}
        </ul>
      )}
      {log.hasNextPage && (
        <Button look="quiet" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {say`Show more`}
        </Button>
      )}
    </div>
  );
}

interface AuditFilter {
  readonly search: string;
  readonly from: string;
  readonly to: string;
  /** The id of a person; empty for everybody. */
  readonly actorId: string;
  readonly group: AuditGroup | 'all';
}
type Field = keyof AuditFilter;
/** Display names of ids in changed fields. */
type Names = Readonly<Record<string, string>>;

const NO_FILTER: AuditFilter = { search: '', from: '', to: '', actorId: '', group: 'all' };

interface FiltersProps {
  readonly filter: AuditFilter;
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly onFilter: (change: Partial<AuditFilter>) => void;
}

function Filters({ filter: { search, from, to, actorId, group }, people, onFilter }: FiltersProps) {
  return (
    <div className="flex flex-wrap align-end gap-10">
      <SearchInput
        className={`line-on-phone ${styles.search}`}
        label={say`Search the audit log`}
        placeholder={say`Person, action or object`}
        maxLength={200}
        value={search}
        onChange={(event) => onFilter({ search: event.target.value })}
      />
      <Select
        aria-label={say`Person`}
        className={styles.filter}
        value={actorId}
        onChange={(event) => onFilter({ actorId: event.target.value })}
      >
        <option value="">{say`Everybody`}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <ChoiceSelect
        aria-label={say`About`}
        className={styles.filter}
        options={GROUP_FILTERS}
        labels={GROUPS}
        value={group}
        onValue={(next) => onFilter({ group: next })}
      />
      <DayRange
        labels={{ from: say`From`, to: say`Until` }}
        from={from}
        to={to}
        onFrom={(day) => onFilter({ from: day })}
        onTo={(day) => onFilter({ to: day })}
      />
    </div>
  );
}

const GROUP_FILTERS = ['all', ...AUDIT_GROUP_NAMES] as const;

function useAuditLog({ search, from, to, actorId, group }: AuditFilter) {
  const { timeZone } = useSite();
  const query = {
    search,
    limit: PAGE_SIZE,
    ...(actorId && { actorId }),
    ...(group !== 'all' && { group }),
    // Whole days in the restaurant's time zone, including the evening of the last day.
    ...(from && { from: instantOf(from, '00:00', timeZone).toISOString() }),
    ...(to && { to: instantOf(addDays(to, 1), '00:00', timeZone).toISOString() }),
  };
  return useInfiniteQuery({
    queryKey: ['audit', query],
    queryFn: ({ pageParam, signal }) =>
      api('getAuditLog', { query: { ...query, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

type Entry = Answer<'getAuditLog'>['entries'][number];

/** Consecutive kitchen steps, newest first, in a collapsed list. */
function KitchenSteps({ steps, names }: { steps: readonly [Entry, ...Entry[]]; names: Names }) {
  const newest = steps[0].at;
  const oldest = steps.at(-1)?.at ?? newest;
  const isOneDay = isoDay(newest) === isoDay(oldest);
  return (
    <li className={styles.entry}>
      <details>
        <summary className="touch-height middle weight-560">
          {say`${steps.length} kitchen steps, ${formatTime(oldest, 'date-time')} to ${formatTime(newest, isOneDay ? 'time' : 'date-time')}`}
        </summary>
        <ul className="ruled">
          {steps.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} names={names} />
          ))}
        </ul>
      </details>
    </li>
  );
}

/** One entry: who changed what, from which value to which. */
function AuditEntry({ entry, names }: { entry: Entry; names: Names }) {
  const { actorName, subjectKind, subjectId, before, after } = entry;
  const sentence = auditSentence(entry);
  const changes = fieldChanges(withNames(before, names), withNames(after, names));
  return (
    <li className={`grid gap-6 break-anywhere ${styles.entry}`}>
      <p>
        <b className="weight-620">{actorName}</b> {sentence.before}{' '}
        {subjectKind === 'order' ? (
          <a href={officePaths.order(subjectId)}>{sentence.name}</a>
        ) : (
          <b className="weight-560">{sentence.name}</b>
        )}{' '}
        {sentence.after}
      </p>
      <div className="hint digits flex flex-wrap gap-6-12">
        <p>
          <Time at={entry.at} look="date-time-year" />
          {entry.address && `, ${say`from ${entry.address}`}`}
        </p>
        {entry.requestId && (
          <details>
            <summary>{REQUEST}</summary>
            {entry.requestId}
          </details>
        )}
      </div>
      <Changes changes={changes} />
    </li>
  );
}

/** More changes, or longer texts, are collapsed under the names of the fields. */
const SHOWN_CHANGES = 4;
const SHOWN_CHARACTERS = 300;
const SHOWN_NAMES = 6;

/** A long change may have hundreds of fields. */
function namesOf(changes: readonly FieldChange[]): string {
  const names = changes.slice(0, SHOWN_NAMES).map(({ name }) => name);
  return [...names, ...(changes.length > SHOWN_NAMES ? ['…'] : [])].join(', ');
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return null;
  const characters = changes.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0);
  const isLong = changes.length > SHOWN_CHANGES || characters > SHOWN_CHARACTERS;
  if (!isLong) return <ChangeList changes={changes} />;
  return (
    <details className="text-xs">
      <summary className="touch-height middle soft">{changesText(changes.length, namesOf(changes))}</summary>
      <ChangeList changes={changes} />
    </details>
  );
}

function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className={`grid gap-2 text-xs ${styles.changes}`}>
      {changes.map((change) => (
        <div className="flex flex-wrap" key={change.name}>
          <dt className="soft">{change.name}</dt>
          <dd className="flex flex-wrap">
            {change.before !== null && (
              <del className="soft">
                <span className="sr-only">{say`Before`} </span>
                {change.before}
              </del>
            )}
            {change.after !== null && (
              <ins className="weight-560 no-underline">
                <span className="sr-only">{say`After`} </span>
                {change.after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
