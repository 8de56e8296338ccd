import type { ValidatedInput } from '@tiffin/contract';
import { cents, refuse, say, withoutUndefined } from '@tiffin/domain/core';
import { applyPriceChange, type PriceChange } from '@tiffin/domain/menu';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { requireCategory } from './check-menu-item.ts';
import type { MenuItemRow } from './item-answer.ts';
import { announceMenu, lockMenu, readMenuVersion } from './lock-menu.ts';
import { lockMenuItems, writeMenuItems } from './write-changed-items.ts';

type EditInput = ValidatedInput<'editMenuItems'>['body'];

/** Changes many dishes at once, all or none. Refuses if one of them changed since the editor loaded it. */
export async function editMenuItems(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, items, change: { price, category, taxClass } }: EditInput,
): Promise<{ rows: readonly MenuItemRow[]; version: number }> {
  const menu = await lockMenu(tx, locationId);
  const itemIds = items.map(({ itemId }) => itemId);
  const rows = await lockMenuItems(tx, locationId, itemIds);
  requireUnchanged(items, rows);
  if (category !== undefined) await requireCategory(tx, category);
  const prices = price && priceChange(price);
  const changes = [...rows.values()].flatMap((row) => {
    const columns = withoutUndefined({
      price_cents: prices ? applyPriceChange(cents(row.price_cents), prices) : undefined,
      category,
      tax_class: taxClass,
    });
    const before = { price_cents: row.price_cents, category: row.category, tax_class: row.tax_class };
    const isChanged = JSON.stringify({ ...before, ...columns }) !== JSON.stringify(before);
    return isChanged ? { id: row.id, columns, before: pickColumns(before, columns) } : [];
  });
  if (changes.length === 0) return { rows: [...rows.values()], version: await readMenuVersion(tx, locationId) };
  const now = context.clock.now();
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

/** A change by an amount, or else by a percentage. */
function priceChange({ by, percent, ending }: NonNullable<EditInput['change']['price']>): PriceChange {
  return by === undefined ? { percent: percent ?? 0, ending } : { by, ending };
}

function pickColumns(row: object, columns: object): object {
  return Object.fromEntries(Object.entries(row).filter(([column]) => column in columns));
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
