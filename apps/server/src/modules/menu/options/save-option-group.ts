import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { freeSlug, refuse, say, slugOf, ZERO } from '@tiffin/domain/core';
import { daypartPriceBlocksSizesText } from '@tiffin/domain/menu';
import {
  groupForDish,
  freeHeatId,
  groupProblem,
  heatGroupProblem,
  tooManyHeatsText,
  HEAT_GROUP,
  nestingProblem,
  OPTION_LIMITS,
} from '@tiffin/domain/options';
import type { Context, Tx } from '../../../context.ts';
import { diffForAudit, recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { optionGroupOf, readOptionGroups, type GroupRow } from './dish-groups.ts';
import { findDishWithContradictoryPrice } from '../dishes/dish-hours.ts';
import {
  announceGroup,
  editedGroupAnswer,
  menusWithGroup,
  requireGroupEditor,
  readGroupUsage,
} from './option-groups.ts';
import { lockOptionGroups } from './location-groups.ts';
import { stopCountingOptions } from '../stock/count-stock.ts';

export type GroupInput = ValidatedInput<'saveOptionGroup'>['body'];
type SavedGroup = ResponseOf<'saveOptionGroup'>;

/** Adds or changes a group. Every menu that shows it gets a new version. */
export async function saveOptionGroup(context: Context, tx: Tx, by: Author, input: GroupInput): Promise<SavedGroup> {
  await lockOptionGroups(tx);
  const groups = await readOptionGroups(tx);
  const present = input.id == null ? null : (groups.get(input.id) ?? null);
  if (input.id != null && !present) throw refuse('not-found', say`This group was deleted.`);
  const allUsage = present ? await readGroupUsage(tx) : [];
  if (present) requireGroupEditor(by.actor, present, groups, allUsage);
  const used = allUsage.filter(({ group_id: id }) => id === present?.id);
  if (present && input.version != null && input.version !== present.version) {
    throw refuse('conflict', undefined, { group: editedGroupAnswer(present, used), field: 'version' });
  }
  const group = rowOf(input, present, groups);
  await requireValidGroup(tx, group, { present, groups, used });
  const now = context.clock.now();
  const change = present
    ? diffForAudit(auditValues(present), auditValues(group))
    : { before: null, after: auditValues(group) };
  if (present && !change) return { group: editedGroupAnswer(present, used) };
  const menus = present ? await menusWithGroup(tx, present.id) : new Map<string, readonly string[]>();
  const { options, ...columns } = group;
  // Once an option stands for another dish, the stock of that dish counts, and no longer the option's.
  const keepsStock = (before: GroupRow['options'][number]) =>
    options.some(({ id, dish_id: dishId }) => id === before.id && (dishId === null || before.dish_id !== null));
  await stopCountingOptions(context, tx, present?.options.filter((option) => !keepsStock(option)) ?? []);
  await tx
    .insertInto('option_groups')
    .values({ ...columns, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...columns, updated_at: now }))
    .execute();
  await tx.deleteFrom('group_options').where('group_id', '=', group.id).execute();
  await tx
    .insertInto('group_options')
    .values(
      options.map((option) => ({
        ...option,
        prices_by_size: option.prices_by_size && JSON.stringify(option.prices_by_size),
      })),
    )
    .execute();
  const dish = await findDishWithContradictoryPrice(tx, { groupId: group.id });
  if (dish !== null) throw refuse('invalid-argument', daypartPriceBlocksSizesText(dish), { field: 'isSize' });
  const action = present ? 'update-option-group' : 'add-option-group';
  await recordAuditEntry(tx, { at: now, ...by }, action, ['option-group', group.id], {
    before: change?.before ?? null,
    after: change?.after ?? null,
  });
  await announceGroup(context, tx, menus);
  return { group: editedGroupAnswer(group, used) };
}

/** Checks the group itself, with the groups that open it, and as each dish uses it. */
async function requireValidGroup(
  tx: Tx,
  group: GroupRow,
  stored: {
    readonly present: GroupRow | null;
    readonly groups: ReadonlyMap<string, GroupRow>;
    readonly used: Awaited<ReturnType<typeof readGroupUsage>>;
  },
): Promise<void> {
  const { present, groups, used } = stored;
  const isHeatGroup = group.id === HEAT_GROUP;
  const problem = groupProblem(optionGroupOf(group)) ?? (isHeatGroup ? heatGroupProblem(optionGroupOf(group)) : null);
  if (problem) throw refuse('invalid-argument', problem.message, { field: problem.field });
  const others = [...groups.values()].filter(({ id }) => id !== group.id && id !== HEAT_GROUP).map(optionGroupOf);
  const nesting = nestingProblem(optionGroupOf(group), others);
  if (nesting !== null) throw refuse('invalid-argument', nesting, { field: 'options' });
  if (group.is_size && others.some(({ options }) => options.some(({ opensGroupId }) => opensGroupId === group.id))) {
    throw refuse('invalid-argument', say`Another group opens this one, so it cannot hold sizes.`, { field: 'isSize' });
  }
  for (const { name, min_units: min, max_units: max, included } of used) {
    const dishProblem = groupProblem(groupForDish(optionGroupOf(group), { min, max, included }));
    if (dishProblem) throw refuse('invalid-argument', `${name}: ${dishProblem.message}`, { field: dishProblem.field });
  }
  if (group.is_size && !present?.is_size) await requireOnlySizes(tx, group, groups);
}

