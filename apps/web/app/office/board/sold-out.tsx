import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Undo2 } from 'lucide-react';
import { isSoldOut, SOLD_OUT_MINUTES, soldOutText } from '@tiffin/domain/menu';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { optionStockId, portionsOf } from '@tiffin/domain/options';
import { say } from '@tiffin/domain/core';
import { api, type Answer, type Body, type CallOptions } from '../../shared/api/api.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { useIgnoreClicksWhenNew } from '../../shared/page/ignore-early-clicks.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { NamedOptions, Select, TextInput } from '../../ui/inputs.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import styles from './board.module.css';
import { useLiveOrders } from './live-orders.tsx';
import { apiQuery } from '../../shared/api/queries.ts';

type Stock = Answer<'getDishStock'>;
type Dish = Stock['items'][number];
type Option = NonNullable<Stock['options']>[number];
/** Null puts the dish back on sale. */
type SoldOutUntil = Body<'markSoldOut'>['until'];

/** A dish or an option: both are marked sold out in the same way. */
interface StockEntry extends Pick<Dish, 'soldOut' | 'soldOutUntil'> {
  readonly key: string;
  readonly name: string;
  /** Of an option. */
  readonly groupName?: string;
  readonly mark: (
    until: SoldOutUntil,
    options: CallOptions,
  ) => Promise<{ readonly item?: Dish; readonly option?: Option }>;
}

/** Marks dishes and options as sold out: one press hides them from guests until closing, another sets the duration. */
export function SoldOutSheet({ onClose }: { onClose: () => void }) {
  const { workLocations, shownLocationId } = useLiveOrders();
  const [chosen, setChosen] = useState(
    shownLocationId === ALL_LOCATIONS ? (workLocations[0]?.id ?? '') : shownLocationId,
  );
  return (
    <Sheet
      onClose={onClose}
      title={say`Sold out`}
      description={say`Guests cannot order what is marked here until the time is over.`}
    >
      <div className="grid gap-14">
        {shownLocationId === ALL_LOCATIONS && (
          <Select aria-label={say`Location`} value={chosen} onValue={setChosen}>
            <NamedOptions options={workLocations} />
          </Select>
        )}
        <StockList key={chosen} locationId={chosen} />
      </div>
    </Sheet>
  );
}

function StockList({ locationId }: { locationId: string }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const queryKey = ['dish-stock', locationId];
  const stock = useQuery(apiQuery(queryKey, 'getDishStock', { query: { locationId } }));
  useLiveEvents(['menu.changed', 'reset'], (event) => {
    if (event.type === 'reset' || event.locationId === locationId) void client.invalidateQueries({ queryKey });
  });
  const searched = typed.trim().toLowerCase();
  return (
    <Loaded query={stock} failed={say`The dishes could not be loaded`} rows={1} height={320} level={3}>
      {(data) => {
        const shown = entriesOf(data).filter(({ name, groupName = '' }) =>
          `${name} ${groupName}`.toLowerCase().includes(searched),
        );
        return (
          <>
            <SearchInput
              label={say`Find a dish or an option`}
              placeholder={say`Find a dish or an option`}
              value={typed}
              onValue={setTyped}
            />
            {shown.length === 0 && <p className="soft">{say`Nothing matches.`}</p>}
            <StockGroups shown={shown} locationId={locationId} timeZone={data.timeZone} queryKey={queryKey} />
          </>
        );
      }}
    </Loaded>
  );
}

interface StockGroupsProps {
  shown: readonly StockEntry[];
  locationId: string;
  timeZone: string;
  queryKey: readonly string[];
}

/** Sold-out dishes first, then those on open tickets, then the others. */
function StockGroups({ shown, locationId, timeZone, queryKey }: StockGroupsProps) {
  const now = useServerNow(5_000);
  const onTickets = useDishesOnTickets(locationId);
  const { marking, ignoresClicks } = useMarking(queryKey, now);
  const soldOut = shown.filter((entry) => isSoldOutNow(entry, now));
  const others = shown.filter((entry) => !isSoldOutNow(entry, now) && !onTickets.has(entry.key));
  const groups = [
    [say`Sold out now`, soldOut],
    [say`On the open tickets`, shown.filter((entry) => !isSoldOutNow(entry, now) && onTickets.has(entry.key))],
    [say`On sale`, others.filter(({ groupName }) => groupName === undefined)],
    [say`Options on sale`, others.filter(({ groupName }) => groupName !== undefined)],
  ] as const;
  return groups.map(
    ([title, entries]) =>
      entries.length > 0 && (
        <section key={title} className="grid gap-6" aria-label={title}>
          <h3 className="text-sm soft weight-600">{title}</h3>
          <ul className={styles.soldOut}>
            {entries.map((entry) => (
              <StockRow
                key={entry.key}
                entry={entry}
                note={isSoldOutNow(entry, now) ? soldOutText(dateOf(entry.soldOutUntil), now, timeZone) : null}
                isBusy={marking.sending?.entry.key === entry.key}
                ignoresClicks={ignoresClicks || marking.isBusy}
                onMark={(until) => void marking.send({ entry, until })}
              />
            ))}
          </ul>
        </section>
      ),
  );
}

function isSoldOutNow({ soldOutUntil, soldOut }: StockEntry, now: Date): boolean {
  return soldOut && (soldOutUntil === null || isSoldOut(new Date(soldOutUntil), now));
}

