import { toDollars } from '../core/money.ts';
import { distinctAllergies, ORDER_DEFAULTS, type Allergy } from '../order/index.ts';
import type { CartLine } from './line.ts';
import { DEFAULT_GUEST_HEAT, type LineHeat } from '../menu/spice.ts';
import type { DishTaxClass } from '../core/tax-classes.ts';

/** An item of the order payload. */
export interface WireItem extends LineHeat {
  readonly id: string;
  readonly menuItemId: string;
  readonly name: string;
  readonly price: number;
  readonly quantity: number;
  readonly category: string;
  readonly description?: string;
  readonly cartKey: string;
  readonly options?: { groupId: string; optionId: string; units: number; price: number }[];
  readonly note?: string;
  readonly allergies?: Allergy[];
  readonly open?: { readonly taxClass: DishTaxClass; readonly isCooked: boolean };
  readonly seat?: number;
  readonly course?: number;
}

export function toWireItem(line: CartLine): WireItem {
  const spice = line.spice ?? DEFAULT_GUEST_HEAT;
  const allergies = distinctAllergies(line.allergies ?? []);
  return {
    id: line.id,
    menuItemId: line.id,
    name: line.name,
    price: toDollars(line.price),
    quantity: line.quantity,
    category: line.category || ORDER_DEFAULTS.itemCategory,
    ...(line.description && { description: line.description }),
    selectedSpiceLevel: spice.level,
    spiceLevelName: spice.name,
    spiceLevelId: spice.id,
    cartKey: line.cartKey,
    ...(line.options && {
      options: line.options
        .filter(({ isRemoval }) => !isRemoval)
        .map(({ group, id, units, unitPrice }) => ({
          groupId: group,
          optionId: id,
          units,
          price: toDollars(unitPrice),
        })),
    }),
    ...(line.note && { note: line.note }),
    ...(allergies.length > 0 && { allergies }),
    ...(line.open && { open: { taxClass: line.taxClass ?? 'meal', isCooked: line.open.isCooked } }),
    ...(line.seat && { seat: line.seat }),
    ...(line.course && { course: line.course }),
  };
}
