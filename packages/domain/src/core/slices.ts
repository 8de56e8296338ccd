/** Long work that may be put down for a moment, so that others have their turn: each yield is a place for it. */
export type Slices<T> = Generator<undefined, T, undefined>;

/** All of it in one go, where nobody waits. */
export function inOneGo<T>(work: Slices<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
