import { failure, type Failure } from '../core/errors.ts';
import { say } from '../core/language.ts';

export const TABLE_SHAPES = ['rectangle', 'circle'] as const;
export type TableShape = (typeof TABLE_SHAPES)[number];

/** The size of every plan, and the grid to which tables snap. Screens scale it. The editor draws no smaller tables. */
export const PLAN = { width: 1200, height: 900, grid: 20, smallestTable: 60 } as const;
/** `joins` is the number of sets of tables that may be joined, and `joined` the number of tables in one of them. */
export const FLOOR_LIMITS = {
  areas: 12,
  tables: 200,
  seats: 40,
  name: 12,
  areaName: 30,
  joins: 60,
  joined: 8,
} as const;

/** The longest name of joined tables, like 12+13. */
export const JOINED_NAME_MAX = FLOOR_LIMITS.joined * (FLOOR_LIMITS.name + 1);

/** A rectangle on the plan. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlannedTable extends Box {
  readonly tableId?: string | undefined;
  readonly name: string;
  /** The name of its area. */
  readonly area: string;
  readonly seats: number;
  readonly shape: TableShape;
}

export interface Plan {
  readonly areas: readonly { readonly areaId?: string | undefined; readonly name: string }[];
  readonly tables: readonly PlannedTable[];
  /** The names of tables that may be joined for a large party. */
  readonly joins?: readonly (readonly string[])[] | undefined;
}

const normalisedName = (name: string) => name.trim().toLowerCase();

/** Returns the first entry whose name an earlier entry has. */
function findTwin<Named extends { readonly name: string }>(list: readonly Named[]): Named | undefined {
  return list.find(
    ({ name }, index) => list.findIndex((each) => normalisedName(each.name) === normalisedName(name)) < index,
  );
}

function isOnPlan({ x, y, width, height }: Box): boolean {
  const isLargeEnough = width >= PLAN.grid && height >= PLAN.grid;
  return isLargeEnough && x >= 0 && y >= 0 && x + width <= PLAN.width && y + height <= PLAN.height;
}

/** Reads joined tables as they are typed: '12+13, 14+15'. */
export function joinsIn(text: string): string[][] {
  const trimmed = (parts: readonly string[]) => parts.map((part) => part.trim()).filter(Boolean);
  return trimmed(text.split(',')).map((names) => trimmed(names.split('+')));
}

