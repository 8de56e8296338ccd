import { say } from '../core/language.ts';
import { ITEM_ID_MAX, itemIdFor } from '../menu/item.ts';
import { CATEGORY_MAX, categoryId } from '../menu/categories.ts';
import { pricedText } from '../menu/dayparts.ts';
import { freeSlug, slugOf } from '../core/ids.ts';
import { ZERO, type Cents } from '../core/money.ts';
import { inOneGo, type Slices } from '../core/slices.ts';
import { groupForDish, dishGroupsProblem, type DishGroup } from '../options/rules.ts';
import { OPTION_LIMITS, type OptionGroup } from '../options/types.ts';
import { isNone } from './cells.ts';
import { plain } from './fields.ts';
import { ROWS_IN_A_SLICE, type DishValues, type FileDish, type RefusedRow } from './read.ts';
import { otherTexts, type FileTexts, type TextColumn } from './text-columns.ts';
import { valueText } from './value-text.ts';

/** A dish on a menu, with the fields a file can contain. */
export interface PresentDish extends DishValues {
  readonly id: string;
  readonly category: string;
  readonly groups: readonly DishGroup[];
  /** Its translations as guests read them. */
  readonly texts?: FileTexts | undefined;
  /** True if it has a daypart price, so it cannot get sizes. */
  readonly isPricedByHour?: boolean | undefined;
}

export interface PlaceMenu {
  readonly locationId: string;
  readonly dishes: readonly PresentDish[];
}

/** The categories and option groups shared by all menus. */
export interface Chain {
  readonly categories: readonly {
    readonly id: string;
    readonly name: string;
    /** Earlier names, which older files still use. */
    readonly earlier?: readonly string[];
  }[];
  readonly groups: readonly OptionGroup[];
}

export interface NewCategory {
  readonly id: string;
  readonly name: string;
}

/** A new size group for a dish that has one row per size. */
export interface NewSizes {
  readonly id: string;
  readonly name: string;
  readonly options: readonly { readonly id: string; readonly name: string; readonly price: Cents }[];
}

export interface NewDish extends PresentDish {
  readonly row: number;
  readonly categoryName: string;
}

type Change = Partial<Omit<PresentDish, 'id' | 'isPricedByHour'>>;

export interface ChangedDish {
  readonly row: number;
  readonly id: string;
  /** Its current name. */
  readonly name: string;
  readonly change: Change;
  /** The changed fields as text. */
  readonly differences: readonly {
    readonly field: keyof Change | TextColumn;
    readonly before: string;
    readonly after: string;
  }[];
}

export interface PlacePlan {
  readonly locationId: string;
  readonly added: readonly NewDish[];
  readonly changed: readonly ChangedDish[];
  readonly same: number;
  readonly refused: readonly RefusedRow[];
  /** Dishes of the menu that the file does not contain. They stay as they are. */
  readonly missing: readonly { readonly id: string; readonly name: string }[];
}

export interface MenuPlan {
  readonly places: readonly PlacePlan[];
  readonly categories: readonly NewCategory[];
  readonly sizes: readonly NewSizes[];
  /** Option groups in the file that do not exist. */
  readonly unknownGroups: readonly string[];
}

/** Plans what importing a file would change on the menus of these locations. It deletes nothing. */
export function planMenu(...plan: Parameters<typeof planMenuInSlices>): MenuPlan {
  return inOneGo(planMenuInSlices(...plan));
}

/** Like `planMenu`, but yields regularly so that other requests are served. */
export function* planMenuInSlices(
  dishes: readonly FileDish[],
  places: readonly PlaceMenu[],
  chain: Chain,
): Slices<MenuPlan> {
  const shared = new Shared(chain);
  const plans: PlacePlan[] = [];
  for (const place of places) plans.push(yield* planPlace(dishes, place, shared));
  const plan = { places: plans, categories: shared.newCategories, sizes: shared.newSizes };
  return { ...withoutUnused(plan), unknownGroups: [...shared.unknownGroups] };
}

/** The plan without the changes of these rows. */
export function withoutRows(plan: MenuPlan, rows: ReadonlySet<number>): MenuPlan {
  const places = plan.places.map((place) => ({
    ...place,
    added: place.added.filter(({ row }) => !rows.has(row)),
    changed: place.changed.filter(({ row }) => !rows.has(row)),
  }));
  return { ...plan, ...withoutUnused({ ...plan, places }) };
}

