/** Long work that can be paused at each `yield`, so that other requests are served in between. */
export type Slices<T> = Generator<undefined, T, undefined>;