/** The group as it will be stored. Options keep their ids when renamed, so that they stay chosen in carts. */
function rowOf(input: GroupInput, present: GroupRow | null, groups: ReadonlyMap<string, GroupRow>): GroupRow {
  const id = present?.id ?? newId(input.name, (candidate) => groups.has(candidate), 'group');
  const presentIds = new Set(present?.options.map((option) => option.id));
  const usedIds = new Set(
    input.options.flatMap((option) => (option.id != null && presentIds.has(option.id) ? option.id : [])),
  );
  const newOptionId = (name: string) => {
    // An id that another option had until now would be misread by older carts. There are few ids for heat levels, so
    // one of those is used again when no other is left.
    const optionId =
      id === HEAT_GROUP
        ? (freeHeatId(usedIds.union(presentIds)) ?? freeHeatId(usedIds) ?? tooManyHeats())
        : newId(name, (each) => usedIds.has(each) || presentIds.has(each), 'option');
    usedIds.add(optionId);
    return optionId;
  };
  const seenIds = new Set<string>();
  return {
    id,
    name: input.name,
    kitchen_name: input.kitchenName || null,
    kind: input.kind,
    min_units: input.min,
    max_units: input.max ?? (input.kind === 'one' ? 1 : OPTION_LIMITS.units),
    included: input.included,
    each_extra_cents: input.eachExtra ?? ZERO,
    is_size: input.isSize,
    version: (present?.version ?? 0) + 1,
    options: input.options.map((option, position) => {
      const optionId = option.id != null && presentIds.has(option.id) ? option.id : newOptionId(option.name);
      if (seenIds.has(optionId))
        throw refuse('invalid-argument', say`Two options have the same name.`, { field: 'options' });
      seenIds.add(optionId);
      const pricesBySize = Object.entries(option.pricesBySize ?? {});
      return {
        group_id: id,
        id: optionId,
        name: option.name,
        kitchen_name: option.kitchenName || null,
        price_cents: option.price,
        prices_by_size: pricesBySize.length > 0 ? Object.fromEntries(pricesBySize) : null,
        opens_group_id: option.opensGroupId ?? null,
        is_default: option.isDefault,
        max_units: option.maxUnits,
        allergens: [...option.allergens],
        breaks: [...option.breaks],
        dish_id: option.dishId ?? null,
        position,
      };
    }),
  };
}

function tooManyHeats(): never {
  throw refuse('invalid-argument', tooManyHeatsText(), { field: 'options' });
}

/** An id made from the name, or from the fallback if no letter of the name can be part of an id. */
function newId(name: string, isUsed: (id: string) => boolean, fallback: string): string {
  const id = freeSlug(slugOf(name, OPTION_LIMITS.name) || fallback, isUsed, OPTION_LIMITS.name);
  if (id === null) throw refuse('conflict', say`Too many have this name. Please choose another.`);
  return id;
}

/** A dish may have only one group of sizes. */
async function requireOnlySizes(tx: Tx, group: GroupRow, groups: ReadonlyMap<string, GroupRow>): Promise<void> {
  const otherSizes = [...groups.values()].filter((each) => each.is_size && each.id !== group.id).map(({ id }) => id);
  if (otherSizes.length === 0) return;
  const dishes = await readGroupUsage(tx, [group.id]);
  const dishesWithSizes = await readGroupUsage(tx, otherSizes);
  const dishWithSizes = dishes.find((dish) =>
    dishesWithSizes.some((other) => other.location_id === dish.location_id && other.item_id === dish.item_id),
  );
  if (!dishWithSizes) return;
  throw refuse('invalid-argument', say`${dishWithSizes.name} already has sizes.`, { field: 'isSize' });
}

function auditValues(row: GroupRow): object {
  const { version: _version, usedBy: _usedBy, ...group } = editedGroupAnswer(row, []);
  return group;
}
