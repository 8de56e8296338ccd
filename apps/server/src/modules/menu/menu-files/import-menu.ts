import { refuse, say, sumOf, toDollars } from '@tiffin/domain/core';
import { countChanges, sizesText, type FileLocation, type MenuFile, type MenuPlan } from '@tiffin/domain/menu-file';
import type { Context, Tx } from '../../../context.ts';
import { idsOf } from '../../../platform/db/sql-lists.ts';
import type { ImportedLocation } from '../../../platform/db/stored-json.ts';
import { actorColumns } from '../../log/audit-row.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { announceCategories } from '../dishes/categories.ts';
import { shareEqualDishes } from '../dishes/sync-chain-menu.ts';
import { announceMenu, lockMenu } from '../dishes/lock-menu.ts';
import { lockOptionGroups } from '../options/location-groups.ts';
import { readImports, importUndoDeadline, type ImportAnswer } from './imports.ts';
import { canEditEveryMenu, isSamePlan, previewedAt, planAnswer, planMenuImport, planToken } from './plan-import.ts';
import { writePlannedCosts } from './write-planned-costs.ts';
import { writeCategories, writeLocationPlan, writeOptionGroups } from './write-plan.ts';

/** A menu file with the plan that a person confirmed. */
export interface ConfirmedImport {
  readonly file: MenuFile;
  /** The locations whose names the person may see. */
  readonly places: readonly FileLocation[];
  /** The locations whose menus the file changes. */
  readonly locationIds: readonly string[];
  /** Identifies the plan (`planToken`). */
  readonly token: string;
}

/** Imports a file completely or not at all, if the plan is still the one that was confirmed. */
export async function importMenu(
  context: Context,
  tx: Tx,
  by: Author,
  { file, places, locationIds, token }: ConfirmedImport,
): Promise<ImportAnswer> {
  await lockOptionGroups(tx);
  const menus = new Map<string, Awaited<ReturnType<typeof lockMenu>>>();
  for (const id of locationIds.toSorted()) menus.set(id, await lockMenu(tx, id));
  const now = context.clock.now();
  const canCreateShared = await canEditEveryMenu(tx, by.actor);
  const plan = await planMenuImport(tx, file, locationIds, canCreateShared);
  if (!isSamePlan(token, planToken(plan, now))) {
    throw refuse('conflict', await explainChangedPlan(tx, token, locationIds), {
      plan: planAnswer(file, plan, places, now),
    });
  }
  if (countChanges(plan) === 0) throw refuse('failed-precondition', say`This file does not change any menu.`);
  await writeCategories(tx, plan);
  await writeOptionGroups(tx, plan.groups, now);
  await context.reachTestPoint('menu-import.begun');
  const undo: ImportedLocation[] = [];
  for (const locationPlan of plan.places) {
    const { locationId, added, changed } = locationPlan;
    const menu = menus.get(locationId);
    if (!menu || added.length + changed.length === 0) continue;
    const { rows, before, texts } = await writeLocationPlan(tx, locationPlan, now);
    const costs = await writePlannedCosts(tx, locationPlan, now);
    undo.push({ locationId, costs, added: idsOf(added), changed: before, texts });
    await announceMenu(context, tx, menu, 'updated', idsOf(rows), rows);
    await context.reachTestPoint('menu-import.place');
  }
  const ids = [...new Set(undo.flatMap(({ added }) => added))];
  await shareEqualDishes(tx, { ids, locationIds, now, canCreate: canCreateShared });
  if (plan.categories.length > 0) await announceCategories(context, tx);
  return storeImport(context, tx, { ...by, now }, plan, undo);
}

/** Longer than an import can be undone. */
const IMPORT_RETENTION_MS = 86_400_000;

async function storeImport(
  context: Context,
  tx: Tx,
  { actor, from, now }: Author & { readonly now: Date },
  plan: MenuPlan,
  undo: readonly ImportedLocation[],
): Promise<ImportAnswer> {
  const { places, categories, groups } = plan;
  const locationIds = undo.map(({ locationId }) => locationId);
  const added = sumOf(places.map((location) => location.added.length));
  const changed = sumOf(places.map((location) => location.changed.length));
  const importId = context.ids.uuid();
  const oldest = new Date(now.getTime() - IMPORT_RETENTION_MS);
  await tx.deleteFrom('menu_imports').where('at', '<', oldest).execute();
  await tx
    .insertInto('menu_imports')
    .values({
      id: importId,
      at: now,
      location_ids: locationIds,
      added,
      changed,
      undo: JSON.stringify({ categories: idsOf(categories), groups: idsOf(groups), places: undo }),
    })
    .execute();
  const [firstLocationId] = locationIds;
  await recordAuditEntry(tx, { at: now, actor, from }, 'import-menu', ['menu-import', importId], {
    locationId: locationIds.length === 1 ? (firstLocationId ?? null) : null,
    after: { locationIds, added, changed, categories: categories.map(({ name }) => name), ...importLogEntry(plan) },
  });
  return {
    importId,
    at: now.toISOString(),
    by: actorColumns(actor).actor_name,
    undoUntil: importUndoDeadline(now).toISOString(),
    locationIds,
    added,
    changed,
  };
}

/** The audit log names at most this many dishes of an import; the file has the rest. */
const MAX_LOGGED_DISHES = 300;

/** The new sizes and dishes, and the changed ones with the values before and after. */
function importLogEntry({ places, groups }: MenuPlan) {
  const locationSuffix = ({ locationId }: { locationId: string }) => (places.length > 1 ? ` (${locationId})` : '');
  const lines = places.flatMap((location) => [
    ...location.added.map(
      ({ name, price, sizes }) =>
        `New${locationSuffix(location)}: ${name}, ${sizes || `$${toDollars(price).toFixed(2)}`}`,
    ),
    ...location.changed.map(({ name, differences }) => {
      const changes = differences.map(({ field, before, after }) => `${field} ${before || '–'} → ${after || '–'}`);
      return `${name}${locationSuffix(location)}: ${changes.join(', ')}`;
    }),
  ]);
  const more = lines.length - MAX_LOGGED_DISHES;
  const sizes = groups.map(sizesText).slice(0, MAX_LOGGED_DISHES);
  return { groups: sizes, dishes: lines.slice(0, MAX_LOGGED_DISHES), more: more > 0 ? more : undefined };
}

/** The reason why the plan changed in the meantime; if it was another import, who did it. */
async function explainChangedPlan(tx: Tx, token: string, locationIds: readonly string[]): Promise<string> {
  const imports = await readImports(tx, previewedAt(token));
  const other = imports.find((each) => each.locationIds.some((id) => locationIds.includes(id)));
  if (!other) return say`The menu changed in the meantime. These are the current differences.`;
  const importer = other.by ?? say`Somebody else`;
  const dishes = other.added + other.changed;
  return dishes === 1
    ? say`${importer} imported 1 change in the meantime. These are the current differences.`
    : say`${importer} imported ${dishes} changes in the meantime. These are the current differences.`;
}