export function changesOf({ places }: Pick<MenuPlan, 'places'>): number {
  return places.reduce((sum, { added, changed }) => sum + added.length + changed.length, 0);
}

/** Removes new categories and size groups that no dish uses. */
export function withoutUnused({
  places,
  categories,
  sizes,
}: Pick<MenuPlan, 'places' | 'categories' | 'sizes'>): Pick<MenuPlan, 'places' | 'categories' | 'sizes'> {
  const changes: readonly Change[] = places.flatMap(({ added, changed }) => [
    ...added,
    ...changed.map(({ change }) => change),
  ]);
  const stoodIn = new Set(changes.map(({ category }) => category));
  const had = new Set(changes.flatMap(({ groups = [] }) => groups.map(({ groupId }) => groupId)));
  return {
    places,
    categories: categories.filter(({ id }) => stoodIn.has(id)),
    sizes: sizes.filter(({ id }) => had.has(id)),
  };
}

/** Categories and groups that dishes of several locations can share, so that each is created once. */
class Shared {
  readonly newCategories: NewCategory[] = [];
  readonly newSizes: NewSizes[] = [];
  readonly unknownGroups = new Set<string>();
  readonly #categories = new Map<string, string>();
  readonly #categoryNames = new Map<string, string>();
  readonly #byName = new Map<string, OptionGroup[]>();
  readonly #groups = new Map<string, OptionGroup>();
  readonly #sizesOfRow = new Map<number, OptionGroup>();
  readonly #plain = new Map<string, string>();

  constructor({ categories, groups }: Chain) {
    for (const { id, name } of categories) this.#keepCategory(id, name);
    for (const { id, earlier = [] } of categories) for (const name of earlier) this.#categories.set(plain(name), id);
    for (const { id, name } of categories) this.#categories.set(plain(name), id);
    for (const group of groups) {
      this.#groups.set(group.id, group);
      this.#byName.set(plain(group.name), [...(this.#byName.get(plain(group.name)) ?? []), group]);
    }
  }

  #keepCategory(id: string, name: string): void {
    this.#categories.set(plain(id), id);
    this.#categoryNames.set(id, name);
  }

  categoryName(id: string): string {
    return this.#categoryNames.get(id) ?? id;
  }

  /** Caches normalised names, because categories and group columns repeat in thousands of rows. */
  #plainOf(name: string): string {
    const cached = this.#plain.get(name) ?? plain(name);
    this.#plain.set(name, cached);
    return cached;
  }

  /** The category with this name, created if missing; null if the name is not allowed. */
  category(name: string): string | null {
    const called = this.#plainOf(name);
    const cached = this.#categories.get(called);
    if (cached !== undefined) return cached;
    const id = categoryId(name);
    if (called === '' || id.length > CATEGORY_MAX) return null;
    this.newCategories.push({ id, name });
    this.#keepCategory(id, name);
    return id;
  }

  group(id: string): OptionGroup | undefined {
    return this.#groups.get(id);
  }

  groupName(id: string): string {
    return this.#groups.get(id)?.name ?? id;
  }

  /** The group with this name or id. If several have the name, the one the dish already uses. */
  groupNamed(name: string, own: readonly DishGroup[]): OptionGroup | 'unknown' | 'several' {
    const named = this.#byName.get(this.#plainOf(name)) ?? [];
    const [one, another] = named;
    if (one && !another) return one;
    if (one) return named.find(({ id }) => own.some(({ groupId }) => groupId === id)) ?? 'several';
    return this.#groups.get(name.trim()) ?? 'unknown';
  }

  /** The size group for a row: an existing one with the same name and prices, or a new one. */
  sizesOf({ row, name, sizes }: FileDish): OptionGroup {
    const made = this.#sizesOfRow.get(row);
    if (made) return made;
    const dish = name.slice(0, OPTION_LIMITS.name - ' sizes'.length).trim();
    const called = say`${dish} sizes`.slice(0, OPTION_LIMITS.name);
    const cached = this.#byName.get(plain(called))?.find((group) => group.isSize && areSizes(group, sizes));
    const group = cached ?? this.#newSizes(called, sizes);
    this.#sizesOfRow.set(row, group);
    return group;
  }

  #newSizes(name: string, sizes: FileDish['sizes']): OptionGroup {
    const id =
      freeSlug(slugOf(name, OPTION_LIMITS.name) || 'sizes', (taken) => this.#groups.has(taken), OPTION_LIMITS.name) ??
      `sizes-${this.#groups.size}`;
    const taken = new Set<string>();
    const options = sizes.map((size) => {
      const own =
        freeSlug(slugOf(size.name, OPTION_LIMITS.name) || 'size', (each) => taken.has(each), OPTION_LIMITS.name) ??
        size.name;
      taken.add(own);
      return { id: own, name: size.name, price: size.price };
    });
    this.newSizes.push({ id, name, options });
    const group: OptionGroup = {
      id,
      name,
      kind: 'one',
      min: 1,
      max: 1,
      included: 0,
      eachExtra: ZERO,
      isSize: true,
      isOpened: false,
      options: options.map((option, at) => ({
        ...option,
        isDefault: at === 0,
        maxUnits: 1,
        isAvailable: true,
        allergens: [],
        breaks: [],
      })),
    };
    this.#groups.set(id, group);
    return group;
  }
}

