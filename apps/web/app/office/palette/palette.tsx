import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { ClipboardList, Search, UserRound, type LucideIcon } from 'lucide-react';
import { callOutCode, orderTypeLabel, statusFacts } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { formatTime } from '../../ui/format.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { writeAddress } from '../../shared/page/address-state.ts';
import { officePaths } from '../../office-paths.ts';
import {
  matchSections,
  wrapIndex,
  type PaletteSection,
  sortCodeMatchesFirst,
  MIN_SEARCH_LENGTH,
  MAX_RESULTS,
  type FoundOrder,
} from './entries.ts';
import styles from './palette.module.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { hasRole, SECTIONS, type Actor, type Section } from '@tiffin/domain/people';
import { apiQuery } from '../../shared/api/queries.ts';
import { useDebounced } from '../../shared/page/debounced.ts';

const TYPING_PAUSE_MS = 150;

/** Searches the server after a pause in typing. */
function useSearchResults(typed: string, actor: Actor) {
  const search = useDebounced(typed.trim(), TYPING_PAUSE_MS);
  const enabled = search.length >= MIN_SEARCH_LENGTH;
  const orders = useQuery({
    // More than are shown, because matches of the code are sorted to the front.
    ...apiQuery(['palette', 'orders', search], 'getLocationOrders', { query: { search, limit: MAX_RESULTS * 2 } }),
    select: (answer) => answer.orders,
    enabled,
    placeholderData: keepPreviousData,
  });
  const people = useQuery({
    ...apiQuery(['palette', 'people', search], 'getUsers', { query: { search, limit: MAX_RESULTS } }),
    select: (answer) => answer.users,
    enabled: enabled && hasRole(actor, SECTIONS.users),
    placeholderData: keepPreviousData,
  });
  return {
    orders: enabled ? sortCodeMatchesFirst(orders.data ?? [], search) : [],
    people: enabled ? (people.data ?? []) : [],
    isSearching: orders.isFetching || people.isFetching || search !== typed.trim(),
    error: orders.error ?? people.error,
  };
}

export interface PaletteProps {
  open: boolean;
  onClose: () => void;
  /** The sections by job. */
  groups: readonly { readonly name: string; readonly sections: readonly PaletteSection[] }[];
  badge: (id: Section) => ReactNode;
}

/** The command palette: opens any section, order or user by keyboard. */
export default function Palette({ open, ...props }: PaletteProps) {
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title={say`Search or jump`}
      titleHidden
      className={styles.palette ?? ''}
    >
      <Finder {...props} />
    </Dialog>
  );
}

/** An order, a section or a user, and the section that opens with it. */
interface Entry {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly title: ReactNode;
  /** Beside the title, such as a user's address. */
  readonly hint?: string;
  readonly badge?: ReactNode;
  /** The hash of the section. */
  readonly hash: string;
  /** Users are found in their list by this address. */
  readonly email?: string;
}

interface EntryGroup {
  readonly name: string;
  readonly entries: readonly Entry[];
}

function entryOfOrder({ orderId, orderType, customerInfo, status, orderTime, locationInfo }: FoundOrder): Entry {
  return {
    id: `order-${orderId}`,
    icon: ClipboardList,
    title: (
      <>
        <b>{callOutCode(orderId)}</b> {orderTypeLabel(orderType)}, {customerInfo.name}
      </>
    ),
    hint: say`${statusFacts(status).shortLabel}, ordered ${formatTime(orderTime, 'date-time', locationInfo.timeZone)}`,
    hash: officePaths.order(orderId),
  };
}

function groupEntries(
  sections: PaletteProps['groups'],
  badge: PaletteProps['badge'],
  typed: string,
  results: ReturnType<typeof useSearchResults>,
): EntryGroup[] {
  return [
    { name: say`Orders`, entries: results.orders.map(entryOfOrder) },
    ...sections.map((group) => ({
      name: group.name,
      entries: matchSections(group.sections, typed).map(({ id, icon, label }): Entry => ({
        id: `section-${id}`,
        icon,
        title: label,
        badge: badge(id),
        hash: `#${id}`,
      })),
    })),
    {
      name: say`People`,
      entries: results.people.map(({ id, displayName, email }): Entry => ({
        id: `person-${id}`,
        icon: UserRound,
        title: displayName,
        hint: email,
        hash: '#users',
        email,
      })),
    },
  ];
}

