import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import { tableState } from '@tiffin/domain/floor';
import { apiQuery, useRefetchOn } from '../../shared/api/queries.ts';
import type { Answer } from '../../shared/api/api.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { tableIdsOf, type Change } from '../../shared/offline/changes.ts';
import { hashAfter } from '../../shared/page/hash.ts';
import { openQueue, useQueuedChangesOf } from '../../shared/offline/open-queue.ts';
import { usePendingChanges, withChanges } from '../../shared/offline/pending-changes.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { guestsText, type Reservation } from '../reservations/reservation.ts';
import { roundHash, targetOf, useTabEvents, type Tab, type TabTarget } from '../../shared/tabs/tabs.ts';
import { floorKey, RESERVATIONS_KEY } from '../reservations/use-reservations.ts';
import type { Wait } from '../reservations/waitlist.tsx';

type SentFloor = Answer<'getFloor'>;
type SentTable = SentFloor['tables'][number];
export type Sitting = NonNullable<SentTable['sitting']> & { readonly isUnsent?: true };
export type FloorTable = Omit<SentTable, 'sitting'> & { readonly sitting?: Sitting };
export type Floor = Omit<SentFloor, 'tables'> & { tables: FloorTable[] };

/** The plan with who sits where. `shown` includes the changes that wait for a connection. */
export function useFloor(locationId: string) {
  const key = floorKey(locationId);
  // A booking that changed may reserve another table.
  useRefetchOn(['reservation.created', 'reservation.updated'], key);
  // What a party waits for changes with each of its rounds and payments, and with the floor.
  useTabEvents(key);
  useRefetchOn(['reservation.created', 'reservation.updated', 'floor.changed', 'reset'], RESERVATIONS_KEY);
  const query = useQuery({
    ...apiQuery(key, 'getFloor', { query: { locationId } }),
    // A table becomes reserved without an event.
    refetchInterval: 60_000,
  });
  const changes = usePendingChanges();
  const [openedAt] = useState(() => Date.now());
  return {
    query,
    shown: query.data && withChanges<Floor>(query.data, changes, applyChange),
    /** True while the plan is that of an earlier visit, until the server answers. */
    isOld: query.isFetching && query.dataUpdatedAt < openedAt,
  };
}

function applyChange(floor: Floor, change: Change, at: string): Floor {
  switch (change.call) {
    case 'seatParty': {
      // A party that an earlier version queued has no id yet.
      const { sittingId = '', partySize, reservationId = null } = change.body;
      const tableIds = [...tableIdsOf(change.body)];
      const booking = floor.tables.find((table) => table.booking?.reservationId === reservationId)?.booking;
      const name = change.body.name ?? booking?.name ?? '';
      const sitting = { sittingId, partySize, name, reservationId, seatedAt: at, tableIds, isUnsent: true } as const;
      return withSittings(floor, (table) => (tableIds.includes(table.tableId) ? sitting : table.sitting));
    }
    case 'moveSitting': {
      const { sittingId, ...seating } = change.body;
      const moved = floor.tables.find(({ sitting }) => sitting?.sittingId === sittingId)?.sitting;
      if (!moved) return floor;
      const tableIds = [...tableIdsOf(seating)];
      return withSittings(floor, ({ tableId, sitting }) => {
        if (tableIds.includes(tableId)) return { ...moved, tableIds };
        return sitting?.sittingId === sittingId ? undefined : sitting;
      });
    }
    case 'endSitting':
      return withSittings(floor, ({ sitting }) => (sitting?.sittingId === change.body.sittingId ? undefined : sitting));
    default:
      return floor;
  }
}

function withSittings(floor: Floor, sittingOf: (table: FloorTable) => Sitting | undefined): Floor {
  return {
    ...floor,
    tables: floor.tables.map((table) => {
      const sitting = sittingOf(table);
      if (sitting === table.sitting) return table;
      return { ...table, sitting, state: tableState({ ...table, sitting }) };
    }),
  };
}

/** The tables of the party that sits or is expected at this table; several if they are joined. */
export function tablesOfParty(tables: readonly FloorTable[], { tableId, sitting, booking }: FloorTable) {
  if (sitting || !booking) return sitting?.tableIds ?? [tableId];
  const isSame = (each: FloorTable) => !each.sitting && each.booking?.reservationId === booking.reservationId;
  return tables.filter(isSame).map((each) => each.tableId);
}

/** The names of tables as one text, such as 12 or 12+13. */
export const namesOf = (tables: readonly FloorTable[], ids: readonly string[]) =>
  ids.flatMap((id) => tables.find(({ tableId }) => tableId === id)?.name ?? []).join('+');