interface MarkRequest {
  readonly entry: StockEntry;
  readonly until: SoldOutUntil;
}

function useMarking(queryKey: readonly string[], now: Date) {
  const client = useQueryClient();
  const [moveCount, setMoveCount] = useState(0);
  // A row that is marked moves to another group: a second tap would hit another dish or undo the first tap.
  const ignoresClicks = useIgnoreClicksWhenNew(moveCount) && moveCount > 0;
  const marking = useAction(({ entry, until }: MarkRequest, options) => entry.mark(until, options), {
    onDone({ item, option }, { entry, until }) {
      if (!isSoldOutNow(entry, now) || until === null) setMoveCount((before) => before + 1);
      client.setQueryData<Stock>(
        queryKey,
        (before) =>
          before && {
            ...before,
            items: before.items.map((each) => (each.id === item?.id ? item : each)),
            options: before.options?.map((each) => (option && keyOf(each) === keyOf(option) ? option : each)),
          },
      );
    },
    failed: ({ entry }) => say`${fullName(entry)} was not changed`,
  });
  return { marking, ignoresClicks };
}

function dateOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}

/** The dishes available at this location, and their options. */
function entriesOf({ locationId, items, options = [] }: Stock): StockEntry[] {
  return [
    ...items
      .filter(({ isAvailable }) => isAvailable)
      .map(({ id, name, soldOut, soldOutUntil }) => ({
        key: id,
        name,
        soldOut,
        soldOutUntil,
        mark: (until: SoldOutUntil, config: CallOptions) =>
          api('markSoldOut', { body: { locationId, itemId: id, until } }, config),
      })),
    ...options.map((option) => ({
      key: keyOf(option),
      name: option.name,
      groupName: option.groupName,
      soldOut: option.soldOut,
      soldOutUntil: option.soldOutUntil,
      mark: (until: SoldOutUntil, config: CallOptions) =>
        api('markOptionSoldOut', { body: { locationId, groupId: option.groupId, optionId: option.id, until } }, config),
    })),
  ];
}

function keyOf({ groupId, id }: Pick<Option, 'groupId' | 'id'>): string {
  return optionStockId(groupId, id);
}

/** The dishes on open tickets: those are the ones a cook runs out of. */
function useDishesOnTickets(locationId: string): ReadonlySet<string> {
  const { orders } = useLiveOrders();
  const open = orders?.open.filter((order) => order.locationInfo.id === locationId) ?? [];
  const lines = open.flatMap(({ items }) => items);
  return new Set(lines.flatMap((line) => portionsOf({ ...line, choices: line.options }).map(({ itemId }) => itemId)));
}

/** The full name, where the heading above it is not visible. */
function fullName({ name, groupName }: StockEntry): string {
  return groupName === undefined ? name : `${name}, ${groupName}`;
}

interface StockRowProps {
  entry: StockEntry;
  /** The sold-out text with its end time; null while it is available. */
  note: string | null;
  isBusy: boolean;
  /** The row moved here a moment ago, so presses are ignored. */
  ignoresClicks: boolean;
  onMark: (until: SoldOutUntil) => void;
}

function StockRow({ entry, note, isBusy, ignoresClicks, onMark }: StockRowProps) {
  const { name, groupName } = entry;
  const spokenName = fullName(entry);
  const isOnSale = note === null;
  return (
    <li className="row flex-wrap gap-8-12">
      <span className="min-width-0 break-anywhere">
        {isOnSale ? name : <b>{name}</b>}
        {groupName !== undefined && <span className="block text-sm soft">{groupName}</span>}
        {!isOnSale && <small className="block danger">{note}</small>}
      </span>
      <Button
        look="line"
        size="sm"
        busy={isBusy}
        aria-disabled={ignoresClicks || undefined}
        onClick={() => ignoresClicks || onMark(isOnSale ? 'closing' : null)}
      >
        {!isOnSale && <Undo2 />} {isOnSale ? say`Sold out` : say`Back on sale`}{' '}
        <span className="sr-only">{spokenName}</span>
      </Button>
      {!isOnSale && <HowLong name={spokenName} onMark={onMark} />}
    </li>
  );
}

/** For how long a dish is sold out, which is chosen after it was marked. */
function HowLong({ name, onMark }: { name: string; onMark: (until: SoldOutUntil) => void }) {
  const [choosesDay, setChoosesDay] = useState(false);
  function choose(value: string) {
    setChoosesDay(value === 'date');
    if (value === 'closing' || value === 'put-back') onMark(value);
    else if (value !== 'date') onMark(Number(value));
  }
  return (
    <span className="flex flex-wrap gap-8">
      <Select
        className="auto-width"
        aria-label={say`For how long ${name} is sold out`}
        value={choosesDay ? 'date' : ''}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="" disabled>
          {say`For how long…`}
        </option>
        <option value="closing">{say`Until closing`}</option>
        {SOLD_OUT_MINUTES.map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutes < 60 ? say`${minutes} minutes` : minutes === 60 ? say`1 hour` : say`${minutes / 60} hours`}
          </option>
        ))}
        <option value="date">{say`Until a day…`}</option>
        <option value="put-back">{say`Until I put it back`}</option>
      </Select>
      {choosesDay && (
        <TextInput
          className="auto-width"
          type="date"
          aria-label={say`The day ${name} is sold again`}
          onChange={(event) => {
            const date = event.currentTarget.value;
            if (date !== '') onMark(date);
          }}
        />
      )}
    </span>
  );
}
