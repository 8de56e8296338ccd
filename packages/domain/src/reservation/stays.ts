/** How long a party of at least this size sits. */
export interface StayRule {
  readonly partyFrom: number;
  readonly minutes: number;
}

export const DEFAULT_STAYS: readonly StayRule[] = [
  { partyFrom: 1, minutes: 90 },
  { partyFrom: 3, minutes: 105 },
  { partyFrom: 5, minutes: 120 },
  { partyFrom: 7, minutes: 150 },
];
export const STAY_LIMITS = { least: 15, most: 600, rules: 10 } as const;
/** At a location that counts stays, tables can be booked each quarter of an hour, and arrivals are limited in it. */
export const STAY_SLOT_MINUTES = 15;

const MINUTE = 60_000;

/** How many minutes a party of this size sits. A party smaller than every rule follows the rule for the smallest. */
export function stayMinutes(rules: readonly StayRule[], partySize: number): number {
  const inOrder = rules.toSorted((a, b) => a.partyFrom - b.partyFrom);
  const rule = inOrder.findLast(({ partyFrom }) => partyFrom <= partySize) ?? inOrder[0];
  return rule?.minutes ?? stayMinutes(DEFAULT_STAYS, partySize);
}

/** Where a party can sit: a table, or tables that may be joined. */
export interface Seating {
  readonly tables: readonly string[];
  readonly name: string;
  readonly seats: number;
  /** The position of its area on the plan; of joined tables the last one. */
  readonly area?: number | undefined;
}

/** A table with more seats too many than this is kept for a larger party as long as another one fits. */
export const MOST_SPARE_SEATS = 2;

/** A party that sits, or is to sit, from one instant to another, in milliseconds. */
export interface Stay {
  readonly id: string;
  readonly guests: number;
  /** When it arrives, for the limit of arrivals. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** Its tables; empty if it has none yet. */
  readonly tables: readonly string[];
}

/** Who sits at a location or is going to, and where parties can sit. */
export interface Occupancy {
  /** How many guests can sit at once where no tables are drawn. */
  readonly capacity: number;
  /** In the order of preference, see `seatingsOf`; empty where no tables are drawn. */
  readonly seatings: readonly Seating[];
  readonly stays: readonly Stay[];
  /** The most guests who may arrive in a quarter of an hour; null without a limit. */
  readonly mostArrivals: number | null;
}

interface Table {
  readonly id: string;
  readonly name: string;
  readonly seats: number;
  readonly area?: number | undefined;
}

/** Sorts names of tables as people count: 2 before 12. */
export const byTableName = new Intl.Collator('en', { numeric: true }).compare;

/** Single tables before joined ones, the smallest first. A join of a removed table does not exist. */
export function seatingsOf(tables: readonly Table[], joins: readonly (readonly string[])[]): Seating[] {
  const inOrder = (list: readonly Seating[]) =>
    list.toSorted((a, b) => a.seats - b.seats || byTableName(a.name, b.name));
  const joined = joins.flatMap((ids) => {
    const members = ids.flatMap((id) => tables.find((table) => table.id === id) ?? []);
    return members.length < ids.length || ids.length < 2 ? [] : [joinTables(members)];
  });
  return [...inOrder(tables.map(({ id, ...table }) => ({ tables: [id], ...table }))), ...inOrder(joined)];
}

function joinTables(members: readonly Table[]): Seating {
  return {
    tables: members.map(({ id }) => id),
    name: members.map(({ name }) => name).join('+'),
    seats: members.reduce((sum, { seats }) => sum + seats, 0),
    area: Math.max(...members.map(({ area = 0 }) => area)),
  };
}

/**
 * The seatings that are large enough for a party, the best first: single tables before joined ones, then those that are
 * not much too large, in the order of their areas, so that a bar is filled after the room; then the smallest.
 */
export function fittingSeatings(seatings: readonly Seating[], guests: number): Seating[] {
  const ranks = ({ tables, seats, area = 0 }: Seating) => [
    tables.length > 1 ? 1 : 0,
    seats - guests > MOST_SPARE_SEATS ? 1 : 0,
    area,
    seats,
  ];
  const compare = (one: Seating, other: Seating) => {
    const others = ranks(other);
    return ranks(one).reduce((sign, rank, index) => sign || rank - (others[index] ?? 0), 0);
  };
  return seatings.filter(({ seats }) => seats >= guests).toSorted(compare);
}

/** The seating at these tables, whether or not the plan says that they may be joined. */
export function seatingAt(seatings: readonly Seating[], ids: readonly string[]): Seating | undefined {
  const members = ids.flatMap((id) => seatings.find(({ tables }) => hasSameTables(tables, [id])) ?? []);
  const areKnown = ids.length > 0 && new Set(members).size === ids.length;
  const planned = seatings.find(({ tables }) => hasSameTables(tables, ids));
  if (planned || !areKnown) return planned;
  return joinTables(members.map((each, index) => ({ ...each, id: ids[index] ?? '' })));
}

