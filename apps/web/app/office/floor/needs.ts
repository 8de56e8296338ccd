import {
  BellRing,
  CalendarClock,
  Check,
  ClipboardList,
  ConciergeBell,
  CookingPot,
  ReceiptText,
  Utensils,
  type LucideIcon,
} from 'lucide-react';
import { cents, say, sumOf } from '@tiffin/domain/core';
import { partyState, type BillsOfParty, type PartyState } from '@tiffin/domain/floor';
import { courseName, type TableCall } from '@tiffin/domain/tabs';
import { phoneNameText } from '../../shared/tabs/phone-names.ts';
import type { Tab } from '../../shared/tabs/tabs.ts';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { guestsText } from '../reservations/reservation.ts';
import { minutesSince, type FloorTable, type Sitting } from './floor-data.ts';

/** What the guests of a table or tab want next. */
export interface Need {
  /** 0: somebody must come at once. 1: soon. 2: they have what they need. 3: they are not here yet. */
  readonly rank: 0 | 1 | 2 | 3;
  readonly text: string;
  /** For the small tile of the plan. */
  readonly shortText: string;
  readonly icon: LucideIcon;
  /** What is left to pay, in cents. */
  readonly due: number;
  /** For how many minutes they have wanted it, if that is known. */
  readonly minutes?: number | undefined;
}

/** A need of guests who sit. */
export interface PartyNeed extends Need {
  readonly state: PartyState;
  /** The bill was brought, split or paid in part. */
  readonly isPaying: boolean;
}

/** What these tabs say about their party. Only the server knows when dishes were ready and served. */
function billsOfTabs(tabs: readonly Tab[]): BillsOfParty<string> {
  const rounds = tabs.flatMap((tab) => tab.rounds).filter(({ status }) => status !== 'cancelled');
  const sent = rounds.filter(({ heldAt }) => heldAt === null);
  const open = sent.filter(({ status }) => status === 'pending' || status === 'preparing');
  const billAt = tabs.find(({ billOutAt, due }) => billOutAt !== null && due > 0)?.billOutAt;
  return {
    open: open.length,
    finished: sent.length - open.length,
    onPass: sent.filter(({ status }) => status === 'ready').length,
    held: rounds.length - sent.length,
    isPaying: billAt != null,
    due: sumOf(tabs.map(({ due }) => centsOf(due))),
    sentAt: open[0]?.orderTime,
    billAt,
  };
}

const CALL_TEXTS: Readonly<Record<TableCall, string>> = {
  waiter: say`Calls a waiter`,
  bill: say`Asks for the bill`,
  water: say`Asks for water`,
};

/** What the phones of a party wait for, oldest first: somebody to come, or a yes to their round. */
export function requestsOf({ calls = [], waitingRounds = [] }: Pick<Sitting, 'calls' | 'waitingRounds'>) {
  return [
    ...calls.map(({ callId: id, at, about }) => ({ id, at, text: CALL_TEXTS[about], round: null })),
    ...waitingRounds.map((round) => ({
      id: round.roundId,
      at: round.at,
      text: say`Round of ${phoneNameText(round.guestName)} waits for your yes`,
      round,
    })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
}

/** What the guests of a tab without a table want next. */
export function needOfTab(tab: Tab, now: Date): PartyNeed {
  const { isPaying, due, ...bills } = billsOfTabs([tab]);
  const { state, since } = partyState('', { ...bills, isPaying, due });
  const minutes = since === '' ? undefined : minutesSince(since, now);
  return { ...textsOf(state, [tab], isPaying, false), state, due, isPaying, minutes };
}

/** What the guests at a table want next. A party that was seated offline is not known to the server yet. */
export function needOfSitting(
  sitting: NonNullable<FloorTable['sitting']>,
  tableState: FloorTable['state'],
  tabs: readonly Tab[],
  now: Date,
): PartyNeed {
  const tabsOfParty = tabs.filter(({ sittingId }) => sittingId === sitting.sittingId);
  const bills = billsOfTabs(tabsOfParty);
  const fromTabs = partyState(sitting.seatedAt, bills);
  const { state = fromTabs.state, since = fromTabs.since } = sitting;
  const isPaying = tableState === 'paying' || bills.isPaying;
  const due = sitting.due === undefined ? bills.due : centsOf(sitting.due);
  const [request] = requestsOf(sitting);
  if (request) {
    const { text, round, at } = request;
    const shortText = round ? say`Round` : say`Calls`;
    return { rank: 0, text, shortText, icon: BellRing, state, due, isPaying, minutes: minutesSince(at, now) };
  }
  const texts = textsOf(state, tabsOfParty, isPaying, due > 0 || since !== sitting.seatedAt);
  return { ...texts, state, due, isPaying, minutes: minutesSince(since, now) };
}

/** What the guests at a table want next, or that a booked party is expected; null if the table is free. */
export function needOfTable({ sitting, booking, state }: FloorTable, tabs: readonly Tab[], now: Date): Need | null {
  if (sitting) return needOfSitting(sitting, state, tabs, now);
  if (!booking) return null;
  const minutes = minutesSince(booking.startsAt, now);
  const booked = { icon: CalendarClock, due: 0, shortText: say`Booked` };
  return minutes > 0
    ? { ...booked, rank: 1, text: say`${booking.name} is not here`, minutes }
    : { ...booked, rank: 3, text: say`Booked by ${booking.name}` };
}

/** What is left to pay at a table. */
export function sumText({ state, due }: Pick<PartyNeed, 'state' | 'due'>, guests: number): string {
  if (due > 0) return formatMoney(cents(due));
  return state === 'to-order' || state === 'paid' ? guestsText(guests) : say`paid`;
}

function textsOf(
  state: PartyState,
  tabs: readonly Tab[],
  isPaying: boolean,
  hasOrdered: boolean,
): Omit<Need, 'minutes' | 'due'> {
  switch (state) {
    case 'on-the-pass':
      return { rank: 0, text: say`Food is on the pass`, shortText: say`On the pass`, icon: ConciergeBell };
    case 'to-pay':
      return isPaying
        ? { rank: 0, text: say`The bill is at the table`, shortText: say`Bill`, icon: ReceiptText }
        : { rank: 2, text: say`Everything is served`, shortText: say`Eating`, icon: Utensils };
    case 'fired': {
      const course = courseInKitchen(tabs);
      return course === null
        ? { rank: 2, text: say`In the kitchen`, shortText: say`Kitchen`, icon: CookingPot }
        : { rank: 2, text: say`${course} in the kitchen`, shortText: course, icon: CookingPot };
    }
    case 'paid':
      return { rank: 1, text: say`Paid`, shortText: say`Paid`, icon: Check };
    default: {
      const [held] = tabs.flatMap(({ heldCourses }) => heldCourses);
      if (held === undefined && !hasOrdered)
        return { rank: 1, text: say`Nothing ordered yet`, shortText: say`To order`, icon: ClipboardList };
      const text = held === undefined ? say`Next course not fired yet` : say`${courseName(held)} not fired yet`;
      return { rank: 1, text, shortText: say`To fire`, icon: ClipboardList };
    }
  }
}

/** The course of the latest dishes that the kitchen makes; null if they have none. */
function courseInKitchen(tabs: readonly Tab[]): string | null {
  const latest = tabs
    .flatMap(({ rounds }) => rounds)
    .findLast(({ status, heldAt }) => (status === 'pending' || status === 'preparing') && heldAt === null);
  return latest?.course ? courseName(latest.course) : null;
}
