import { hasHeatChoice, lineHeat, SPICE_LEVEL_MIN, type DishHeat } from '@tiffin/domain/menu';
import { chosenOf, defaultChoices, heatChoice, lineAllergens, withHeatGroup } from '@tiffin/domain/options';
import { ORDER_DEFAULTS, translateLine, type LineTranslation, type OrderItem } from '@tiffin/domain/order';
import type { QuotedLine } from '@tiffin/domain/pricing';
import { statedAllergens } from '../../menu/dishes/dish-values.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import type { PricedItem } from '../../../platform/db/stored-json.ts';

/** Names, descriptions and allergens of a line come from the menu, never from the request. `said` is for the guest. */
export function describeLine({ heat, ...item }: QuotedLine<OrderItem>, menu: LocationMenu, guestMenu: LocationMenu) {
  const dish = menu.dishes.get(item.id)?.row;
  const said = guestMenu === menu ? undefined : translated(guestMenu, { ...item, heat }, dish?.description ?? '');
  const hasNoHeat = item.open || (dish && hidesHeat(dish.spice_level, item));
  const heatNames = heat && { spiceLevelId: heat.id, spiceLevelName: heat.name };
  return {
    ...item,
    said,
    ...allergensOf(item, heat, menu),
    // Without a category in the request, use the category of the dish.
    category: item.category === ORDER_DEFAULTS.itemCategory ? item.category : (dish?.category ?? item.category),
    description: dish?.description ?? '',
    ...lineHeat(item.selectedSpiceLevel),
    ...(hasNoHeat ? NO_HEAT : heatNames),
  };
}

/** The allergens of a line with its options and its heat level. */
function allergensOf(
  item: Omit<QuotedLine<OrderItem>, 'heat'>,
  heat: QuotedLine<OrderItem>['heat'],
  menu: LocationMenu,
): Pick<PricedItem, 'allergens' | 'containedAllergens'> {
  const dish = item.open ? undefined : menu.dishes.get(item.id);
  if (!dish) return { allergens: null };
  const chosen = [
    ...(item.choices ? chosenOf(item.choices) : defaultChoices(dish)),
    ...(heat ? [heatChoice(heat.id)] : []),
  ];
  const known = lineAllergens({ ...withHeatGroup(dish), allergens: statedAllergens(dish.row) }, chosen);
  return known.isComplete ? { allergens: known.contains } : { allergens: null, containedAllergens: known.contains };
}

/** Returns the names of a line in another language. */
function translated(menu: LocationMenu, item: QuotedLine<OrderItem>, description: string): LineTranslation | undefined {
  const dish = menu.dishes.get(item.id);
  if (!dish || item.open) return undefined;
  return translateLine({ ...item, description }, { ...dish, description: dish.row.description });
}

const NO_HEAT = { spiceLevelId: '', spiceLevelName: '' };

/** A dish without a heat choice shows no heat level, not even 'Mild'. A guest who asks for more is still served. */
function hidesHeat(heat: DishHeat, item: OrderItem): boolean {
  return !hasHeatChoice({ spiceLevel: heat }) && item.selectedSpiceLevel <= SPICE_LEVEL_MIN;
}