function areSizes(group: OptionGroup, sizes: FileDish['sizes']): boolean {
  return (
    group.options.length === sizes.length &&
    group.options.every(
      ({ name, price }, at) => plain(name) === plain(sizes[at]?.name ?? '') && price === sizes[at]?.price,
    )
  );
}

function* planPlace(dishes: readonly FileDish[], place: PlaceMenu, shared: Shared): Slices<PlacePlan> {
  const added: NewDish[] = [];
  const changed: ChangedDish[] = [];
  const refused: RefusedRow[] = [];
  let same = 0;
  const find = finder(place.dishes);
  const rowOf = new Map<string, number>();
  const ids = new Set(place.dishes.map(({ id }) => id));
  for (const [at, dish] of dishes.entries()) {
    if (at % ROWS_IN_A_SLICE === 0) yield;
    if (dish.locationId !== null && dish.locationId !== place.locationId) continue;
    const refuse = (reason: string) => refused.push({ row: dish.row, name: dish.name || (dish.id ?? ''), reason });
    const category = dish.category === null ? null : shared.category(dish.category);
    if (dish.category !== null && category === null) {
      refuse(say`“${dish.category}” cannot be a category: at most ${CATEGORY_MAX} characters, and some letters.`);
      continue;
    }
    const found = find(dish, category);
    if (found === 'several') {
      refuse(say`Several dishes have this name. Please say its category, or its id.`);
      continue;
    }
    const key = found?.id ?? ` ${category ?? ''}/${plain(dish.name)}`;
    const earlier = rowOf.get(key);
    if (earlier !== undefined) {
      refuse(say`This is the same dish as row ${earlier}.`);
      continue;
    }
    rowOf.set(key, dish.row);
    const values = { ...dish.values, ...dish.at[place.locationId] };
    const groups = groupsOf(dish, found?.groups ?? [], shared);
    if ('problem' in groups) {
      refuse(groups.problem);
      continue;
    }
    if (found) {
      const { id: _same, texts: presentTexts = {}, isPricedByHour = false, ...present } = found;
      if (isPricedByHour && groups.value.some(({ groupId }) => shared.group(groupId)?.isSize)) {
        refuse(pricedText(found.name));
        continue;
      }
      const change = differing(present, { ...values, ...(category !== null && { category }), groups: groups.value });
      const fields = Object.keys(change) as (keyof typeof present)[];
      const texts = otherTexts(presentTexts, dish.texts);
      const columns = Object.keys(texts) as TextColumn[];
      if (fields.length + columns.length === 0) same++;
      else {
        const text = [
          ...fields.map((field) => ({
            field,
            before: valueText(field, present, shared),
            after: valueText(field, { ...present, ...change }, shared),
          })),
          ...columns.map((field) => ({ field, before: presentTexts[field] ?? '', after: texts[field] ?? '' })),
        ];
        const made = { ...change, ...(columns.length > 0 && { texts }) };
        changed.push({ row: dish.row, id: found.id, name: found.name, change: made, differences: text });
      }
      continue;
    }
    const { name, price } = values;
    if (name === undefined) refuse(say`This dish is not on the menu, and a new one needs a name.`);
    else if (category === null) refuse(say`A new dish needs a category.`);
    else if (price === undefined) refuse(say`A new dish needs a price.`);
    else {
      const id = itemIdFor(name, (taken) => ids.has(taken));
      if (!id.ok) {
        refuse(
          say`More than a hundred dishes have this name, or one that is as long: at most ${ITEM_ID_MAX} characters tell them apart.`,
        );
        continue;
      }
      ids.add(id.value);
      added.push({
        ...PLAIN_DISH,
        ...values,
        name,
        price,
        category,
        categoryName: shared.categoryName(category),
        groups: groups.value,
        ...(Object.keys(dish.texts).length > 0 && { texts: dish.texts }),
        id: id.value,
        row: dish.row,
      });
    }
  }
  const missing = place.dishes.flatMap(({ id, name }) => (rowOf.has(id) ? [] : { id, name }));
  return { locationId: place.locationId, added, changed, same, refused, missing };
}

