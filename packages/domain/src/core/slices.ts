/** Long work that can be paused at each `yield`, so that other requests are served in between. */
export type Slices<T> = Generator<undefined, T, undefined>;

/** Runs the work without pauses, for callers that block no one. */
export function runAllSlices<T>(work: Slices<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
