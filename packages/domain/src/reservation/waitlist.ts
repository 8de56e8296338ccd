/** How long a table is kept for a party that was called and has not answered. */
export const CALL_MINUTES = 10;
/**
 * How many parties may wait at a location: so many that guests add themselves, and more that staff add. Anybody can
 * add parties, and without a limit somebody could fill the list.
 */
export const WAITLIST_LIMITS = { ofGuests: 100, all: 200 } as const;
/** How long the name and the phone number of a party that waits are kept. Nobody waits longer than an evening. */
export const WAITING_GUEST_KEPT_HOURS = 12;
/** How many past days a quoted time is learned from. */
export const QUOTE_DAYS = 56;
/** With fewer past parties of its size, nothing is learned. */
const MIN_PAST_PARTIES = 50;
/** The percentage of parties that are called within the time that was quoted to them. */
const PERCENTILE = 80;
const STEP_MINUTES = 5;
const MAX_QUOTE_MINUTES = 240;

export const WAIT_STATES = ['waiting', 'called', 'coming', 'seated', 'left', 'no-answer'] as const;
export type WaitState = (typeof WAIT_STATES)[number];

/** A party that was called, and how long after it joined. */
export interface PastWait {
  readonly partySize: number;
  /** How many parties waited before it. */
  readonly ahead: number;
  readonly minutes: number;
  readonly quoted: number;
}

interface WaitConditions {
  readonly partySize: number;
  readonly ahead: number;
  readonly past: readonly PastWait[];
  /** How many minutes such a party sits. */
  readonly stay: number;
  /** How many such parties can sit at once. */
  readonly partiesAtOnce: number;
}

/** The largest parties of the groups that are learned from together. */
const BANDS = [2, 4, 6];
const bandOf = (partySize: number) => BANDS.findIndex((most) => partySize <= most);

/**
 * How many minutes a party will probably wait: for each party before it and for itself, the time that was enough for
 * `PERCENTILE` of past parties. With too few of those, the time until one of the tables becomes free.
 */
export function quoteWait({ partySize, ahead, past, stay, partiesAtOnce }: WaitConditions): number {
  const minutesPerParty = past
    .filter((wait) => bandOf(wait.partySize) === bandOf(partySize))
    .map((wait) => wait.minutes / (wait.ahead + 1))
    .toSorted((a, b) => a - b);
  const learned = minutesPerParty[Math.ceil((minutesPerParty.length * PERCENTILE) / 100) - 1];
  const isLearned = learned !== undefined && minutesPerParty.length >= MIN_PAST_PARTIES;
  const perParty = isLearned ? learned : stay / Math.max(1, partiesAtOnce);
  const minutes = Math.ceil((perParty * (ahead + 1)) / STEP_MINUTES) * STEP_MINUTES;
  return Math.min(MAX_QUOTE_MINUTES, Math.max(STEP_MINUTES, minutes));
}

/** How many of the parties were called within the time that was quoted to them. */
export function keptQuotes(past: readonly PastWait[]): { readonly told: number; readonly kept: number } {
  return { told: past.length, kept: past.filter(({ minutes, quoted }) => minutes <= quoted).length };
}