/** What is wrong with a plan; null if it can be saved. Tables that are `saved` may keep their names. */
export function planProblem(
  { areas, tables, joins = [] }: Plan,
  saved: readonly Pick<PlannedTable, 'tableId' | 'name'>[] = [],
): Failure | null {
  const wrong = (message: string, field: string) => failure('invalid-argument', message, { field });
  const twinArea = findTwin(areas);
  if (twinArea) return wrong(say`There are two areas called ${twinArea.name}. Rename one of them.`, 'areas');
  const twin = findTwin(tables);
  if (twin) return wrong(say`There are two tables called ${twin.name}. Rename one of them.`, 'tables');
  const nameless = tables.find(({ name }) => name.trim() === '');
  if (nameless) return wrong(say`A table has no name. Give it one, or remove it.`, 'tables');
  // Elsewhere plus and comma separate joined tables, so the name would be read as several tables.
  const hasJoinSign = ({ tableId, name }: PlannedTable) =>
    /[+,]/.test(name) && !saved.some((table) => table.tableId === tableId && table.name === name);
  const joinName = tables.find(hasJoinSign);
  if (joinName) {
    const { name } = joinName;
    const words = say`Table ${name} has a plus or a comma in its name. These are for joined tables, like 12+13. Rename it.`;
    return wrong(words, 'tables');
  }
  const ids = tables.flatMap(({ tableId }) => tableId ?? []);
  if (new Set(ids).size < ids.length) return wrong(say`A table is in the plan twice.`, 'tables');
  const homeless = tables.find(({ area }) => !areas.some(({ name }) => name === area));
  if (homeless) return wrong(say`Table ${homeless.name} is in no area of this plan. Choose its area.`, 'tables');
  const isKnown = (name: string) => tables.some((table) => normalisedName(table.name) === normalisedName(name));
  const missing = joins.flat().find((name) => !isKnown(name));
  if (missing !== undefined) return wrong(say`There is no table ${missing} to join. Write names like 12+13.`, 'joins');
  const odd = joins.find((names) => names.length < 2 || new Set(names.map(normalisedName)).size < names.length);
  if (odd) return wrong(say`Joined tables are two different ones or more, like 12+13.`, 'joins');
  const outside = tables.find((table) => !isOnPlan(table));
  return outside
    ? wrong(say`Table ${outside.name} does not fit on the plan. Move it, or change its size.`, 'tables')
    : null;
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
const snap = (value: number) => Math.round(value / PLAN.grid) * PLAN.grid;

/** Snaps a table to the grid and keeps all of it on the plan. */
export function placeTable<Table extends Box>(table: Table, to: Partial<Box>): Table {
  const next = { ...table, ...to };
  const width = clamp(snap(next.width), PLAN.smallestTable, PLAN.width);
  const height = clamp(snap(next.height), PLAN.smallestTable, PLAN.height);
  return {
    ...next,
    width,
    height,
    x: clamp(snap(next.x), 0, PLAN.width - width),
    y: clamp(snap(next.y), 0, PLAN.height - height),
  };
}

/** True if there is at least this gap between two tables. */
const areApart = (one: Box, other: Box, gap = 0) =>
  one.x + one.width + gap <= other.x ||
  other.x + other.width + gap <= one.x ||
  one.y + one.height + gap <= other.y ||
  other.y + other.height + gap <= one.y;

/** The pairs of tables of one area that cover each other, so that one may hide the other. */
export function overlappingTables<Table extends Box & Pick<PlannedTable, 'area'>>(
  tables: readonly Table[],
): (readonly [Table, Table])[] {
  return tables.flatMap((one, index) =>
    tables
      .slice(index + 1)
      .filter((other) => other.area === one.area && !areApart(one, other))
      .map((other) => [one, other] as const),
  );
}

/** Where a new table is drawn: at the first free position, with a gap if possible; in the corner of a full plan. */
export function freePlace(tables: readonly Box[], size: Pick<Box, 'width' | 'height'>): Box {
  const { grid } = PLAN;
  for (const gap of [grid, 0]) {
    for (let y = grid; y + size.height <= PLAN.height; y += grid) {
      for (let x = grid; x + size.width <= PLAN.width; x += grid) {
        const place = { x, y, ...size };
        if (tables.every((table) => areApart(table, place, gap))) return place;
      }
    }
  }
  return { x: 0, y: 0, ...size };
}

/** The lowest number that no table has as its name. */
export function nextTableName(tables: ReadonlyArray<{ readonly name: string }>): string {
  const names = new Set(tables.map(({ name }) => name.trim()));
  let number = 1;
  while (names.has(String(number))) number += 1;
  return String(number);
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const;

/** The direction of an arrow key; null for other keys. */
export function directionOf(key: string): readonly [x: number, y: number] | null {
  return Object.hasOwn(ARROWS, key) ? ARROWS[key as keyof typeof ARROWS] : null;
}

/** The next table in a direction: a step to the side costs twice as much as a step ahead. */
export function nextTable<Table extends Box>(
  tables: readonly Table[],
  from: Table,
  [right, down]: readonly [x: number, y: number],
): Table | null {
  const ranked = tables
    .filter((table) => table !== from)
    .map((table) => {
      const across = table.x + table.width / 2 - (from.x + from.width / 2);
      const below = table.y + table.height / 2 - (from.y + from.height / 2);
      const ahead = across * right + below * down;
      return { table, ahead, distance: ahead + 2 * Math.abs(across * down + below * right) };
    })
    .filter(({ ahead }) => ahead > 0)
    .toSorted((a, b) => a.distance - b.distance);
  return ranked[0]?.table ?? null;
}
