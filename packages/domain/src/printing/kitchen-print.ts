import { shortHash } from '../core/index.ts';
import { allergiesOf, mentionsAllergy, portionsToCook, type OrderStatus } from '../order/index.ts';
import type { KitchenOrder, KitchenSlip } from './ticket-layout.ts';

type Line = KitchenOrder['items'][number];

/** An order with the lines that a printer prints: all, or those of a station. */
export type PrintedOrder = { readonly status: OrderStatus } & Pick<
  KitchenOrder,
  'items' | 'specialInstructions' | 'allergies' | 'allergyNote' | 'changes'
>;

/**
 * What the paper in the kitchen says of an order, to be stored: 'allergies|line:portions:making,…|note'. The making is
 * heat, options and note. What a guest wrote is hashed, because allergies are health data.
 */
export function printedStateOf(order: PrintedOrder): string {
  const items = order.status === 'cancelled' ? [] : order.items;
  const lines = items.map((item) => `${item.line}:${portionsToCook(item)}:${hashMaking(item)}`);
  return [hashAllergies(order), lines.join(), shortHash(order.specialInstructions)].join('|');
}

function hashMaking({ spiceLevelName, note = '', options = [] }: Line): string {
  return shortHash(JSON.stringify([spiceLevelName, note, options.map(({ name, units }) => [name, units])]));
}

function hashAllergies(order: PrintedOrder): string {
  return shortHash(JSON.stringify(allergiesOf(order)));
}

/** Parses a printed state; null if it is none. An earlier version stored only line and portions, and no note. */
function readPrintedState(text: string) {
  const [allergies, lines, note] = text.split('|');
  if (lines === undefined) return null;
  const entries = lines.split(',').filter((entry) => entry !== '');
  return { allergies, note, lines: entries.map(readLine) };
}

function readLine(entry: string) {
  const [line, portions, making] = entry.split(':');
  return { line: Number(line), portions: Number(portions), making };
}

/**
 * What a kitchen's printer has to print of an order: the ticket once, then slips with what changed. `printed` is the
 * printed state, null before the first ticket. If it is unreadable, the whole ticket is printed again. `everyLine` has
 * the lines of all stations, for the name of a line that moved to another station.
 */
export function decidePrint(
  order: PrintedOrder,
  printed: string | null,
  everyLine: readonly Pick<Line, 'line' | 'name'>[] = order.items,
): 'ticket' | KitchenSlip | null {
  const { status, specialInstructions: note, changes = [] } = order;
  const isCancelled = status === 'cancelled';
  if (!isCancelled && status !== 'pending' && status !== 'preparing') return null;
  const items = isCancelled ? [] : order.items;
  const state = printed === null ? null : readPrintedState(printed);
  if (printed === null || state?.lines.length === 0) {
    return items.some((item) => portionsToCook(item) > 0) ? 'ticket' : null;
  }
  if (!state && !isCancelled) return 'ticket';

  const printedLines =
    state?.lines ?? order.items.map(({ line, quantity: portions }) => ({ line, portions, making: '' }));
  const compared = items.map((item) => {
    const { portions = 0, making } = printedLines.find(({ line }) => line === item.line) ?? {};
    const isStillCooked = portions > 0 && portionsToCook(item) > 0;
    const isChanged = isStillCooked && making !== undefined && making !== hashMaking(item);
    // The slip shows a changed line with all its portions.
    return { item, isChanged, difference: isChanged ? 0 : portionsToCook(item) - portions };
  });
  const names = [...changes.flatMap(({ lines }) => lines), ...everyLine];
  const dropped = printedLines.flatMap(({ line, portions }) => {
    const { difference } = compared.find(({ item }) => item.line === line) ?? { difference: -portions };
    const name = names.findLast((each) => each.line === line)?.name ?? '';
    return difference < 0 ? [{ name, quantity: -difference }] : [];
  });
  const added = compared.filter(({ difference }) => difference > 0);
  const changed = compared.filter(({ isChanged }) => isChanged).map(({ item }) => item);
  const hasNewAllergies = !isCancelled && allergiesOf(order).length > 0 && state?.allergies !== hashAllergies(order);
  const isOtherNote = !isCancelled && state?.note !== undefined && state.note !== shortHash(note);
  const hasNewNote = isOtherNote && !mentionsAllergy(note);
  if (dropped.length + added.length + changed.length === 0 && !hasNewAllergies && !hasNewNote) return null;
  return {
    isCancelled,
    dropped,
    added: added.map(({ item, difference }) => ({ ...item, quantity: difference, refundedQuantity: 0 })),
    changed,
    hasNewAllergies,
    hasNewNote,
  };
}
