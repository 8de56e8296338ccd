import { say, withoutUndefined } from '../core/index.ts';
import { CATEGORY_MAX, daypartPriceBlocksSizesText, ITEM_ID_MAX, itemIdFor } from '../menu/index.ts';
import { dishGroupsProblem, groupForDish, type DishGroup } from '../options/rules.ts';
import { isClearListText, type Cell } from './cells.ts';
import { normaliseName, type DishField } from './columns.ts';
import type { DishValues, FileDish, RefusedRow } from './file-dish.ts';
import type {
  DishChange,
  ChangedDish,
  NewDish,
  ExistingLocationMenu,
  LocationPlan,
  MenuPlan,
  PresentDish,
} from './import-plan-types.ts';
import { pricesOfSizes, type SharedParts } from './shared-parts.ts';
import { changedTexts, type TextColumn } from './text-columns.ts';
import { valueText } from './value-text.ts';

/** Plans what the rows of a file change on the menu of one location. It deletes nothing. */
export function planLocation(
  dishes: readonly FileDish[],
  menu: ExistingLocationMenu,
  shared: SharedParts,
): LocationPlan {
  const planner = new LocationPlanner(menu, shared);
  for (const dish of dishes) {
    if (dish.locationId === null || dish.locationId === menu.locationId) planner.addRow(dish);
  }
  return planner.plan();
}

/** The plan for several locations, with the new categories and groups that their dishes use. */
export function menuPlan(
  locationPlans: readonly LocationPlan[],
  { categories, groups, unknownGroups }: Omit<MenuPlan, 'places'>,
): MenuPlan {
  const dishes = locationPlans.flatMap(({ added, changed }) => [...added, ...changed.map(({ change }) => change)]);
  const used = new Set(dishes.map(({ category }) => category));
  const usedGroups = new Set(dishes.flatMap((dish) => dish.groups?.map(({ groupId }) => groupId) ?? []));
  return {
    places: locationPlans,
    categories: categories.filter(({ id }) => used.has(id)),
    groups: groups.filter(({ id }) => usedGroups.has(id)),
    unknownGroups,
  };
}

/** How many dishes the plan adds or changes. */
export function countChanges({ places }: Pick<MenuPlan, 'places'>): number {
  return places.reduce((sum, { added, changed }) => sum + added.length + changed.length, 0);
}

interface PlannedRow {
  readonly dish: FileDish;
  readonly category: string | null;
  readonly groups: readonly DishGroup[];
}

class LocationPlanner {
  readonly #menu: ExistingLocationMenu;
  readonly #shared: SharedParts;
  readonly #added: NewDish[] = [];
  readonly #changed: ChangedDish[] = [];
  readonly #refused: RefusedRow[] = [];
  #same = 0;
  readonly #find: ReturnType<typeof dishFinder>;
  /** The row of each dish, by the dish's id or by its category and name. */
  readonly #rowOf = new Map<string, number>();
  readonly #usedIds: Set<string>;

  constructor(menu: ExistingLocationMenu, shared: SharedParts) {
    this.#menu = menu;
    this.#shared = shared;
    this.#find = dishFinder(menu.dishes);
    this.#usedIds = new Set(menu.dishes.map(({ id }) => id));
  }

  addRow(dish: FileDish): void {
    const reason = this.#addDish(dish);
    if (reason !== null) this.#refused.push({ row: dish.row, name: dish.name || (dish.id ?? ''), reason });
  }

