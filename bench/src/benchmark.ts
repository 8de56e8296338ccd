/** A benchmark is one module, listed in `list.ts`. It must stop what it starts. */
export interface Benchmark {
  readonly name: string;
  /** One line for the list. */
  readonly about: string;
  readonly run: (report: Report, request: RunOptions) => Promise<void>;
  /** The reason why `all` leaves it out. */
  readonly apart?: string;
  /** The time limit if a quarter of an hour is too short. */
  readonly atMostMinutes?: number;
}

/** The options of a run. */
export interface RunOptions {
  /** The duration of the load, for benchmarks where it can be chosen. */
  readonly seconds: number | null;
  /** How often something is repeated, for benchmarks where it can be chosen. */
  readonly rounds: number | null;
  /** Checks only whether the benchmark runs, with few and short rounds. The figures mean little. */
  readonly short: boolean;
  /** Seed of the random numbers. */
  readonly seed: number;
}

export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly bar: Bar | null;
}

/** A target that must hold on any machine, so mostly a ratio. Other figures are only for reading. */
export interface Bar {
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Report {
  figure: (what: string, value: number, unit: string, bar?: Bar) => void;
  /** Shows progress. */
  step: (words: string) => void;
}

export function meets({ value, bar }: Figure): boolean {
  return bar === null || (value <= (bar.atMost ?? Infinity) && value >= (bar.atLeast ?? -Infinity));
}

export function write(number: number): string {
  const digits = Math.abs(number) >= 100 ? 0 : Math.abs(number) >= 10 ? 1 : 2;
  return number.toLocaleString('en-CA', { maximumFractionDigits: digits });
}

export function writeBar(bar: Bar | null): string {
  if (bar === null) return '';
  return [
    bar.atMost === undefined ? '' : `≤ ${write(bar.atMost)}`,
    bar.atLeast === undefined ? '' : `≥ ${write(bar.atLeast)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
