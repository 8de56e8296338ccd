import { say } from '../core/language.ts';
import type { Cents } from '../core/money.ts';
import type { LineHeat } from '../menu/spice.ts';
import type { RequestedOption } from '../options/types.ts';
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

export interface OrderItem extends LineHeat {
  readonly id: string;
  readonly name: string;
  readonly price: Cents;
  readonly quantity: number;
  readonly category: string;
  readonly description: string;
  readonly cartKey: string;
  /** What is chosen with it; absent: as it comes. */
  readonly options?: readonly RequestedOption[] | undefined;
  readonly note?: string | undefined;
  /** Of what is on no menu. */
  readonly open?: OpenItem | undefined;
}

/** What a stored order counts as where it says nothing. */
export const ORDER_DEFAULTS = {
  status: 'pending',
  paymentStatus: 'unpaid',
  paymentMethod: 'unknown',
  orderType: 'pickup',
  customerName: say`Anonymous Customer`,
  isGuest: true,
  itemCategory: 'food',
  partySize: 1,
} as const;
