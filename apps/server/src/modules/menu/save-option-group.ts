import type { AnswerOf, UnderstoodOf } from '@tiffin/contract';
import type { saveOptionGroup as saveOptionGroupCall } from '@tiffin/contract/option-groups';
import { freeSlug, refuse, say, slugOf, ZERO } from '@tiffin/domain/core';
import { pricedText } from '@tiffin/domain/menu';
import {
  asked,
  freeHeatId,
  groupProblem,
  heatGroupProblem,
  tooManyHeatsText,
  HEAT_GROUP,
  nestingProblem,
  OPTION_LIMITS,
} from '@tiffin/domain/options';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { From } from '../../platform/http/implement.ts';
import { differenceOf, recordChange, type By } from '../audit/record-change.ts';
import { groupOf, readGroups, type GroupRow } from './dish-groups.ts';
import { pricedTwice } from './dish-hours.ts';
import { announceGroup, editedGroupAnswer, menusWith, mustEditGroup, readUsedBy } from './option-groups.ts';
import { lockGroups } from './place-groups.ts';
import { stopCountingOptions } from '../stock/count-stock.ts';

export type NewGroup = UnderstoodOf<typeof saveOptionGroupCall>['body'];
type Saved = AnswerOf<typeof saveOptionGroupCall>;

/** Writes a group down, a new one or one that is there; every menu that shows it is another from the same moment. */
export async function saveOptionGroup(context: Context, tx: Tx, by: By<From | null>, wanted: NewGroup): Promise<Saved> {
  await lockGroups(tx);
  const groups = await readGroups(tx);
  const present = wanted.id == null ? null : (groups.get(wanted.id) ?? null);
  if (wanted.id != null && !present) throw refuse('not-found', say`This group is not there any more.`);
  const allUsed = present ? await readUsedBy(tx) : [];
  if (present) mustEditGroup(by.actor, present, groups, allUsed);
  const used = allUsed.filter(({ group_id: id }) => id === present?.id);
  if (present && wanted.version != null && wanted.version !== present.version) {
    throw refuse('conflict', undefined, { group: editedGroupAnswer(present, used), field: 'version' });
  }
  const group = rowOf(wanted, present, groups);
  const isHeats = group.id === HEAT_GROUP;
  const problem = groupProblem(groupOf(group)) ?? (isHeats ? heatGroupProblem(groupOf(group)) : null);
  if (problem) throw refuse('invalid-argument', problem.message, { field: problem.field });
  const others = [...groups.values()].filter(({ id }) => id !== group.id && id !== HEAT_GROUP).map(groupOf);
  const nesting = nestingProblem(groupOf(group), others);
  if (nesting !== null) throw refuse('invalid-argument', nesting, { field: 'options' });
  if (group.is_size && others.some(({ options }) => options.some(({ opensGroupId }) => opensGroupId === group.id))) {
    throw refuse('invalid-argument', say`Another group opens this one: these cannot be sizes.`, { field: 'isSize' });
  }
  for (const { name, min_units: min, max_units: max, included } of used) {
    const ofDish = groupProblem(asked(groupOf(group), { min, max, included }));
    if (ofDish) throw refuse('invalid-argument', `${name}: ${ofDish.message}`, { field: ofDish.field });
  }
  if (group.is_size && !present?.is_size) await mustBeItsOnlySizes(tx, group, groups);

  const now = context.clock.now();
  const change = present ? differenceOf(told(present), told(group)) : { before: null, after: told(group) };
  if (present && !change) return { group: editedGroupAnswer(present, used) };
  const menus = present ? await menusWith(tx, present.id) : new Map<string, readonly string[]>();
  const { options, ...columns } = group;
  // What became a dish is counted, and sold out, as that dish.
  const stays = (was: GroupRow['options'][number]) =>
    options.some(({ id, dish_id: dishId }) => id === was.id && (dishId === null || was.dish_id !== null));
  const gone = present?.options.filter((option) => !stays(option)) ?? [];
  await stopCountingOptions(context, tx, gone);
  await tx
    .insertInto('option_groups')
    .values({ ...columns, created_at: now, updated_at: now })
    .onConflict((there) => there.column('id').doUpdateSet({ ...columns, updated_at: now }))
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
  const priced = await pricedTwice(tx, { groupId: group.id });
  if (priced !== null) throw refuse('invalid-argument', pricedText(priced), { field: 'isSize' });
  await recordChange(tx, {
    at: now,
    ...by,
    action: present ? 'update-option-group' : 'add-option-group',
    subject: { kind: 'option-group', id: group.id },
    before: change?.before ?? null,
    after: change?.after ?? null,
  });
  await announceGroup(context, tx, menus);
  return { group: editedGroupAnswer(group, used) };
}