  plan(): LocationPlan {
    const { locationId, dishes } = this.#menu;
    const missing = dishes.flatMap(({ id, name }) => (this.#rowOf.has(id) ? [] : { id, name }));
    return {
      locationId,
      added: this.#added,
      changed: this.#changed,
      same: this.#same,
      refused: this.#refused,
      missing,
    };
  }

  /** Returns why the row is refused, or null. */
  #addDish(dish: FileDish): string | null {
    const category = dish.category === null ? null : this.#shared.categoryId(dish.category);
    if (dish.category !== null && category === null) {
      return say`“${dish.category}” cannot be a category. A category has letters, and at most ${CATEGORY_MAX} characters.`;
    }
    const present = this.#find(dish, category);
    if (present === 'several') return say`Several dishes have this name. Please add the category or the id.`;
    // No id begins with a space, so a new dish cannot have the key of one on the menu.
    const key = present?.id ?? ` ${category ?? ''}/${normaliseName(dish.name)}`;
    const earlier = this.#rowOf.get(key);
    if (earlier !== undefined) return say`This is the same dish as row ${earlier}.`;
    this.#rowOf.set(key, dish.row);
    const groups = planDishGroups(dish, present?.groups ?? [], this.#shared);
    if ('problem' in groups) return groups.problem;
    const row = { dish, category, groups: groups.value };
    return present ? this.#addChange(present, row) : this.#addNewDish(row);
  }

  #addChange(dishOnMenu: PresentDish, { dish, category, groups }: PlannedRow): string | null {
    const { id, texts: presentTexts = {}, isPricedByHour = false, ...present } = dishOnMenu;
    if (isPricedByHour && groups.some(({ groupId }) => this.#shared.group(groupId)?.isSize)) {
      return daypartPriceBlocksSizesText(present.name);
    }
    // Every key counts as requested, so absent fields must not be keys.
    const requested = withoutUndefined({ ...dish.values, category: category ?? undefined, groups });
    const change = changedFields(present, requested);
    const fields = Object.keys(change).flatMap((field) =>
      field === 'groups' ? (['groups', 'sizes'] as const) : (field as DishField),
    );
    const texts = changedTexts(presentTexts, dish.texts);
    const columns = Object.keys(texts) as TextColumn[];
    if (fields.length + columns.length === 0) {
      this.#same++;
      return null;
    }
    const after = { ...present, ...change };
    const differences = [
      ...fields
        .map((field) => ({
          field,
          before: valueText(field, present, this.#shared),
          after: valueText(field, after, this.#shared),
        }))
        // The groups of a dish may stay while its prices of sizes change.
        .filter(({ before, after: text }) => before !== text),
      ...columns.map((field) => ({ field, before: presentTexts[field] ?? '', after: texts[field] ?? '' })),
    ];
    this.#changed.push({
      row: dish.row,
      id,
      name: present.name,
      change: { ...change, ...(columns.length > 0 && { texts }) },
      differences,
    });
    return null;
  }

  #addNewDish({ dish, groups, ...row }: PlannedRow): string | null {
    const { name, price } = dish.values;
    if (name === undefined) return say`This dish is not on the menu, and a new one needs a name.`;
    const category = row.category ?? this.#shared.categoryId(dish.categoryIfNew ?? '');
    if (category === null)
      return say`A new dish needs a category: name one in the file, or one for all dishes without one.`;
    if (price === undefined) return say`A new dish needs a price.`;
    const id = itemIdFor(name, (candidate) => this.#usedIds.has(candidate));
    if (!id.ok) {
      return say`More than a hundred dishes have this name, or names that begin with the same ${ITEM_ID_MAX} characters.`;
    }
    this.#usedIds.add(id.value);
    this.#added.push({
      ...NEW_DISH_DEFAULTS,
      ...dish.values,
      name,
      price,
      category,
      categoryName: this.#shared.categoryName(category),
      groups,
      sizes: this.#shared.sizesWithPrices(groups),
      texts: Object.keys(dish.texts).length > 0 ? dish.texts : undefined,
      id: id.value,
      row: dish.row,
    });
    return null;
  }
}

/** The defaults of a new dish. */
const NEW_DISH_DEFAULTS: Omit<DishValues, 'name' | 'price'> = {
  description: '',
  taxClass: 'meal',
  cost: null,
  isVegetarian: false,
  isVegan: false,
  isGlutenFree: false,
  // Guests must not read that a dish has no allergens because a column was empty.
  allergens: null,
  spiceLevel: 'none',
  isAvailable: true,
};

