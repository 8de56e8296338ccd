import type { ResponseOf } from '@tiffin/contract';
import {
  asPricedLines,
  cartKey,
  chosenLineFields,
  taxClassField,
  type CartLine,
  type LineChoices,
  toOrderPayload,
  type OrderPayload,
} from '@tiffin/domain/cart';
import { cents, fromDollars, ZERO, type Cents } from '@tiffin/domain/core';
import { deliveryCharge, deliveryFee, termsFromWire } from '@tiffin/domain/delivery';
import { hasHeatChoice, DEFAULT_GUEST_HEAT } from '@tiffin/domain/menu';
import { groupFromWire, heatLevels, heatGroupFromWire } from '@tiffin/domain/options';
import { pickGuestNotes, type GuestNotes, type OrderType } from '@tiffin/domain/order';
import { priceAfterOffer, calculatePrice, subtotalOf, taxationFromWire } from '@tiffin/domain/pricing';

import type { TestServer } from './server.ts';

type Location = ResponseOf<'getLocation'>['location'];
type Menu = ResponseOf<'getLocationMenu'>;

export interface PayloadOptions extends Partial<GuestNotes> {
  /** Quantities by dish id. Default: the first three available dishes of the menu. */
  readonly dishes?: Readonly<Record<string, number>>;
  /** Chosen options by dish id. */
  readonly choices?: Readonly<Record<string, LineChoices>>;
  /** Heat levels by dish id. Default: Mild. */
  readonly heats?: Readonly<Record<string, string>>;
  readonly orderType?: OrderType;
  readonly tipCents?: number;
  readonly customer?: { readonly name: string; readonly email: string; readonly phone: string };
  readonly address?: string;
  readonly postalCode?: string;
  readonly point?: { readonly lat: number; readonly lng: number };
  /** The delivery fee that the guest was shown. */
  readonly feeCents?: number;
  readonly partySize?: number;
  readonly tableNumber?: string;
  /** The discount of an offer on each dish. */
  readonly percentOff?: number;
}

export const ASHA = { name: 'Asha Menon', email: 'asha@example.test', phone: '(902) 555-0177' };

/** The options that a dish has by default, and another one with this name. */
export function defaultOptionsAnd(name: string, dish: Pick<Menu['items'][number], 'optionGroups'> | undefined) {
  return (dish?.optionGroups ?? []).flatMap(({ id: groupId, options }) =>
    options
      .filter((option) => option.isDefault || option.name === name)
      .map(({ id: optionId }) => ({ groupId, optionId, units: 1 })),
  );
}

/** Builds an order payload like the checkout, from the data of a location's page. */
export function payloadFor(location: Location, menu: Menu, request: PayloadOptions = {}): OrderPayload {
  const available = menu.items.filter((item) => item.isAvailable);
  const dishes = request.dishes ?? Object.fromEntries(available.slice(0, 3).map((item) => [item.id, 1]));
  const lines = Object.entries(dishes).map(([id, quantity]): CartLine => {
    const item = menu.items.find((each) => each.id === id);
    const menuPrice = item && fromDollars(item.price);
    if (!item || !menuPrice) throw new Error(`the menu of ${location.id} has no ${id}`);
    const heats = heatGroupFromWire(menu.heats);
    const heat = request.heats?.[id] ?? DEFAULT_GUEST_HEAT.id;
    const spice = (hasHeatChoice(item) && heatLevels(heats).find((each) => each.id === heat)) || null;
    const { name, category, description, image = null, maxQuantity } = item;
    const choices = request.choices?.[id] ?? {};
    const optionGroups = item.optionGroups.map(groupFromWire);
    const chosen = chosenLineFields({ name, price: menuPrice, optionGroups, heats }, choices, spice);
    const price = priceAfterOffer(chosen.price, request.percentOff ?? 0);
    const dish = { name, ...chosen, price, quantity, maxQuantity, category, description, image, spice };
    return { cartKey: cartKey(id, spice, choices), id, ...dish, ...taxClassField(item) };
  });
  const fee = request.feeCents ?? usualFee(location, request, subtotalOf(asPricedLines(lines)));
  const price = calculatePrice(
    asPricedLines(lines),
    taxationFromWire(location),
    {
      kind: 'amount',
      amount: request.tipCents === undefined ? ZERO : cents(request.tipCents),
    },
    deliveryCharge(cents(fee)),
  );
  return toOrderPayload(
    {
      customer: request.customer ?? ASHA,
      userId: null,
      lines,
      location,
      orderType: request.orderType ?? 'pickup',
      price,
      address: request.address,
      postalCode: request.postalCode ?? location.postalCode,
      point: request.point,
      partySize: request.partySize,
      tableNumber: request.tableNumber,
      ...pickGuestNotes(request),
    },
    'cash',
  );
}

/** The fee of a delivery next door, if the request names no other postal code. */
function usualFee({ delivers }: Location, { orderType, postalCode }: PayloadOptions, food: Cents): number {
  const [first] = delivers?.zones ?? [];
  return orderType === 'delivery' && postalCode === undefined && first ? deliveryFee(termsFromWire(first), food) : 0;
}

/** Returns a function that builds payloads from a location's current menu. */
export async function payloadMaker(
  server: TestServer,
  locationId = 'truro',
): Promise<(request?: PayloadOptions) => OrderPayload> {
  const { location } = (await server.call('getLocation', { query: { locationId } })).body;
  const menu = (await server.call('getLocationMenu', { query: { locationId } })).body;
  return (request) => payloadFor(location, menu, request);
}