/** The group as its rows will be. Options keep their ids, so that what was chosen stays chosen under another name. */
function rowOf(wanted: NewGroup, present: GroupRow | null, groups: ReadonlyMap<string, GroupRow>): GroupRow {
  const id = present?.id ?? newId(wanted.name, (taken) => groups.has(taken), 'group');
  const kept = new Set(present?.options.map((option) => option.id));
  const taken = new Set(
    wanted.options.flatMap((option) => (option.id != null && kept.has(option.id) ? option.id : [])),
  );
  const free = (name: string) => {
    // An id that was another option's until now would be read as that one by a cart of before.
    const own =
      id === HEAT_GROUP
        ? (freeHeatId(taken.union(kept)) ?? freeHeatId(taken) ?? tooManyHeats())
        : newId(name, (each) => taken.has(each) || kept.has(each), 'option');
    taken.add(own);
    return own;
  };
  const named = new Set<string>();
  return {
    id,
    name: wanted.name,
    kitchen_name: wanted.kitchenName || null,
    kind: wanted.kind,
    min_units: wanted.min,
    max_units: wanted.max ?? (wanted.kind === 'one' ? 1 : OPTION_LIMITS.units),
    included: wanted.included,
    each_extra_cents: wanted.eachExtra ?? ZERO,
    is_size: wanted.isSize,
    version: (present?.version ?? 0) + 1,
    options: wanted.options.map((option, position) => {
      const own = option.id != null && kept.has(option.id) ? option.id : free(option.name);
      if (named.has(own)) throw refuse('invalid-argument', say`An option is named twice.`, { field: 'options' });
      named.add(own);
      const bySize = Object.entries(option.pricesBySize ?? {});
      return {
        group_id: id,
        id: own,
        name: option.name,
        kitchen_name: option.kitchenName || null,
        price_cents: option.price,
        prices_by_size: bySize.length > 0 ? Object.fromEntries(bySize) : null,
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

function newId(name: string, isTaken: (id: string) => boolean, otherwise: string): string {
  const id = freeSlug(slugOf(name, OPTION_LIMITS.name) || otherwise, isTaken, OPTION_LIMITS.name);
  if (id === null) throw refuse('conflict', say`Too many have this name. Please choose another.`);
  return id;
}

/** A dish has its sizes once. */
async function mustBeItsOnlySizes(tx: Tx, group: GroupRow, groups: ReadonlyMap<string, GroupRow>): Promise<void> {
  const sizes = [...groups.values()].filter((each) => each.is_size && each.id !== group.id).map(({ id }) => id);
  if (sizes.length === 0) return;
  const own = await readUsedBy(tx, [group.id]);
  const theirs = await readUsedBy(tx, sizes);
  const twice = own.find((one) =>
    theirs.some((other) => other.location_id === one.location_id && other.item_id === one.item_id),
  );
  if (twice) throw refuse('invalid-argument', say`${twice.name} has sizes already.`, { field: 'isSize' });
}

/** As the audit log tells it. */
function told(row: GroupRow): object {
  const { version: _ofItself, usedBy: _itself, ...group } = editedGroupAnswer(row, []);
  return group;
}