function Finder({ groups: sections, badge, onClose }: Omit<PaletteProps, 'open'>) {
  const { actor } = useBackOffice();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const results = useSearchResults(typed, actor);
  const groups = groupEntries(sections, badge, typed, results);
  const entries = groups.flatMap((group) => group.entries);
  const lastIndex = entries.length - 1;
  const current = entries[Math.min(index, lastIndex)];

  function choose({ hash, email }: Entry) {
    if (email !== undefined) writeAddress({ user: email });
    location.assign(hash);
    onClose();
  }

  function pressKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setIndex(wrapIndex(Math.min(index, lastIndex), step, entries.length));
    else if (event.key === 'Enter' && current) choose(current);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <SearchField
        listId={listId}
        current={current}
        typed={typed}
        onTyped={(text) => {
          setTyped(text);
          setIndex(0);
        }}
        onKeyDown={pressKey}
      />
      <EntryList id={listId} groups={groups} current={current} isAll={typed.trim() === ''} onChoose={choose} />
      <p role="status" className={`soft ${styles.said}`}>
        {results.error
          ? `${say`The search did not work`}. ${errorText(results.error)}`
          : entries.length === 0 && (results.isSearching ? say`Searching…` : say`Nothing found`)}
      </p>
      <KeyHints />
    </>
  );
}

interface SearchFieldProps {
  /** The id of the list that the field controls. */
  listId: string;
  current: Entry | undefined;
  typed: string;
  onTyped: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function SearchField({ listId, current, typed, onTyped, onKeyDown }: SearchFieldProps) {
  return (
    <div className={`row gap-12 icon-20 ${styles.field}`}>
      <Search className="soft" />
      <input
        // A dialog focuses the element with this attribute when it opens. React's `autoFocus` does not write it.
        ref={(input) => input?.setAttribute('autofocus', '')}
        className="grow min-width-0 no-border text-lg"
        role="combobox"
        aria-label={say`Search or jump`}
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current && optionId(listId, current)}
        placeholder={say`Last five of an order, a section, a person`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => onTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

interface EntryListProps {
  id: string;
  groups: readonly EntryGroup[];
  current: Entry | undefined;
  /** All sections, because nothing is typed. */
  isAll: boolean;
  onChoose: (entry: Entry) => void;
}

function EntryList({ id, groups, current, isAll, onChoose }: EntryListProps) {
  return (
    <div
      role="listbox"
      id={id}
      aria-label={say`Search or jump`}
      className={classNames(styles.list, isAll && styles.columns)}
    >
      {groups
        .filter((group) => group.entries.length > 0)
        .map((group) => (
          <div key={group.name} role="group" aria-label={group.name}>
            <p className={`hint weight-600 ${styles.group}`} aria-hidden="true">
              {group.name}
            </p>
            {group.entries.map((entry) => (
              <Option
                key={entry.id}
                id={optionId(id, entry)}
                entry={entry}
                isCurrent={entry.id === current?.id}
                onChoose={() => onChoose(entry)}
              />
            ))}
          </div>
        ))}
    </div>
  );
}

function KeyHints() {
  return (
    <p className={`hint flex flex-wrap gap-4-16 ${styles.foot}`} aria-hidden="true">
      <span>
        <kbd className="quiet">↑</kbd> <kbd className="quiet">↓</kbd> {say`move`}
      </span>
      <span>
        <kbd className="quiet">↵</kbd> {say`open`}
      </span>
      <span>{say`Type the last five of an order`}</span>
    </p>
  );
}

function optionId(listId: string, entry: Entry): string {
  return `${listId}-${entry.id}`;
}

interface OptionProps {
  id: string;
  entry: Entry;
  isCurrent: boolean;
  onChoose: () => void;
}

function Option({ id, entry: { icon: Icon, title, hint, badge }, isCurrent, onChoose }: OptionProps) {
  return (
    // The field keeps the focus and handles the keys; entries can still be clicked.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={(element) => {
        if (isCurrent) element?.scrollIntoView({ block: 'nearest' });
      }}
      id={id}
      role="option"
      aria-selected={isCurrent}
      className={classNames(
        'row flex-wrap icon-20 round-control quiet-hover pointer',
        styles.option,
        isCurrent && styles.current,
      )}
      onClick={onChoose}
    >
      <Icon className="soft" aria-hidden="true" />
      <span className="grow min-width-0">{title}</span>
      {hint !== undefined && <small className="hint">{hint}</small>}
      {badge}
    </div>
  );
}
