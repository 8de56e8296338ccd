import { say } from '../core/index.ts';
import type { RequestedOption } from '../options/types.ts';
import type { Allergy } from './allergy.ts';
import type { OpenItem } from './open-item.ts';

export interface OrderCustomer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly userId: string | null;
}

export interface OrderLocation {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly postalCode: string;
}

/** A dish as it is requested. Its price and its texts come from the menu. */
export interface OrderItem {
  readonly id: string;
  /** Only used in errors, for a dish that is not on the menu, and as the name of an open item. */
  readonly name: string;
  readonly quantity: number;
  readonly category: string;
  readonly selectedSpiceLevel: number;
  /** The chosen options; absent for the default. */
  readonly options?: readonly RequestedOption[] | undefined;
  readonly note?: string | undefined;
  /** The allergies of the person who eats it. */
  readonly allergies?: readonly Allergy[] | undefined;
  /** For an item that is not on the menu. */
  readonly open?: OpenItem | undefined;
  /** Who eats it, for a dish on a tab; absent if the table shares it. */
  readonly seat?: number | undefined;
  /** When it is served, for a dish on a tab. Courses after the first wait until they are fired. */
  readonly course?: number | undefined;
}

/** The values of fields that an order does not have. */
export const ORDER_DEFAULTS = {
  orderType: 'pickup',
  customerName: say`Anonymous Customer`,
  itemCategory: 'food',
  partySize: 1,
} as const;