/** The defaults of a new dish. */
const PLAIN_DISH = {
  description: '',
  taxClass: 'meal',
  isVegetarian: false,
  isVegan: false,
  isGlutenFree: false,
  allergens: [],
  spiceLevel: 'none',
  isAvailable: true,
} as const;

/** Finds the dish of a row: by id, else by category and name, else by name if no category is given. */
function finder(dishes: readonly PresentDish[]) {
  const byId = new Map(dishes.map((dish) => [dish.id, dish]));
  const byName = Map.groupBy(dishes, ({ name }) => plain(name));
  return ({ id, name }: FileDish, category: string | null): PresentDish | 'several' | undefined => {
    const own = id === null ? undefined : byId.get(id);
    if (own) return own;
    const named = (byName.get(plain(name)) ?? []).filter((dish) => category === null || dish.category === category);
    return named.length > 1 ? 'several' : named[0];
  };
}

/** The most unknown groups that are listed. A file with more probably has wrong columns. */
const MOST_UNKNOWN = 200;

function groupsOf(
  dish: FileDish,
  own: readonly DishGroup[],
  shared: Shared,
): { readonly value: readonly DishGroup[] } | { readonly problem: string } {
  const placed = (groupId: string): DishGroup =>
    own.find((each) => each.groupId === groupId) ?? { groupId, min: null, max: null, included: null };
  let requested = [...own];
  let missing: string | null = null;
  if (dish.options !== null && isNone(dish.options)) requested = [];
  else if (dish.options !== null) {
    const whole = shared.groupNamed(dish.options, own);
    const names = (dish.options.includes(';') ? dish.options.split(';') : dish.options.split(','))
      .map((name) => name.trim())
      .filter((name) => name !== '');
    requested = [];
    for (const name of whole === 'unknown' ? new Set(names) : [dish.options]) {
      const group = shared.groupNamed(name, own);
      if (group === 'unknown') {
        missing ??= name;
        if (shared.unknownGroups.size < MOST_UNKNOWN) shared.unknownGroups.add(name);
        continue;
      }
      if (group === 'several')
        return { problem: say`Several option groups are called “${name}”. Please write its id.` };
      if (!requested.some(({ groupId }) => groupId === group.id)) requested.push(placed(group.id));
    }
  }
  if (missing !== null) return { problem: say`There is no option group “${missing}”. Please make it first.` };
  for (const { name, has } of dish.modifiers) {
    const group = shared.groupNamed(name, own);
    if (typeof group === 'string') {
      if (has) shared.unknownGroups.add(name);
      continue;
    }
    const rest = requested.filter(({ groupId }) => groupId !== group.id);
    if (!has) requested = rest;
    else if (rest.length === requested.length) requested.push(placed(group.id));
  }
  if (dish.sizes.length > 1) {
    const sizes = requested.map(({ groupId }) => shared.group(groupId)).find((group) => group?.isSize);
    if (sizes && !areSizes(sizes, dish.sizes)) {
      return { problem: say`Its sizes are other ones here. Please change them in the option group “${sizes.name}”.` };
    }
    if (!sizes) requested.unshift(placed(shared.sizesOf(dish).id));
  }
  const problem = dishGroupsProblem(
    requested.flatMap((each) => {
      const group = shared.group(each.groupId);
      return group ? [groupForDish(group, each)] : [];
    }),
  );
  return problem === null ? { value: requested } : { problem };
}

function differing(present: Omit<PresentDish, 'id'>, requested: Change): Change {
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
