import { cents, entryOf, asRecord, say } from '@tiffin/domain/core';
import { tenderLabel } from '@tiffin/domain/payment';
import { isNothing } from '../../ui/form.ts';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { fieldNames } from './audit-texts.ts';
import { twelveHourText, WEEKDAY_NAMES, WEEKDAYS } from '@tiffin/domain/hours';

/** 'displayName' → 'display name', 'price_cents' and 'priceCents' → 'price' */
function fieldWords(field: string): string {
  if (field === 'tableNumber') return say`table`;
  const words = field.replace(/_cents$|Cents$/, '').replaceAll('_', ' ');
  return words.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

function fieldLabel(words: string): string {
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
  const oldFields = byReadableName(before);
  const newFields = byReadableName(after);
  return [...new Set([...oldFields.keys(), ...newFields.keys()])].flatMap((name) => {
    const old = oldFields.get(name);
    const now = newFields.get(name);
    const values = [old?.value, now?.value];
    if (values.every(isNothing) || values.some(isId)) return [];
    const [oldItems, newItems] = [namedItems(old?.value), namedItems(now?.value)];
    if (oldItems ?? newItems) return itemChanges(oldItems ?? [], newItems ?? []);
    const isSame = old && now && JSON.stringify(old.value) === JSON.stringify(now.value);
    if (isSame && !ALWAYS_SHOWN.has(name)) return [];
    return [
      {
        name: fieldLabel(name),
        // A value that was not set before shows only the new one: 'table: 7'.
        before: old && !isSame && !isNothing(old.value) ? valueText(old.field, old.value, now?.value) : null,
        after: now ? valueText(now.field, now.value, old?.value) : null,
      },
    ];
  });
}

/** A named item with an id inside a field, such as an option of a group. */
type NamedItem = Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string };

/** The items of a list of named items; null for any other value. */
function namedItems(value: unknown): readonly NamedItem[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const items = value.flatMap((each) => {
    const item = asRecord(each);
    const { id, name } = item ?? {};
    return typeof id === 'string' && typeof name === 'string' ? [{ ...item, id, name }] : [];
  });
  return items.length === value.length ? items : null;
}

/** The changes of each item under its name, the removed items, and a new sequence of the others. */
function itemChanges(before: readonly NamedItem[], after: readonly NamedItem[]): FieldChange[] {
  const find = (items: readonly NamedItem[], id: string) => items.find((item) => item.id === id) ?? null;
  const names = (items: readonly NamedItem[]) => items.map(({ name }) => name).join(', ');
  const oldSequence = before.filter(({ id }) => find(after, id));
  const newSequence = after.filter(({ id }) => find(before, id));
  const isMoved = newSequence.some(({ id }, index) => oldSequence[index]?.id !== id);
  return [
    ...after.flatMap((item): FieldChange[] => {
      const { id, name, ...fields } = item;
      const old = find(before, id);
      if (!old) return [{ name, before: null, after: partsText(fields) || say`yes` }];
      return fieldChanges(old, item).map((change) => ({ ...change, name: `${name}, ${change.name}` }));
    }),
    ...before.flatMap(({ id, name }) => (find(after, id) ? [] : [{ name, before: null, after: say`taken out` }])),
    ...(isMoved ? [{ name: say`sequence`, before: names(oldSequence), after: names(newSequence) }] : []),
  ];
}

/** Shown although unchanged, because it says which order line was changed. */
const ALWAYS_SHOWN: ReadonlySet<string> = new Set(['line']);

/** Amounts stored in dollars instead of cents. */
const IN_DOLLARS: ReadonlySet<string> = new Set(['total', 'price', 'eachExtra', 'pricesBySize']);

/** Fields with the code of a tender. */
const TENDER_FIELDS: ReadonlySet<string> = new Set(['tender', 'paymentMethod']);

/** Keyed by the readable name, because a field may be called `tax_rate` before and `taxRate` after. */
function byReadableName(fields: Fields): Map<string, { readonly field: string; readonly value: unknown }> {
  return new Map(Object.entries(fields ?? {}).map(([field, value]) => [fieldWords(field), { field, value }]));
}

const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

export function isId(value: unknown): boolean {
  return typeof value === 'string' && ID.test(value);
}

/** A value in words. `other` is the value on the other side of the change; hours show only the days that differ. */
function valueText(field: string, value: unknown, other: unknown): string {
  if (isNothing(value)) return say`nothing`;
  if (field === 'hours') return changedWeekdaysText(value, other);
  if (/(?:_c|C)ents$/.test(field) && Number.isSafeInteger(Number(value))) return formatMoney(cents(Number(value)));
  if (IN_DOLLARS.has(field) && typeof value === 'number') return formatMoney(centsOf(value));
  if (typeof value === 'boolean') return value ? say`yes` : say`no`;
  if (typeof value === 'string' && TENDER_FIELDS.has(field)) return tenderLabel(value);
  if (typeof value === 'string') return INSTANT.test(value) ? formatTime(value, 'date-time-year') : value;
  if (Array.isArray(value)) return value.map((each) => valueText(field, each, null)).join('; ');
  const fields = asRecord(value);
  if (!fields) return String(value);
  return IN_DOLLARS.has(field) ? pricesText(fields) : partsText(fields);
}

/** The parts of an object by name: 'kind: busy, plus: 20, reason: full house'. */
function partsText(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .filter(([, value]) => !isNothing(value) && value !== false && !isId(value) && !isEmptyObject(value))
    .map(([field, value]) => `${fieldLabel(fieldWords(field))}: ${valueText(field, value, null)}`)
    .join(', ');
}

function isEmptyObject(value: unknown): boolean {
  const fields = asRecord(value);
  return fields !== null && Object.keys(fields).length === 0;
}

function pricesText(prices: Readonly<Record<string, unknown>>): string {
  const each = Object.entries(prices).map(([of, price]) => `${of} ${valueText('price', price, null)}`);
  return each.join(', ') || say`nothing`;
}

/** The weekdays that differ from another week: 'Monday 11:00 a.m. – 10:00 p.m., Sunday closed'. */
export function changedWeekdaysText(value: unknown, other: unknown): string {
  const week = asRecord(value);
  const otherWeek = asRecord(other);
  if (!week) return JSON.stringify(value);
  return WEEKDAYS.filter((day) => !otherWeek || dayText(week[day]) !== dayText(otherWeek[day]))
    .map((day) => `${WEEKDAY_NAMES[day]} ${dayText(week[day])}`)
    .join(', ');
}

function dayText(value: unknown): string {
  const day = asRecord(value);
  if (!day) return say`not set`;
  if (day['closed'] === true) return say`closed`;
  const { open, close } = day;
  return typeof open === 'string' && typeof close === 'string'
    ? `${twelveHourText(open)} – ${twelveHourText(close)}`
    : say`not set`;
}