/** The names of all tables of the party at this table, as one text. */
export const nameAt = (tables: readonly FloorTable[], table: FloorTable) =>
  namesOf(tables, tablesOfParty(tables, table));

/** The first table of each party, and the free ones. */
export const onePerParty = (tables: readonly FloorTable[]) =>
  tables.filter((table) => tablesOfParty(tables, table)[0] === table.tableId);

/** The fields of a request that name where a party is to sit. */
export function seatingFields([tableId = '', ...others]: readonly string[]) {
  return { tableId, tableIds: others.length > 0 ? [tableId, ...others] : undefined };
}

/** Who is to be seated. A party is at the door if it was seated offline and somebody else got its table. */
export type Party =
  | { readonly kind: 'walk-in'; readonly wait?: Pick<Wait, 'waitId' | 'name' | 'partySize'> }
  | { readonly kind: 'booking'; readonly reservation: Reservation }
  | { readonly kind: 'door'; readonly changeId: string; readonly body: SeatBody };
export type SeatBody = Extract<Change, { readonly call: 'seatParty' }>['body'];

/** The parties that were seated offline at a table of this plan, where somebody else sits now. */
export function usePartiesAtDoor({ tables }: Floor): readonly Extract<Party, { readonly kind: 'door' }>[] {
  return useQueuedChangesOf('floor').flatMap((change) =>
    change.call === 'seatParty' &&
    change.isStuck &&
    tables.some(({ tableId }) => tableIdsOf(change.body).includes(tableId))
      ? [{ kind: 'door' as const, changeId: change.id, body: change.body }]
      : [],
  );
}

/** Seats a party. `isShown` says whether the form is still on the screen. */
export function useSeat(locationId: string, floor: Floor, isShown: () => boolean, onSeated: (tableId: string) => void) {
  const tableName = (body: SeatBody) => namesOf(floor.tables, tableIdsOf(body));
  const change = useQueuedChange('seatParty', {
    about: (body) =>
      body.name
        ? say`Table ${tableName(body)}: ${body.name}, ${guestsText(body.partySize)}`
        : say`Table ${tableName(body)}: ${guestsText(body.partySize)}`,
    changes: [floorKey(locationId), RESERVATIONS_KEY],
    queued: say`This party will be sent when you are connected again.`,
    failed: say`The party was not seated`,
    // While the form is shown, it says why.
    onFailed: isShown,
  });
  return {
    ...change,
    /** A party that was seated offline keeps its id when it gets another table, so its unsent rounds follow it. */
    async seat(body: SeatBody, party: Party): Promise<void> {
      if (party.kind === 'door') await openQueue().sendInstead(party.changeId, { ...party.body, ...body });
      else await change.sendOrThrow({ sittingId: newKey(), ...body });
      if (isShown()) onSeated(body.tableId ?? '');
    },
  };
}

/** Where the next dishes of a party go. A bill that takes no more rounds is continued by a second one. */
export function targetOfSitting(
  tables: readonly FloorTable[],
  table: FloorTable,
  sitting: Sitting,
  tabs: readonly Tab[],
) {
  const bills = tabs.filter((tab) => tab.sittingId === sitting.sittingId);
  const lastBill = bills.findLast(({ takesRounds }) => takesRounds) ?? bills.at(-1);
  if (lastBill) return targetOf(lastBill, sitting.partySize);
  const name = say`Table ${nameAt(tables, table)}`;
  return { billId: null, sittingId: sitting.sittingId, tableId: table.tableId, name, guests: sitting.partySize };
}

/** Opens the dishes for a round of this tab. */
export function openDishes(locationId: string, target: TabTarget): void {
  window.location.hash = roundHash(locationId, target);
}

/** The address of the floor with the panel of this table. */
export const floorHash = (tableId: string) => `${FLOOR_TABLE_HASH}${encodeURIComponent(tableId)}`;
const FLOOR_TABLE_HASH = '#floor?table=';
/** The table in an address of `floorHash`; empty in any other. */
export const tableInHash = (hash: string) => hashAfter(FLOOR_TABLE_HASH, hash);

/** A tab without a table has one guest, because it has no seats to choose from. */
export const GUESTS_OF_NAMED_TAB = 1;

export const sumOfSeats = (tables: readonly { readonly seats: number }[]) =>
  tables.reduce((sum, { seats }) => sum + seats, 0);
export { seatsText } from '../reservations/reservation.ts';
export const lateText = (minutes: number) => say`${minutes} min late`;
/** The name of a party at a table. A booked party whose name is not known has none. */
export const partyName = ({ name, reservationId }: Sitting) => name || (reservationId === null ? say`Walk-in` : '');
/** The full minutes since this time; 0 before it. */
export const minutesSince = (at: string, now: Date) =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 60_000));
