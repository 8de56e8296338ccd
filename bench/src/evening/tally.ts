/** What was done in an evening, how long it took, and what was said instead. */
export class Tally {
  /** Milliseconds by what was done. */
  readonly took = new Map<string, number[]>();
  /** Refusals that the rules foresee, by action and code: the kitchen was faster than the guest. */
  readonly refused = new Map<string, number>();
  /** Everything else that was not an answer. */
  readonly errors: string[] = [];
  /** How often somebody asked again because nobody answered. */
  asksAgain = 0;

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