/** The seating with a name, which is like 12+13 for joined tables. */
export function findSeating(seatings: readonly Seating[], name: string | null): Seating | undefined {
  if (name === null) return undefined;
  const findByName = (each: string) =>
    seatings.find((seating) => seating.name.toLowerCase() === each.trim().toLowerCase());
  // No table has an empty id, so an unknown part makes the whole name unknown.
  const ids = name.split('+').flatMap((part) => findByName(part)?.tables ?? ['']);
  return findByName(name) ?? seatingAt(seatings, ids);
}

/** True if a reservation at these tables, such as 12 or 12+13, is at the table with this name. */
export function isAtTable(tableNumber: string | null, table: string): boolean {
  const names = tableNumber?.toLowerCase() ?? '';
  return [names, ...names.split('+').map((part) => part.trim())].includes(table.toLowerCase());
}

/** True for the same tables in any order. */
export function hasSameTables(one: readonly string[], other: readonly string[]): boolean {
  const areIn = (ids: readonly string[], all: readonly string[]) => ids.every((id) => all.includes(id));
  return one.length === other.length && areIn(one, other) && areIn(other, one);
}

type Period = Pick<Stay, 'from' | 'to'>;

const overlaps = (a: Period, b: Period): boolean => a.from < b.to && b.from < a.to;

/** The seatings that are free for all of this period, whatever their size. */
export function freeSeatings({ seatings, stays }: Occupancy, period: Period): Seating[] {
  const taken = new Set(stays.filter((stay) => overlaps(stay, period)).flatMap(({ tables }) => tables));
  return seatings.filter(({ tables }) => !tables.some((id) => taken.has(id)));
}

/**
 * Gives a table to every party without one, in the order of arrival: parties booked before the tables were drawn, and
 * those called from the waitlist. Nobody who has a table loses it.
 */
export function withTables(occupancy: Occupancy): Occupancy {
  const stays = occupancy.stays.filter(({ tables }) => tables.length > 0);
  // It grows with `stays`, so that each party sees the tables of those before it.
  const settled = { ...occupancy, stays };
  const others = occupancy.stays.filter(({ tables }) => tables.length === 0);
  for (const stay of others.toSorted((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1))) {
    const tables = fittingSeatings(freeSeatings(settled, stay), stay.guests)[0]?.tables ?? [];
    stays.push({ ...stay, tables });
  }
  return settled;
}

/** The most guests who sit at the same time during a period. */
export function mostGuests(stays: readonly Stay[], period: Period): number {
  const during = stays.filter((stay) => overlaps(stay, period));
  const guestsAt = (at: number) =>
    during.reduce((sum, { from, to, guests }) => (from <= at && at < to ? sum + guests : sum), 0);
  // The number only rises when a party arrives.
  const arrivals = [period.from, ...during.map(({ from }) => Math.max(from, period.from))];
  return Math.max(...arrivals.map(guestsAt));
}

/** How many guests can sit at once. */
export function seatsOf({ capacity, seatings }: Occupancy): number {
  if (seatings.length === 0) return capacity;
  return seatings.reduce((sum, { tables, seats }) => (tables.length === 1 ? sum + seats : sum), 0);
}

/** How many more guests can sit for all of this period. */
export function seatsFree(occupancy: Occupancy, period: Period): number {
  if (occupancy.seatings.length === 0) {
    return Math.max(0, occupancy.capacity - mostGuests(occupancy.stays, period));
  }
  const single = freeSeatings(occupancy, period).filter(({ tables }) => tables.length === 1);
  return single.reduce((sum, { seats }) => sum + seats, 0);
}

export interface StayRequest extends Period {
  readonly guests: number;
  /** The tables that it has. It keeps them if they are free and large enough. */
  readonly present?: readonly string[] | undefined;
}

/** No table of the plan, where only guests are counted. */
const ANYWHERE: Seating = { tables: [], name: '', seats: 0 };

/** Where a party can sit; null if it cannot. The tables are given to all parties before, see `withTables`. */
export function seatingFor(occupancy: Occupancy, { guests, present, ...period }: StayRequest): Seating | null {
  if (arrivalsLeft(occupancy, period.from) < guests) return null;
  if (occupancy.seatings.length === 0) return seatsFree(occupancy, period) >= guests ? ANYWHERE : null;
  const free = fittingSeatings(freeSeatings(occupancy, period), guests);
  return free.find(({ tables }) => hasSameTables(tables, present ?? [])) ?? free[0] ?? null;
}

function arrivalsLeft({ stays, mostArrivals }: Occupancy, at: number): number {
  if (mostArrivals === null) return Number.POSITIVE_INFINITY;
  const quarter = (instant: number) => Math.floor(instant / (STAY_SLOT_MINUTES * MINUTE));
  const arrivals = stays.filter((stay) => quarter(stay.at) === quarter(at));
  return mostArrivals - arrivals.reduce((sum, { guests }) => sum + guests, 0);
}

/** The period of a party that arrives at an instant. */
export function stayFrom(at: Date, minutes: number): Period {
  return { from: at.getTime(), to: at.getTime() + minutes * MINUTE };
}
