// Apart from the queue: every page looks for its server, and few have changes that wait.

const PROBES_MS = [1000, 2000, 4000, 8000, 15_000] as const;

/** While the server is not reached it is looked for: often at first, then every fifteen seconds. */
export function nextProbe(misses: number): number {
  return PROBES_MS[Math.max(0, misses - 1)] ?? 15_000;
}
