import { allergenName, DISH_ALLERGENS } from '@tiffin/domain/menu';
import type { Answer } from '../../shared/api/api.ts';
import { menuFrom } from '../../shared/dish/read-menu.ts';

type MenuItem = Answer<'getLocationMenu'>['items'][number];

interface ChartRow {
  readonly id: string;
  readonly name: string;
  /** An option of the dish above. */
  readonly isOption: boolean;
  /** The names of the allergens; null if nobody has stated them. */
  readonly allergens: readonly string[] | null;
}

export type AllergenChart = ReturnType<typeof allergenChart>;

/** What every dish of a menu contains with its usual options, and what its other options add. */
export function allergenChart(answer: Answer<'getLocationMenu'>) {
  const { dishes, categories } = menuFrom(answer);
  // Dishes without options have no groups on the wire.
  const rowsOf = ({ id, optionGroups = [], spiceLevel }: Partial<MenuItem> & Pick<MenuItem, 'id'>): ChartRow[] => {
    const heats = spiceLevel === undefined || spiceLevel === 'none' || !answer.heats ? [] : [answer.heats];
    const options = [...heats, ...optionGroups].flatMap((group) =>
      group.options.map((option) => ({ ...option, id: `${id}.${group.id}.${option.id}` })),
    );
    const dish = dishes.find((each) => each.id === id);
    return [
      { id, name: dish?.name ?? '', isOption: false, allergens: dish?.allergens ?? null },
      ...options
        .filter((option) => option.hasUnknownAllergens || option.allergens.length > 0)
        .map((option) => ({
          id: option.id,
          name: option.name,
          isOption: true,
          allergens: option.hasUnknownAllergens ? null : option.allergens.map(allergenName),
        })),
    ];
  };
  const chart = categories.flatMap(({ id, name }) => {
    const rows = answer.items.filter(({ category }) => category === id).flatMap(rowsOf);
    return rows.length > 0 ? [{ id, name, rows }] : [];
  });
  const contained = new Set(chart.flatMap(({ rows }) => rows.flatMap(({ allergens }) => allergens ?? [])));
  const names = DISH_ALLERGENS.map(({ id }) => allergenName(id));
  return {
    categories: chart,
    /** What something on the menu contains. */
    found: names.filter((name) => contained.has(name)),
    /** What nothing is marked with. */
    notFound: names.filter((name) => !contained.has(name)),
  };
}
