export interface Clock {
  now(): Date;
}

/** The machine's clock, or one that started at another instant and runs on from there. */
export function clockFrom(startAt: Date | null): Clock {
  if (!startAt) return { now: () => new Date() };
  const shift = startAt.getTime() - Date.now();
  return { now: () => new Date(Date.now() + shift) };
}
