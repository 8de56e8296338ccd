/** So long a table is kept for a party that was called, until it answers. */
export const CALL_MINUTES = 10;
/** The times of so many days are the grounds of the time that a party is told. */
export const QUOTE_DAYS = 56;
/** With fewer parties of its size, a location has no past to learn from. */
const FEWEST_PARTIES = 50;
/** Of 100 parties, so many are called within the time that they are told. */
const PERCENTILE = 80;
const STEP = 5;
const LONGEST = 240;

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

interface WaitQuestion {
  readonly partySize: number;
  readonly ahead: number;
  readonly past: readonly PastWait[];
  /** How many minutes such a party sits. */
  readonly stay: number;
  /** How many of such parties can sit at once. */
  readonly places: number;
}

const BANDS = [2, 4, 6];
const bandOf = (partySize: number) => BANDS.findIndex((most) => partySize <= most);

/**
 * How long a party will probably wait: as long as four of five such parties waited for each party before them. Without
 * enough of them, until so many of the parties that sit have left.
 */
export function quoteWait({ partySize, ahead, past, stay, places }: WaitQuestion): number {
  const turns = past
    .filter((wait) => bandOf(wait.partySize) === bandOf(partySize))
    .map((wait) => wait.minutes / (wait.ahead + 1))
    .toSorted((a, b) => a - b);
  const learned = turns[Math.ceil((turns.length * PERCENTILE) / 100) - 1];
  const turn = learned === undefined || turns.length < FEWEST_PARTIES ? stay / Math.max(1, places) : learned;
  return Math.min(LONGEST, Math.max(STEP, Math.ceil((turn * (ahead + 1)) / STEP) * STEP));
}

/** How many of the parties were called within the time that they were told. */
export function keptQuotes(past: readonly PastWait[]): { readonly told: number; readonly kept: number } {
  return { told: past.length, kept: past.filter(({ minutes, quoted }) => minutes <= quoted).length };
}
