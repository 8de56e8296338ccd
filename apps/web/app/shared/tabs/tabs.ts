import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addCents, say, subtractCents, toDollars, ZERO, type Cents } from '@tiffin/domain/core';
import { distinctAllergies, tableAllergies, type Allergy } from '@tiffin/domain/order';
import { parseBillId } from '@tiffin/domain/tabs';
import { centsOf } from '../../ui/format.ts';
import type { Answer, Body } from '../api/api.ts';
import { apiQuery } from '../api/queries.ts';
import { eventPayload } from '../live/event-payload.ts';
import { useLiveEvents } from '../live/live-events.ts';
import type { Change } from '../offline/changes.ts';
import { useQueueDone } from '../offline/open-queue.ts';
import { usePendingChanges, withChanges } from '../offline/pending-changes.ts';

export type Tab = Answer<'getTabs'>['tabs'][number];
export type TabDetails = Answer<'getTab'>;
export type TableOrder = NonNullable<Answer<'getTabs'>['tableOrders']>[number];
type Order = TabDetails['orders'][number];
export type WaitingItem = Body<'addRound'>['items'][number];

/** Every query that a round, a fired course, a split or a payment changes. */
export const TAB_KEYS = [['tabs'], ['tab'], ['bill'], ['floor']] as const;

/** Where a round goes: an open tab, a table, or a name. */
export interface TabTarget {
  /** Null until the tab is open. */
  readonly billId: string | null;
  /** The party at the table, which may move before a round arrives. Unknown for one that is not sent yet. */
  readonly sittingId?: string | null;
  readonly tableId: string | null;
  readonly name: string;
  readonly guests: number;
  /** The round was begun on the floor, which is shown again once it is sent. */
  readonly isFromFloor?: boolean;
}

/** What people call the tab: its table, or the name under which it was opened. */
export function nameOfTab({ tableName, label }: Pick<Tab, 'tableName' | 'label'>): string {
  return tableName ? say`Table ${tableName}` : label;
}

export function targetOf(tab: Tab, guests: number): TabTarget {
  const { billId, sittingId, tableId } = tab;
  return { billId, sittingId, tableId, name: nameOfTab(tab), guests };
}

/** The bills of a tab: all of its party, or the one of a name. */
export function billsOf(tabs: readonly Tab[], { billId, sittingId }: Pick<TabTarget, 'billId' | 'sittingId'>): Tab[] {
  return tabs.filter((tab) => (sittingId ? tab.sittingId === sittingId : tab.billId === billId));
}

/** The bill to which dishes are added: the own one of the party before one with a name that was moved to its table. */
export function billForRounds(bills: readonly Tab[]): Tab | undefined {
  const own = bills.filter(({ isNamed }) => isNamed !== true);
  return (
    own.findLast(({ takesRounds }) => takesRounds) ??
    own.at(-1) ??
    bills.findLast((bill) => bill.takesRounds) ??
    bills.at(-1)
  );
}

/** What is left to pay of these bills, and of these orders of the counter for the same table. */
export function sumDue(bills: readonly { readonly due: number }[]): Cents {
  return addCents(...bills.map(({ due }) => centsOf(due)));
}

/** The tab as it is now: its party may have been moved on another device. Null if nothing changed. */
export function changedTarget(tabs: readonly Tab[], target: TabTarget): TabTarget | null {
  const tab = tabs.find(({ billId, sittingId }) =>
    target.billId === null ? target.sittingId && sittingId === target.sittingId : billId === target.billId,
  );
  if (!tab || tab.mergedInto !== null) return null;
  return tab.billId === target.billId && tab.tableId === target.tableId && nameOfTab(tab) === target.name
    ? null
    : { ...target, ...targetOf(tab, target.guests) };
}

/** Compares the party first, because a table keeps its name when other guests sit there. */
export function isSameTab(a: TabTarget, b: TabTarget): boolean {
  if (a.sittingId && b.sittingId) return a.sittingId === b.sittingId;
  return a.billId && b.billId ? a.billId === b.billId : a.name === b.name;
}

/** The fields of `addRound` that name the tab. A table or a name opens it, so that one change is enough offline. */
export function roundTarget({ billId, sittingId, tableId, name, guests }: TabTarget, locationId: string) {
  if (billId !== null) return { billId };
  if (sittingId) return { sittingId };
  return tableId === null ? { label: name, locationId } : { tableId, partySize: guests };
}

/** The address of the till with a round of this tab. */
export function roundHash(locationId: string, { billId, sittingId, tableId, name, guests }: TabTarget): string {
  const fields = new URLSearchParams({ locationId, name, guests: String(guests) });
  for (const [id, value] of Object.entries({ billId, sittingId, tableId })) if (value) fields.set(id, value);
  return `${ROUND_HASH}${fields.toString()}`;
}

const ROUND_HASH = '#create-order?';

/** The location and the tab in an address of `roundHash`; null in any other. */
export function targetInHash(hash: string): { readonly locationId: string; readonly tab: TabTarget } | null {
  const fields = new URLSearchParams(hash.startsWith(ROUND_HASH) ? hash.slice(ROUND_HASH.length) : '');
  const [locationId, name] = [fields.get('locationId'), fields.get('name')];
  if (locationId === null || name === null) return null;
  const guests = Number(fields.get('guests')) || 1;
  const [billId, sittingId, tableId] = ['billId', 'sittingId', 'tableId'].map((id) => fields.get(id));
  return {
    locationId,
    tab: {
      billId: billId ?? null,
      sittingId: sittingId ?? null,
      tableId: tableId ?? null,
      name,
      guests,
      isFromFloor: true,
    },
  };
}

