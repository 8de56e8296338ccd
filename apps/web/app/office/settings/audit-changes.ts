import { cents, entryOf, asRecord, say } from '@tiffin/domain/core';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { fieldNames } from './audit-texts.ts';
import { twelveHourText, WEEKDAY_NAMES, WEEKDAYS } from '@tiffin/domain/hours';

/** 'displayName' → 'display name', 'price_cents' and 'priceCents' → 'price' */
function fieldWords(field: string): string {
  if (field === 'tableNumber') return say`table`;
  const words = field.replace(/_cents$|Cents$/, '').replaceAll('_', ' ');
  return words.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

function quoted(words: string): string {
  return entryOf(fieldNames, words) ?? words;
}

type Fields = Readonly<Record<string, unknown>> | null;

export interface FieldChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What changed, field by field, in readable form, without unchanged fields and internal ids. */
export function fieldChanges(before: Fields, after: Fields): FieldChange[] {
  const was = inWords(before);
  const is = inWords(after);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const old = was.get(name);
    const now = is.get(name);
    const values = [old?.value, now?.value];
    if (values.every(isNothing) || values.some(isSomebodysId)) return [];
    const [oldRows, rows] = [rowsOf(old?.value), rowsOf(now?.value)];
    if (oldRows ?? rows) return rowChanges(oldRows ?? [], rows ?? []);
    const isSame = old && now && JSON.stringify(old.value) === JSON.stringify(now.value);
    if (isSame && !NAMES_THE_THING.has(name)) return [];
    return [
      {
        name: quoted(name),
        // A value that was not set before shows only the new one: 'table: 7'.
        before: old && !isSame && !isNothing(old.value) ? shown(old.field, old.value, now?.value) : null,
        after: now ? shown(now.field, now.value, old?.value) : null,
      },
    ];
  });
}

/** A named item with an id inside a field, such as an option of a group. */
type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string };

function rowsOf(value: unknown): readonly Row[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const rows = value.flatMap((each) => {
    const row = asRecord(each);
    const { id, name } = row ?? {};
    return typeof id === 'string' && typeof name === 'string' ? [{ ...row, id, name }] : [];
  });
  return rows.length === value.length ? rows : null;
}

/** Each by its name, with its changes. */
function rowChanges(was: readonly Row[], is: readonly Row[]): FieldChange[] {
  const find = (rows: readonly Row[], id: string) => rows.find((row) => row.id === id) ?? null;
  const names = (rows: readonly Row[]) => rows.map(({ name }) => name).join(', ');
  const [stayed, stays] = [was.filter(({ id }) => find(is, id)), is.filter(({ id }) => find(was, id))];
  const isMoved = stays.some(({ id }, at) => stayed[at]?.id !== id);
  return [
    ...is.flatMap((row): FieldChange[] => {
      const { id, name, ...fields } = row;
      const old = find(was, id);
      if (!old) return [{ name, before: null, after: partsShown(fields) || say`yes` }];
      return fieldChanges(old, row).map((change) => ({ ...change, name: `${name}, ${change.name}` }));
    }),
    ...was.flatMap(({ id, name }) => (find(is, id) ? [] : [{ name, before: null, after: say`taken out` }])),
    ...(isMoved ? [{ name: say`sequence`, before: names(stayed), after: names(stays) }] : []),
  ];
}

/** Shown although unchanged: it says which order line was meant. */
const NAMES_THE_THING: ReadonlySet<string> = new Set(['line']);

/** Amounts stored in dollars instead of cents. */
const IN_DOLLARS: ReadonlySet<string> = new Set(['total', 'price', 'eachExtra', 'pricesBySize']);

/** Keyed by the readable name, because a field may be called `tax_rate` before and `taxRate` after. */
function inWords(fields: Fields): Map<string, { readonly field: string; readonly value: unknown }> {
  return new Map(Object.entries(fields ?? {}).map(([field, value]) => [fieldWords(field), { field, value }]));
}

const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

function isSomebodysId(value: unknown): boolean {
  return typeof value === 'string' && ID.test(value);
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function shown(field: string, value: unknown, other: unknown): string {
  if (isNothing(value)) return say`nothing`;
  if (field === 'hours') return changedWeekdaysText(value, other);
  if (/(?:_c|C)ents$/.test(field) && Number.isSafeInteger(Number(value))) return formatMoney(cents(Number(value)));
  if (IN_DOLLARS.has(field) && typeof value === 'number') return formatMoney(centsOf(value));
  if (typeof value === 'boolean') return value ? say`yes` : say`no`;
  if (typeof value === 'string') return INSTANT.test(value) ? formatTime(value, 'date-time-year') : value;
  if (Array.isArray(value)) return value.map((each) => shown(field, each, null)).join('; ');
  const fields = asRecord(value);
  if (!fields) return String(value);
  return IN_DOLLARS.has(field) ? pricesShown(fields) : partsShown(fields);
}

/** The parts of an object by name: 'kind: busy, plus: 20, reason: full house'. */
function partsShown(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .filter(([, value]) => !isNothing(value) && value !== false && !isSomebodysId(value) && !isEmpty(value))
    .map(([field, value]) => `${quoted(fieldWords(field))}: ${shown(field, value, null)}`)
    .join(', ');
}

function isEmpty(value: unknown): boolean {
  const fields = asRecord(value);
  return fields !== null && Object.keys(fields).length === 0;
}

function pricesShown(prices: Readonly<Record<string, unknown>>): string {
  const each = Object.entries(prices).map(([of, price]) => `${of} ${shown('price', price, null)}`);
  return each.join(', ') || say`nothing`;
}

/** The weekdays that differ from another week: 'Monday 11:00 a.m. – 10:00 p.m., Sunday closed'. */
export function changedWeekdaysText(value: unknown, other: unknown): string {
  const week = asRecord(value);
  const otherWeek = asRecord(other);
  if (!week) return JSON.stringify(value);
  return WEEKDAYS.filter((day) => !otherWeek || dayWords(week[day]) !== dayWords(otherWeek[day]))
    .map((day) => `${WEEKDAY_NAMES[day]} ${dayWords(week[day])}`)
    .join(', ');
}

function dayWords(value: unknown): string {
  const day = asRecord(value);
  if (!day) return say`not set`;
  if (day['closed'] === true) return say`closed`;
  const { open, close } = day;
  return typeof open === 'string' && typeof close === 'string'
    ? `${twelveHourText(open)} – ${twelveHourText(close)}`
    : say`not set`;
}