/** Finds the dish of a row: by id, else by category and name, else by name if no category is given. */
function dishFinder(dishes: readonly PresentDish[]) {
  const byId = new Map(dishes.map((dish) => [dish.id, dish]));
  const byName = Map.groupBy(dishes, ({ name }) => normaliseName(name));
  return ({ id, name }: FileDish, category: string | null): PresentDish | 'several' | undefined => {
    const withId = id === null ? undefined : byId.get(id);
    if (withId) return withId;
    const withName = (byName.get(normaliseName(name)) ?? []).filter(
      (dish) => category === null || dish.category === category,
    );
    return withName.length > 1 ? 'several' : withName[0];
  };
}

/** The option groups of a dish after the import. An empty cell keeps those it has. */
function planDishGroups(
  dish: FileDish,
  presentGroups: readonly DishGroup[],
  shared: SharedParts,
): Cell<readonly DishGroup[]> {
  const { options, modifiers, sizes } = dish;
  if (options === null && modifiers.length + sizes.length === 0) return { value: presentGroups };
  const names = options === null || isClearListText(options) ? [] : options.split(/[;\n]/).map((name) => name.trim());
  // A dish keeps its own limits for a group.
  const ownOrNew = (id: string) =>
    presentGroups.find(({ groupId }) => groupId === id) ?? { groupId: id, min: null, max: null, included: null };
  const groups = new Map<string, DishGroup>();
  if (options === null) for (const group of presentGroups) groups.set(group.groupId, group);
  for (const name of names.filter((each) => each !== '')) {
    const group = shared.groupNamed(name, presentGroups);
    if (group === 'several') {
      return { problem: say`Several option groups are called “${name}”. Please use the id.` };
    }
    if (group === 'unknown') return { problem: say`There is no option group “${name}”. Please create it first.` };
    groups.set(group.id, ownOrNew(group.id));
  }
  for (const name of modifiers) {
    const group = shared.groupNamed(name, presentGroups);
    if (typeof group === 'object') groups.set(group.id, ownOrNew(group.id));
  }
  const presentSizes = [...groups.keys()].map((id) => shared.group(id)).find((group) => group?.isSize);
  const sizeGroup = presentSizes ?? shared.groupOfSizes(sizes);
  if (sizes.length > 0 && sizeGroup) {
    const prices = pricesOfSizes(sizeGroup, sizes);
    if (prices === null) {
      const { name } = sizeGroup;
      return {
        problem: say`Its sizes differ from those on the menu. Please change them in the option group “${name}”.`,
      };
    }
    const dishGroup = ownOrNew(sizeGroup.id);
    // Equal prices change nothing. A new group gets its prices from the first dish, so every dish has its own.
    const isSame = groupForDish(sizeGroup, dishGroup).options.every(({ id, price }) => prices[id] === price);
    groups.set(sizeGroup.id, presentSizes && isSame ? dishGroup : { ...dishGroup, sizePrices: prices });
  }
  const value = [...groups.values()];
  const problem = dishGroupsProblem(
    value.flatMap((each) => {
      const group = shared.group(each.groupId);
      return group ? [groupForDish(group, each)] : [];
    }),
  );
  return problem === null ? { value } : { problem };
}

function changedFields(present: Omit<PresentDish, 'id'>, requested: DishChange): DishChange {
  const presentValues = new Map<string, unknown>(Object.entries(present));
  return Object.fromEntries(
    Object.entries(requested).filter(([field, value]) => {
      // Allergens are a set, so their sequence does not matter.
      const comparable = (each: unknown) =>
        field === 'allergens' && Array.isArray(each) ? each.map(String).toSorted((a, b) => (a < b ? -1 : 1)) : each;
      return JSON.stringify(comparable(value)) !== JSON.stringify(comparable(presentValues.get(field)));
    }),
  );
}