/** The open tabs of a location, reloaded when one of them changes. */
export function useTabs(locationId: string, enabled = true) {
  useTabEvents(['tabs', locationId]);
  const changes = usePendingChanges();
  const query = useQuery({ ...apiQuery(['tabs', locationId], 'getTabs', { query: { locationId } }), enabled });
  return { ...query, data: query.data && withChanges(query.data, changes, withPaidTab) };
}

/** What the guests of a tab stated, also in rounds that wait on this device. */
export function useTableAllergies(tabs: readonly Tab[], target: TabTarget | null): readonly Allergy[] {
  const changes = usePendingChanges();
  return target === null ? [] : allergiesOfTab(tabs, changes, target);
}

export function allergiesOfTab(tabs: readonly Tab[], changes: readonly Change[], target: TabTarget): Allergy[] {
  const { billId, sittingId } = target;
  const rounds = changes.flatMap((change) =>
    change.call === 'addRound' && isRoundOf(change.body, target) ? [change.body] : [],
  );
  return tableAllergies([
    ...tabs.filter((tab) => tab.billId === billId || (sittingId && tab.sittingId === sittingId)),
    ...rounds.map(({ allergies, specialInstructions, items }) => ({
      allergies: distinctAllergies(allergies ?? []),
      specialInstructions,
      lines: items.map((item) => ({ ...item, allergies: distinctAllergies(item.allergies ?? []) })),
    })),
  ]);
}

/** A tab with its rounds, with the courses that were fired on this device. */
export function useTab(billId: string | null) {
  const changes = usePendingChanges();
  const queryKey = ['tab', billId];
  useTabEvents(queryKey);
  const query = useQuery({
    ...apiQuery(queryKey, 'getTab', { query: { billId: billId ?? '' } }),
    enabled: billId !== null,
  });
  return { ...query, data: query.data && withChanges(query.data, changes, withChange) };
}

/** Loads a query again when a tab or the floor changes. */
export function useTabEvents(queryKey: readonly unknown[]): void {
  const client = useQueryClient();
  useLiveEvents(['order.created', 'order.updated', 'floor.changed', 'reset'], ({ type, data }) => {
    // Orders without a tab change nothing here.
    const concernsTabs = !type.startsWith('order.') || eventPayload<Order>(data, 'order', 'tab');
    if (concernsTabs) void client.invalidateQueries({ queryKey });
  });
  // What waited on this device leaves the screen when it was sent, and the events may still be disconnected then.
  useQueueDone(() => {
    void client.invalidateQueries({ queryKey });
    return false;
  });
}

/** A bill with money that was taken without a connection. */
export function withPaid<B extends { readonly paid: number; readonly due: number }>(bill: B, sum: Cents): B {
  const paid = toDollars(addCents(centsOf(bill.paid), sum));
  return sum === 0 ? bill : { ...bill, paid, due: Math.max(0, toDollars(subtractCents(centsOf(bill.due), sum))) };
}

/** What this change pays of a bill. */
const paidBy = (change: Change, billId: string): Cents =>
  change.call === 'addPayment' && parseBillId(change.body.billId).billId === billId
    ? centsOf(change.body.amount)
    : ZERO;

function withPaidTab(answer: Answer<'getTabs'>, change: Change): Answer<'getTabs'> {
  if (change.call !== 'addPayment') return answer;
  return { ...answer, tabs: answer.tabs.map((tab) => withPaid(tab, paidBy(change, tab.billId))) };
}

function withChange(details: TabDetails, change: Change): TabDetails {
  const sum = paidBy(change, details.tab.billId);
  if (sum > 0) return { ...details, tab: withPaid(details.tab, sum), bill: withPaid(details.bill, sum) };
  if (change.call !== 'fireCourse' || change.body.billId !== details.tab.billId) return details;
  const heldCourses = details.tab.heldCourses.filter((course) => course !== change.body.course);
  return { ...details, tab: { ...details.tab, heldCourses }, orders: withFiredCourse(details.orders, change.body) };
}

/** The orders of a tab after a course was fired: its dishes are held no longer. */
export function withFiredCourse<O extends Pick<Order, 'billId' | 'course' | 'heldAt'>>(
  orders: readonly O[],
  { billId, course }: Body<'fireCourse'>,
): O[] {
  return orders.map((order) => {
    if (order.billId !== billId || order.course !== course) return order;
    const { heldAt: _heldAt, ...fired } = order;
    // Only an optional field is missing, so the type stays.
    return fired as O;
  });
}

/** The dishes that wait on this device to be sent to this tab. */
export function useWaitingItems(target: TabTarget): readonly WaitingItem[] {
  return usePendingChanges().flatMap((change) =>
    change.call === 'addRound' && isRoundOf(change.body, target) ? change.body.items : [],
  );
}

/** True if a round that waits on this device belongs to this tab. */
export function isRoundOf(round: Body<'addRound'>, { billId, sittingId, tableId, name }: TabTarget): boolean {
  if (round.billId != null) return round.billId === billId;
  if (round.sittingId != null) return round.sittingId === sittingId;
  return round.tableId == null ? round.label === name : round.tableId === tableId;
}

export function dishCount(items: readonly { readonly quantity: number }[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The rounds that count: a round that was cancelled is not on the bill. */
export function roundsOnBill({ orders }: TabDetails): readonly Order[] {
  return orders.filter(({ status }) => status !== 'cancelled');
}
