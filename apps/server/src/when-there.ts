export type Soon<T> = T | Promise<T>;

/**
 * Goes on with what is there already, at once; with what is not, when it has come. For the ways
 * that every request takes and for what everybody asks alike, where a round of promises at each step
 * costs more than the step; all else stays with `await`.
 */
export function whenThere<T, R>(value: Soon<T>, goOn: (value: T) => Soon<R>): Soon<R> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
