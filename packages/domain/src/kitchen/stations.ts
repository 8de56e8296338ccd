/** A part of the kitchen with the dishes it makes. The pass sees every dish. */
export const STATION_KINDS = ['cook', 'pass'] as const;
export type StationKind = (typeof STATION_KINDS)[number];

/** Stands for the pass where the id of a station is expected, whether or not a station is the pass. */
export const PASS = 'pass';

export const STATION_LIMITS = { stations: 20, rules: 500, name: 40 } as const;

/** A screen that was not seen for this long counts as offline. */
export const SCREEN_TIMEOUT_SECONDS = 60;

export interface OptionRule {
  readonly groupId: string;
  readonly optionId: string;
}

/** What comes to a station: the categories, dishes and options of its rules. */
export interface StationRules {
  readonly categories: readonly string[];
  readonly itemIds: readonly string[];
  readonly options: readonly OptionRule[];
}

export interface Station extends StationRules {
  readonly id: string;
  readonly name: string;
  readonly kind: StationKind;
  /** Gets every dish without a rule. */
  readonly isDefault: boolean;
  /** Shows this station's dishes while its screen is offline; null for the pass. */
  readonly fallbackId: string | null;
  /** When a screen showed it last, in milliseconds. */
  readonly seenAt: number;
}

/** The fields of an order line that decide which station makes it. */
export interface RoutedLine {
  readonly id: string;
  readonly category: string;
  readonly options?: readonly { readonly group: string; readonly id: string; readonly units: number }[] | undefined;
  /** Set when the rules changed after the line was ordered: it stays where it was. */
  readonly stationId?: string | null | undefined;
}

/**
 * The station that makes a line: by a rule for one of its options, else for the dish, else for the category, else the
 * default station. Null for the pass.
 */
export function stationOf(line: RoutedLine, stations: readonly Station[]): Station | null {
  if (line.stationId != null) {
    return stations.find(({ id }) => id === line.stationId) ?? passOf(stations);
  }
  const chosen = (line.options ?? []).filter(({ units }) => units > 0);
  return (
    stations.find(({ options }) =>
      options.some((rule) => chosen.some(({ group, id }) => group === rule.groupId && id === rule.optionId)),
    ) ??
    stations.find(({ itemIds }) => itemIds.includes(line.id)) ??
    stations.find(({ categories }) => categories.includes(line.category)) ??
    stations.find(({ isDefault }) => isDefault) ??
    passOf(stations)
  );
}

/** The station that is the pass; null if the pass is only the view of all dishes. */
export function passOf(stations: readonly Station[]): Station | null {
  return stations.find(({ kind }) => kind === 'pass') ?? null;
}

/** True if a screen has shown the station lately. */
export function isScreenOnline({ seenAt }: Pick<Station, 'seenAt'>, now: number): boolean {
  return now - seenAt <= SCREEN_TIMEOUT_SECONDS * 1000;
}

/**
 * The station whose screen shows the dishes of a station: itself while online, else the first online station along the
 * fallbacks. Null if only the pass shows them.
 */
export function shownAt(station: Station, stations: readonly Station[], now: number): Station | null {
  const visited = new Set<string>();
  let candidate: Station | undefined = station;
  while (candidate && !visited.has(candidate.id)) {
    if (isScreenOnline(candidate, now)) return candidate;
    visited.add(candidate.id);
    const { fallbackId }: Station = candidate;
    candidate = stations.find(({ id }) => id === fallbackId);
  }
  return passOf(stations);
}

/** A rule of the station to save that another one has. Each dish has one station, so saving it is refused. */
export function doubleRule(
  saved: StationRules & { readonly id: string | null },
  others: readonly Station[],
): { readonly station: Station; readonly rule: string } | null {
  for (const station of others.filter(({ id }) => id !== saved.id)) {
    const rule =
      saved.categories.find((id) => station.categories.includes(id)) ??
      saved.itemIds.find((id) => station.itemIds.includes(id)) ??
      saved.options.find((one) => station.options.some((other) => isSameOption(one, other)))?.optionId;
    if (rule !== undefined) return { station, rule };
  }
  return null;
}

function isSameOption(one: OptionRule, other: OptionRule): boolean {
  return one.groupId === other.groupId && one.optionId === other.optionId;
}

/** The rules of two stations together, for a station that takes over another one. */
export function joinRules(one: StationRules, other: StationRules): StationRules {
  return {
    categories: [...new Set([...one.categories, ...other.categories])],
    itemIds: [...new Set([...one.itemIds, ...other.itemIds])],
    options: [
      ...one.options,
      ...other.options.filter((option) => !one.options.some((each) => isSameOption(each, option))),
    ],
  };
}
