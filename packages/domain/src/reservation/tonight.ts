import { ok, type Result, fail } from '../core/result.ts';
import { say } from '../core/language.ts';
import { localDate, type DateText } from '../core/time.ts';
import { addDays, openingsOn, type OpeningHours } from '../hours/index.ts';
import { seatsLeft, slotTimes, type SlotQuery, type SlotTime, type TimeSlot } from './free-slots.ts';
import { AWAITED_STATUSES } from './reservation.ts';
import { seatingFor, seatsFree, STAY_SLOT_MINUTES, stayFrom, type Occupancy } from './stays.ts';

/** From how many minutes after its time a party counts as late, and from when the host decides if it is a no-show. */
export const LATE_PARTY_MINUTES = { late: 10, decide: 15 } as const;

/** From how many minutes before its time the host's list beside the plan shows a party as due. */
export const DUE_PARTY_MINUTES = 30;

/** The day that the host works on. After midnight it is the evening before, until the location closes. */
export function serviceDate(hours: OpeningHours, now: Date): DateText {
  const today = localDate(now, hours.zone);
  const evening = addDays(today, -1);
  const last = openingsOn(hours, evening).at(-1);
  return last && last.closesAt > now ? evening : today;
}

/** The fields of a reservation that decide where the host sees it. */
interface ExpectedParty {
  readonly startsAt: string;
  readonly status: string;
  readonly source: string;
}

export interface DayParties<Party extends ExpectedParty> {
  /** The party that comes next, whose time may have begun. */
  readonly next: Party | null;
  readonly later: readonly Party[];
  /** In the sequence of their times, so the most late party is first. */
  readonly late: readonly { readonly party: Party; readonly minutes: number; readonly mustDecide: boolean }[];
  readonly seated: readonly Party[];
  /** Those who left or never came. */
  readonly over: readonly Party[];
}

const AWAITED: ReadonlySet<string> = new Set(AWAITED_STATUSES);

/** True for a party that was called from the waitlist and has not come: its reservation only keeps its table. */
export const isCalledParty = ({ status, source }: Pick<ExpectedParty, 'status' | 'source'>): boolean =>
  source === 'walk-in' && AWAITED.has(status);

/** Sorts the parties of a day for the host. Cancelled ones, and those called from the waitlist, are left out. */
export function sortDayParties<Party extends ExpectedParty>(parties: readonly Party[], now: Date): DayParties<Party> {
  const inOrder = parties.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  const awaited = inOrder
    .filter((party) => AWAITED.has(party.status) && !isCalledParty(party))
    .map((party) => ({ party, minutes: Math.floor((now.getTime() - Date.parse(party.startsAt)) / 60_000) }));
  const late = awaited.filter(({ minutes }) => minutes >= LATE_PARTY_MINUTES.late);
  const [next = null, ...later] = awaited
    .filter(({ minutes }) => minutes < LATE_PARTY_MINUTES.late)
    .map(({ party }) => party);
  return {
    next,
    later,
    late: late.map((each) => ({ ...each, mustDecide: each.minutes >= LATE_PARTY_MINUTES.decide })),
    seated: inOrder.filter(({ status }) => status === 'seated'),
    over: inOrder.filter(({ status }) => status === 'completed' || status === 'no-show'),
  };
}

/** The slot of a party that comes now: the last that has begun, or the first of the day. Null without slots. */
export function runningSlot<Slot extends { readonly startsAt: Date }>(slots: readonly Slot[], now: Date): Slot | null {
  return slots.findLast(({ startsAt }) => startsAt <= now) ?? slots[0] ?? null;
}

/**
 * The slot of a party without a reservation. The host may seat it although the seats are taken (`evenIfFull`), because
 * people stay longer or shorter than planned.
 */
export function chooseWalkInSlot(
  request: { readonly partySize: number; readonly evenIfFull: boolean },
  { hours, taken, now, seats }: Pick<SlotQuery, 'hours' | 'taken' | 'now' | 'seats'>,
): Result<SlotTime> {
  const slot = runningSlot(slotTimes(hours, serviceDate(hours, now)), now);
  if (!slot) return fail('location-closed', say`The location is closed today.`);
  const left = seatsLeft(taken, slot.time, seats);
  if (left >= request.partySize || request.evenIfFull) return ok(slot);
  const words =
    left === 0 ? say`At ${slot.label} all seats are taken.` : say`At ${slot.label} only ${left} seats are left.`;
  return fail('slot-unavailable', words, { seatsLeft: left, time: slot.time });
}

/** The same at a location that counts stays: the party sits from now on, so there is no other time to offer. */
export function chooseWalkInStay(
  { partySize, evenIfFull, minutes }: { partySize: number; evenIfFull: boolean; minutes: number },
  { hours, now, occupancy }: Pick<SlotQuery, 'hours' | 'now'> & { readonly occupancy: Occupancy },
): Result<TimeSlot> {
  const slot = runningSlot(slotTimes(hours, serviceDate(hours, now), STAY_SLOT_MINUTES), now);
  if (!slot) return fail('location-closed', say`The location is closed today.`);
  const period = stayFrom(now, minutes);
  const seating = seatingFor(occupancy, { ...period, guests: partySize });
  const left = seatsFree(occupancy, period);
  if (seating || evenIfFull) return ok({ ...slot, seatsLeft: left, seating: seating ?? undefined });
  const words = say`Nothing is free for ${partySize} guests until ${minutes} minutes from now.`;
  return fail('time-full', words, { seatsLeft: left, time: slot.time, nearest: [] });
}
