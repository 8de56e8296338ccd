/** A benchmark is a module of its own, named in `list.ts`. It ends what it starts. */
export interface Benchmark {
  readonly name: string;
  /** One line for the list. */
  readonly about: string;
  readonly run: (report: Report, request: RunOptions) => Promise<void>;
  /** Why `all` leaves it out. */
  readonly apart?: string;
  /** Where a quarter of an hour is not enough. */
  readonly atMostMinutes?: number;
}

/** How the person who runs it would like it. */
export interface RunOptions {
  /** How long the load lasts, where that may be chosen. */
  readonly seconds: number | null;
  /** A look at whether it runs at all: few rounds, short ones. Its figures say little. */
  readonly short: boolean;
  /** Of what is left to chance. */
  readonly seed: number;
}

export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly bar: Bar | null;
}

/** What must hold on any machine: mostly ratios. Figures without a bar are there to be read. */
export interface Bar {
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Report {
  figure: (what: string, value: number, unit: string, bar?: Bar) => void;
  /** What it is doing, for the person who waits. */
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
