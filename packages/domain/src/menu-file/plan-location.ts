import { say, type Slices } from '../core/index.ts';
import { CATEGORY_MAX, daypartPriceBlocksSizesText, ITEM_ID_MAX, itemIdFor } from '../menu/index.ts';
import type { DishGroup } from '../options/rules.ts';
import { normaliseHeading } from './fields.ts';
import { ROWS_IN_A_SLICE, type DishValues, type FileDish, type RefusedRow } from './file-dish.ts';
import { planDishGroups } from './plan-dish-groups.ts';
import type {
  DishChange,
  ChangedDish,
  NewDish,
  ExistingLocationMenu,
  LocationPlan,
  PresentDish,
} from './plan-types.ts';
import type { SharedParts } from './shared-parts.ts';
import { changedTexts, type TextColumn } from './text-columns.ts';
import { valueText, type DishField } from './value-text.ts';

/** Plans what the rows of a file change on the menu of one location. */
export function* planLocation(
  dishes: readonly FileDish[],
  menu: ExistingLocationMenu,
  shared: SharedParts,
): Slices<LocationPlan> {
  const planner = new LocationPlanner(menu, shared);
  for (const [at, dish] of dishes.entries()) {
    if (at % ROWS_IN_A_SLICE === 0) yield;
    if (dish.locationId === null || dish.locationId === menu.locationId) planner.addRow(dish);
  }
  return planner.plan();
}

interface PlannedRow {
  readonly dish: FileDish;
  readonly category: string | null;
  readonly values: Partial<DishValues>;
  readonly groups: readonly DishGroup[];
}

class LocationPlanner {
  readonly #place: ExistingLocationMenu;
  readonly #shared: SharedParts;
  readonly #added: NewDish[] = [];
  readonly #changed: ChangedDish[] = [];
  readonly #refused: RefusedRow[] = [];
  #same = 0;
  readonly #find: ReturnType<typeof finder>;
  /** The row of each dish, by the dish's id or by its category and name. */
  readonly #rowOf = new Map<string, number>();
  readonly #usedIds: Set<string>;

  constructor(place: ExistingLocationMenu, shared: SharedParts) {
    this.#place = place;
    this.#shared = shared;
    this.#find = finder(place.dishes);
    this.#usedIds = new Set(place.dishes.map(({ id }) => id));
  }

  addRow(dish: FileDish): void {
    const reason = this.#addDish(dish);
    if (reason !== null) this.#refused.push({ row: dish.row, name: dish.name || (dish.id ?? ''), reason });
  }

  plan(): LocationPlan {
    const { locationId, dishes } = this.#place;
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
    const category = dish.category === null ? null : this.#shared.category(dish.category);
    if (dish.category !== null && category === null) {
      return say`“${dish.category}” cannot be a category. A category has letters, and at most ${CATEGORY_MAX} characters.`;
    }
    const present = this.#find(dish, category);
    if (present === 'several') return say`Several dishes have this name. Please add the category or the id.`;
    const key = present?.id ?? ` ${category ?? ''}/${normaliseHeading(dish.name)}`;
    const earlier = this.#rowOf.get(key);
    if (earlier !== undefined) return say`This is the same dish as row ${earlier}.`;
    this.#rowOf.set(key, dish.row);
    const values = { ...dish.values, ...dish.at[this.#place.locationId] };
    const groups = planDishGroups(dish, present?.groups ?? [], this.#shared);
    if ('problem' in groups) return groups.problem;
    const row = { dish, category, values, groups: groups.value };
    return present ? this.#addChange(present, row) : this.#addNewDish(row);
  }

  #addChange(dishOnMenu: PresentDish, { dish, category, values, groups }: PlannedRow): string | null {
    const { id, texts: presentTexts = {}, isPricedByHour = false, ...present } = dishOnMenu;
    if (isPricedByHour && groups.some(({ groupId }) => this.#shared.group(groupId)?.isSize)) {
      return daypartPriceBlocksSizesText(present.name);
    }
    const requested = { ...values, ...(category !== null && { category }), groups };
    const change = differing(present, requested);
    const fields = Object.keys(change) as DishField[];
    const texts = changedTexts(presentTexts, dish.texts);
    const columns = Object.keys(texts) as TextColumn[];
    if (fields.length + columns.length === 0) {
      this.#same++;
      return null;
    }
    const after = { ...present, ...change };
    const differences = [
      ...fields.map((field) => ({
        field,
        before: valueText(field, present, this.#shared),
        after: valueText(field, after, this.#shared),
      })),
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

  #addNewDish({ dish, category, values, groups }: PlannedRow): string | null {
    const { name, price } = values;
    if (name === undefined) return say`This dish is not on the menu, and a new one needs a name.`;
    if (category === null) return say`A new dish needs a category.`;
    if (price === undefined) return say`A new dish needs a price.`;
    const id = itemIdFor(name, (candidate) => this.#usedIds.has(candidate));
    if (!id.ok) {
      return say`More than a hundred dishes have this name, or names that begin with the same ${ITEM_ID_MAX} characters.`;
    }
    this.#usedIds.add(id.value);
    this.#added.push({
      ...PLAIN_DISH,
      ...values,
      name,
      price,
      category,
      categoryName: this.#shared.categoryName(category),
      groups,
      ...(Object.keys(dish.texts).length > 0 && { texts: dish.texts }),
      id: id.value,
      row: dish.row,
    });
    return null;
  }
}

/** The defaults of a new dish. */
const PLAIN_DISH = {
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
} as const;

/** Finds the dish of a row: by id, else by category and name, else by name if no category is given. */
function finder(dishes: readonly PresentDish[]) {
  const byId = new Map(dishes.map((dish) => [dish.id, dish]));
  const byName = Map.groupBy(dishes, ({ name }) => normaliseHeading(name));
  return ({ id, name }: FileDish, category: string | null): PresentDish | 'several' | undefined => {
    const own = id === null ? undefined : byId.get(id);
    if (own) return own;
    const named = (byName.get(normaliseHeading(name)) ?? []).filter(
      (dish) => category === null || dish.category === category,
    );
    return named.length > 1 ? 'several' : named[0];
  };
}

function differing(present: Omit<PresentDish, 'id'>, requested: DishChange): DishChange {
  const was = new Map<string, unknown>(Object.entries(present));
  return Object.fromEntries(
    Object.entries(requested).filter(([field, value]) => {
      // Allergens are a set, so their sequence does not matter.
      const inOrder = (list: unknown) =>
        field === 'allergens' && Array.isArray(list) ? list.map(String).toSorted((a, b) => (a < b ? -1 : 1)) : list;
      return JSON.stringify(inOrder(value)) !== JSON.stringify(inOrder(was.get(field)));
    }),
  );
}
