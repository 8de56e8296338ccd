/** Counts the actions of an evening, their durations, refusals and errors. */
export class Tally {
  /** Milliseconds by action. */
  readonly took = new Map<string, number[]>();
  /** Expected refusals by action and code, for example because the kitchen was faster than the guest. */
  readonly refused = new Map<string, number>();
  /** All unexpected results. */
  readonly errors: string[] = [];
  /** Retries of requests without a response. */
  retries = 0;

  done(action: string, ms: number): void {
    const all = this.took.get(action);
    if (all) all.push(ms);
    else this.took.set(action, [ms]);
  }

  refuse(action: string, code: string): void {
    const name = `${action}: ${code}`;
    this.refused.set(name, (this.refused.get(name) ?? 0) + 1);
  }
}
