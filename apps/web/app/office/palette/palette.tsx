import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import {
  BookOpenText,
  ClipboardList,
  CookingPot,
  CornerDownRight,
  Search,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { orderCode, orderTypeLabel, statusFacts } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { formatTime } from '../../ui/format.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useAddressState, writeAddress } from '../../shared/page/address-state.ts';
import { officePaths } from '../../office-paths.ts';
import {
  guestsOf,
  wrapIndex,
  type PaletteSection,
  sortCodeMatchesFirst,
  MIN_SEARCH_LENGTH,
  MAX_RESULTS,
  type FoundOrder,
} from './entries.ts';
import { searchHandbook, type HandbookPages } from '../handbook/search-pages.ts';
import { matchScore } from '../handbook/match.ts';
import { findPlaces, type FoundPlace } from './places.ts';
import styles from './palette.module.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { hasRole, isAssignedTo, phoneText, SECTIONS, type Actor, type Section } from '@tiffin/domain/people';
import { apiQuery } from '../../shared/api/queries.ts';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { useLocations, useRootDataIfAny } from '../../shared/site/site.ts';
import { menuKey } from '../menu/menu-data.ts';
import { useDebounced } from '../../shared/page/debounced.ts';

const TYPING_PAUSE_MS = 150;

/** The location whose dishes are searched: the one in the address, the default one, or the first. */
function useMenuLocationId(actor: Actor): string {
  const [requested] = useAddressState('location', '');
  const defaultId = useRootDataIfAny()?.site.defaultLocationId;
  const ids = useLocations().flatMap(({ id }) => (isAssignedTo(actor, id) ? [id] : []));
  return [requested, defaultId].find((id) => ids.includes(id ?? '')) ?? ids[0] ?? '';
}

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
  const locationId = useMenuLocationId(actor);
  const dishes = useQuery({
    ...apiQuery(menuKey(locationId), 'getLocationMenuAdmin', { query: { locationId } }),
    staleTime: CACHE_LIFETIMES.menu,
    select: ({ items }) => items.filter(({ name }) => matchScore(search, name) > 0).slice(0, MAX_RESULTS),
    enabled: enabled && locationId !== '' && hasRole(actor, SECTIONS.menu),
  });
  return {
    dishes: enabled ? (dishes.data ?? []) : [],
    locationId,
    orders: enabled ? sortCodeMatchesFirst(orders.data ?? [], search) : [],
    people: enabled ? (people.data ?? []) : [],
    isSearching: orders.isFetching || people.isFetching || dishes.isFetching || search !== typed.trim(),
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

/** The pages of the handbook. They are loaded with the first search, because they are long. */
function useHandbookPages(isNeeded: boolean): HandbookPages {
  const [pages, setPages] = useState<HandbookPages>([]);
  useEffect(() => {
    // Offline they may be missing; everything else is still found.
    if (isNeeded)
      void import('../handbook/pages.ts').then(
        ({ handbookPages }) => setPages(handbookPages()),
        () => {},
      );
  }, [isNeeded]);
  return pages;
}

/** The command palette: opens any section, setting, action, order, user, dish or page of the handbook by keyboard. */
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

/** Something that was found, and the address that opens it. */
interface Entry {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly title: ReactNode;
  /** Beside the title, such as a user's address. */
  readonly hint?: string;
  readonly badge?: ReactNode;
  /** The hash of a section, or another page. */
  readonly address: string;
  /** Filters of the section's list, which show what was found. */
  readonly filters?: Readonly<Record<string, string | null>>;
}

interface EntryGroup {
  readonly name: string;
  readonly entries: readonly Entry[];
}

function entryOfOrder(order: FoundOrder): Entry {
  const { orderId, orderType, customerInfo, status, orderTime, locationInfo } = order;
  return {
    id: `order-${orderId}`,
    icon: ClipboardList,
    title: (
      <>
        <b>{orderCode(order)}</b> {orderTypeLabel(orderType)}, {customerInfo.name}
      </>
    ),
    hint: say`${statusFacts(status).shortLabel}, ordered ${formatTime(orderTime, 'date-time', locationInfo.timeZone)}`,
    address: officePaths.order(orderId),
  };
}

type Results = ReturnType<typeof useSearchResults>;

const MAX_PLACES = 7;

/** All sections by job, while nothing is typed. */
function sectionGroups(groups: PaletteProps['groups'], badge: PaletteProps['badge']): EntryGroup[] {
  return groups.map(({ name, sections }) => ({
    name,
    entries: sections.map(({ id, icon, label }): Entry => ({
      id: `section-${id}`,
      icon,
      title: label,
      badge: badge(id),
      address: `#${id}`,
    })),
  }));
}

function entryOfPlace(place: FoundPlace, sections: readonly PaletteSection[], badge: PaletteProps['badge']): Entry {
  const section = sections.find(({ id }) => id === place.section);
  const isSection = place.id === section?.id;
  return {
    id: `place-${place.id}`,
    icon: section?.icon ?? CornerDownRight,
    title: place.title,
    hint: place.locationName ?? (isSection ? undefined : section?.label),
    badge: isSection && badge(section.id),
    address: place.address,
  };
}

const entryOfPage = ({ id, title }: HandbookPages[number]): Entry => ({
  id: `handbook-${id}`,
  icon: BookOpenText,
  title,
  address: officePaths.handbook(id),
});

/** What matches the typed text. An order comes first only if its whole code was typed. */
function foundGroups(places: readonly Entry[], typed: string, results: Results, pages: HandbookPages): EntryGroup[] {
  const { orders, people, dishes, locationId } = results;
  const foundPlaces = { name: say`Pages and actions`, entries: places.slice(0, MAX_PLACES) };
  const foundOrders = { name: say`Orders`, entries: orders.map(entryOfOrder) };
  const isCode = orders.some((order) => orderCode(order) === typed.trim().toUpperCase());
  return [
    ...(isCode ? [foundOrders, foundPlaces] : [foundPlaces, foundOrders]),
    {
      name: say`Guests`,
      entries: guestsOf(orders, typed).map(({ name, email, phone }): Entry => ({
        id: `guest-${email || phone}`,
        icon: UserRound,
        title: name,
        hint: email || phoneText(phone),
        address: officePaths.guest({ email, phone }) ?? '',
      })),
    },
    {
      name: say`Users`,
      entries: people.map(({ id, displayName, email }): Entry => ({
        id: `person-${id}`,
        icon: UserRound,
        title: displayName,
        hint: email,
        address: '#users',
        filters: { user: email },
      })),
    },
    {
      name: say`Dishes`,
      entries: dishes.map(({ id, name }): Entry => ({
        id: `dish-${id}`,
        icon: CookingPot,
        title: name,
        address: '#menu',
        filters: { dish: name, location: locationId, category: null, show: null },
      })),
    },
    { name: say`Handbook`, entries: searchHandbook(pages, typed, MAX_RESULTS).map(entryOfPage) },
  ];
}

function Finder({ groups: sections, badge, onClose }: Omit<PaletteProps, 'open'>) {
  const { actor } = useBackOffice();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const results = useSearchResults(typed, actor);
  const isAll = typed.trim() === '';
  const pages = useHandbookPages(typed.trim().length >= MIN_SEARCH_LENGTH);
  const allSections = sections.flatMap((group) => group.sections);
  const places = findPlaces(allSections, useLocations(), typed).map((place) => entryOfPlace(place, allSections, badge));
  const found = isAll ? sectionGroups(sections, badge) : foundGroups(places, typed, results, pages);
  const isNothing = !results.isSearching && found.every((group) => group.entries.length === 0);
  const groups = isNothing ? [{ name: say`Handbook`, entries: pages.map(entryOfPage) }] : found;
  const entries = groups.flatMap((group) => group.entries);
  const lastIndex = entries.length - 1;
  const current = entries[Math.min(index, lastIndex)];

  function choose({ address, filters }: Entry) {
    if (filters) writeAddress(filters);
    location.assign(address);
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
      <EntryList id={listId} groups={groups} current={current} isAll={isAll} onChoose={choose} />
      <p role="status" className={`soft ${styles.said}`}>
        {results.error
          ? `${say`The search did not work`}. ${errorText(results.error)}`
          : isNothing
            ? nothingFoundText(entries.length > 0)
            : entries.length === 0 && say`Searching…`}
      </p>
      <KeyHints />
    </>
  );
}

const nothingFoundText = (hasPages: boolean) =>
  hasPages ? say`Nothing found. Perhaps one of these pages of the handbook helps.` : say`Nothing found`;

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
        placeholder={say`A page, setting, order, dish or person`}
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
