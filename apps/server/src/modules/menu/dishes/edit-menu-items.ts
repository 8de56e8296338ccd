import type { ValidatedInput } from '@tiffin/contract';
import { cents, localDate, refuse, say, withoutUndefined, type DateText } from '@tiffin/domain/core';
import { applyPriceChange, type PriceChange } from '@tiffin/domain/menu';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { requireCategory } from './check-menu-item.ts';
import type { MenuItemRow } from './item-answer.ts';
import { announceMenu, lockMenu, readMenuVersion } from './lock-menu.ts';
import { lockMenuItems, pickColumns, writeMenuItems } from './write-changed-items.ts';

type EditInput = ValidatedInput<'editMenuItems'>['body'];

type EditedMenuItems = { rows: readonly MenuItemRow[]; version: number };

/**
 * Changes many dishes at once, all or none. Refuses if one of them changed since the editor loaded it. Next prices can
 * also be planned for the same dishes of other locations.
 */
export async function editMenuItems(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, items, change }: EditInput,
): Promise<EditedMenuItems> {
  const alsoAt = change.nextPrice?.alsoAt ?? [];
  // In one order, so that two people who plan prices everywhere do not wait for each other.
  const locationIds = [...new Set([locationId, ...alsoAt])].toSorted();
  const edited = new Map<string, EditedMenuItems>();
  for (const each of locationIds) {
    edited.set(each, await editItemsOfMenu(context, tx, by, { locationId: each, items, change }, each === locationId));
  }
  return edited.get(locationId) ?? { rows: [], version: await readMenuVersion(tx, locationId) };
}

async function editItemsOfMenu(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, items, change: { price, nextPrice, category, taxClass } }: EditInput,
  isMenuOfEditor: boolean,
): Promise<EditedMenuItems> {
  const menu = await lockMenu(tx, locationId);
  const itemIds = items.map(({ itemId }) => itemId);
  const rows = await lockMenuItems(tx, locationId, itemIds);
  if (isMenuOfEditor) requireUnchanged(items, rows);
  const now = context.clock.now();
  if (nextPrice) requireLaterDay(nextPrice.from, localDate(now, menu.zone));
  if (category !== undefined) await requireCategory(tx, category);
  const prices = price && priceChange(price);
  const nextPrices = nextPrice && priceChange(nextPrice);
  const changes = [...rows.values()].flatMap((row) => {
    const columns = withoutUndefined({
      price_cents: prices ? applyPriceChange(cents(row.price_cents), prices) : undefined,
      next_price_cents: nextPrices ? applyPriceChange(cents(row.price_cents), nextPrices) : undefined,
      next_price_from: nextPrice?.from,
      category,
      tax_class: taxClass,
    });
    if (columns.next_price_cents === row.price_cents) return [];
    const before = {
      price_cents: row.price_cents,
      next_price_cents: row.next_price_cents,
      next_price_from: row.next_price_from,
      category: row.category,
      tax_class: row.tax_class,
    };
    const isChanged = JSON.stringify({ ...before, ...columns }) !== JSON.stringify(before);
    return isChanged ? { id: row.id, columns, before: pickColumns(before, Object.keys(columns)) } : [];
  });
  if (changes.length === 0) return { rows: [...rows.values()], version: await readMenuVersion(tx, locationId) };
  const updated = await writeMenuItems(tx, locationId, changes, now);
  await recordAuditEntry(tx, { at: now, ...by }, 'edit-menu-items', ['menu', locationId], {
    locationId,
    before: Object.fromEntries(changes.map(({ id, before }) => [id, before])),
    after: Object.fromEntries(changes.map(({ id, columns }) => [id, columns])),
  });
  const ids = changes.map(({ id }) => id);
  const unchanged = [...rows.values()].filter(({ id }) => !ids.includes(id));
  return { rows: [...updated, ...unchanged], version: await announceMenu(context, tx, menu, 'updated', ids, updated) };
}

function requireLaterDay(from: DateText, today: DateText): void {
  if (from <= today)
    throw refuse('invalid-argument', say`Choose a day after today.`, { field: 'change.nextPrice.from' });
}

/** A change by an amount, or else by a percentage. */
function priceChange({ by, percent, ending }: NonNullable<EditInput['change']['price']>): PriceChange {
  return by === undefined ? { percent: percent ?? 0, ending } : { by, ending };
}

/** A refusal names at most this many dishes. */
const MAX_NAMED_DISHES = 3;

/** Refuses if a dish changed, because the new prices are relative to those that the editor saw. */
function requireUnchanged(items: EditInput['items'], rows: ReadonlyMap<string, MenuItemRow>): void {
  if (items.some(({ itemId }) => !rows.has(itemId))) {
    throw refuse('conflict', say`A dish was deleted in the meantime. Please choose again.`);
  }
  const names = items.flatMap(({ itemId, version }) => {
    const row = rows.get(itemId);
    return row && row.version !== version ? row.name : [];
  });
  if (names.length === 0) return;
  const more = names.length - MAX_NAMED_DISHES;
  const first = names.slice(0, MAX_NAMED_DISHES).join(', ');
  const dishNames = more > 0 ? say`${first} and ${more} more` : first;
  throw refuse('conflict', say`Changed by somebody else in the meantime: ${dishNames}. Please check again.`);
}
