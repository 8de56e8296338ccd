import { say } from '../core/language.ts';
import { joinWithAnd } from '../core/variants.ts';
import { cents, subtractCents, ZERO, type Cents } from '../core/money.ts';
import { failure, type Failure } from '../core/errors.ts';
import { ok, type Result, fail } from '../core/result.ts';
import type { Charge } from '../pricing/price.ts';
import { isInside, isPoint, metresBetween, ringProblem, type Point, type Ring } from './drawn-area.ts';
import { orderTypeGoesTo, orderTypesAt, type OrderType } from '../order/order-types.ts';
import { normalisePostalCode, postalPrefix } from './postal.ts';

/** The area of a zone: postal code prefixes, a radius around the location, or a drawn polygon. */
export type ZoneArea =
  | { readonly kind: 'prefix'; readonly prefixes: readonly string[] }
  | { readonly kind: 'radius'; readonly metres: number }
  | { readonly kind: 'polygon'; readonly ring: Ring };

/** The delivery fee from this subtotal to that of the next step. */
export interface FeeStep {
  readonly from: Cents;
  readonly fee: Cents;
}

/** The fees and conditions of a zone. An order stores those of the time it was placed. */
export interface ZoneTerms {
  readonly id: string;
  readonly name: string;
  /** The minimum subtotal for delivery. */
  readonly minimum: Cents;
  /** From this subtotal on, delivery is free; null for never. */
  readonly freeOver: Cents | null;
  readonly fees: readonly FeeStep[];
  /** Minutes added to the promised time. */
  readonly extraMinutes: number;
}

export interface DeliveryZone extends ZoneTerms {
  readonly area: ZoneArea;
  /** If several zones contain an address, the lowest number wins. */
  readonly priority: number;
  readonly isOn: boolean;
  /** Added by an upgrade, because the location delivered without zones before. Saving the zone confirms it. */
  readonly isProposed?: boolean;
}

/** How a location delivers. It does not deliver outside its active zones. */
export interface DeliverySettings {
  /** The coordinates of the location, the centre of radius zones. */
  readonly point: Point | null;
  readonly zones: readonly DeliveryZone[];
}

/** The data that decides about the zone of an order. */
export interface Destination {
  readonly postalCode: string;
  readonly point: Point | null;
  /** The name of the zone that staff chose at the till. It counts only if postal code and coordinates do not decide. */
  readonly zoneName?: string;
}

export const MAX_DELIVERY_ZONES = 30;
export const MAX_ZONE_PREFIXES = 200;
export const MAX_FEE_STEPS = 10;
export const MAX_EXTRA_MINUTES = 120;
/** In metres. */
export const MAX_ZONE_RADIUS = 100_000;
export const MAX_ZONE_NAME = 60;

/** The active zones. If there are none, the location does not deliver. */
export function activeZones(settings: DeliverySettings | null): readonly DeliveryZone[] {
  return (settings?.zones ?? []).filter(({ isOn }) => isOn);
}

/** The order types of a location, as guests see them. Delivery also needs an active zone. */
export function offeredOrderTypes(location: {
  readonly features: readonly string[];
  readonly delivery: DeliverySettings | null;
}): OrderType[] {
  const delivers = activeZones(location.delivery).length > 0;
  return orderTypesAt(location.features).filter((type) => delivers || !orderTypeGoesTo(type, 'address'));
}

/** A zone of the location's own postal prefix, without a fee; null without a postal code. */
export function proposedZone(
  id: string,
  { name, city, postalCode, country }: Readonly<Record<'name' | 'city' | 'postalCode' | 'country', string>>,
): DeliveryZone | null {
  const prefix = postalPrefix(postalCode, country);
  if (prefix === '') return null;
  return {
    id,
    name: (city.trim() || name.trim() || prefix).slice(0, MAX_ZONE_NAME),
    area: { kind: 'prefix', prefixes: [prefix] },
    minimum: ZERO,
    freeOver: null,
    fees: [{ from: ZERO, fee: ZERO }],
    extraMinutes: 0,
    priority: 1,
    isOn: true,
  };
}

/** How many characters of the postal code match; 0 for a match by coordinates, null for no match. */
function matchLength(
  { area }: DeliveryZone,
  restaurant: Point | null,
  { postalCode, point }: Destination,
): number | null {
  if (area.kind === 'prefix') {
    const key = normalisePostalCode(postalCode);
    const lengths = area.prefixes
      .map(normalisePostalCode)
      .filter((prefix) => key.startsWith(prefix))
      .map(({ length }) => length);
    return lengths.length === 0 ? null : Math.max(...lengths);
  }
  if (point === null) return null;
  if (area.kind === 'polygon') return isInside(area.ring, point) ? 0 : null;
  return restaurant !== null && metresBetween(restaurant, point) <= area.metres ? 0 : null;
}

/** True if the data needed to decide about this zone is missing. */
function isUndecided({ area }: DeliveryZone, { postalCode, point }: Destination): boolean {
  return area.kind === 'prefix' ? normalisePostalCode(postalCode) === '' : point === null;
}

/** The fee of the lowest step, used to compare zones. */
function firstFee({ fees }: ZoneTerms): Cents {
  return fees[0]?.fee ?? ZERO;
}

/**
 * Finds the zone of an address: lowest priority, then longest matching postal code, then lowest fee, then lowest id.
 * There is no default zone outside all areas. A zone name counts only for zones that the other data does not decide.
 */
export function findDeliveryZone(settings: DeliverySettings, to: Destination): Result<DeliveryZone> {
  const zones = activeZones(settings);
  const containing = zones.flatMap((zone) => {
    const length = matchLength(zone, settings.point, to);
    return length === null ? [] : [{ zone, length }];
  });
  const chosenByName = zones
    .filter((zone) => zone.name === to.zoneName && isUndecided(zone, to))
    .map((zone) => ({ zone, length: 0 }));
  const [first] = (containing.length > 0 ? containing : chosenByName).toSorted(
    (a, b) =>
      a.zone.priority - b.zone.priority ||
      b.length - a.length ||
      firstFee(a.zone) - firstFee(b.zone) ||
      (a.zone.id < b.zone.id ? -1 : 1),
  );
  if (first) return ok(first.zone);
  const hasPrefixZone = zones.some(({ area }) => area.kind === 'prefix');
  if (hasPrefixZone && normalisePostalCode(to.postalCode) === '') {
    return fail('destination-needed', DELIVERY_TEXTS.postalNeeded, { field: 'postalCode' });
  }
  // Some zones need coordinates, which are missing.
  if (to.point === null && zones.some(({ area }) => area.kind !== 'prefix')) {
    return fail('destination-needed', DELIVERY_TEXTS.pointNeeded, { field: 'point' });
  }
  return fail('outside-delivery', outsideText(zones), { areas: areaNames(zones) });
}

export const DELIVERY_TEXTS = {
  postalNeeded: say`Please enter the postal code of the address, so that we can check whether we deliver there.`,
  pointNeeded: say`We cannot tell from the postal code alone whether we deliver there: please show us where you are.`,
  outside: say`We do not deliver to this address.`,
  nowhere: say`This location does not deliver. You can pick it up instead.`,
} as const;

/** The names of the delivery areas, as shown to guests. */
export function areaNames(zones: readonly DeliveryZone[]): string[] {
  return [...new Set(zones.map(({ name }) => name))];
}

function outsideText(zones: readonly DeliveryZone[]): string {
  const names = areaNames(zones);
  if (names.length === 0) return DELIVERY_TEXTS.nowhere;
  const areas = joinWithAnd(names);
  return say`We do not deliver to this address. We bring food to ${areas}. You can pick it up instead.`;
}

/** The delivery fee for a subtotal after discounts. */
export function deliveryFee({ fees, freeOver }: Pick<ZoneTerms, 'fees' | 'freeOver'>, sum: Cents): Cents {
  if (freeOver !== null && sum >= freeOver) return ZERO;
  return fees.findLast(({ from }) => from <= sum)?.fee ?? ZERO;
}

/** The range of delivery fees for a subtotal. Zones with an unreached minimum count only if all have one. */
export function deliveryFeeRange(zones: readonly Pick<ZoneTerms, 'fees' | 'freeOver' | 'minimum'>[], sum: Cents) {
  const reached = zones.filter(({ minimum }) => minimum <= sum);
  const feesOf = (among: typeof zones) => among.map((terms) => deliveryFee(terms, sum));
  return zones.length === 0
    ? { least: ZERO, most: ZERO }
    : {
        least: cents(Math.min(...feesOf(reached.length > 0 ? reached : zones))),
        // The address may be in a zone whose minimum is not reached yet.
        most: cents(Math.max(...feesOf(zones))),
      };
}

/** The delivery fee as a charge of the bill. */
export function deliveryCharges(terms: ZoneTerms | null, sum: Cents): Charge[] {
  return deliveryCharge(terms ? deliveryFee(terms, sum) : ZERO);
}

/** A known delivery fee as a charge of the bill. */
export function deliveryCharge(amount: Cents): Charge[] {
  return amount === 0 ? [] : [{ kind: 'delivery', amount, taxClass: 'charge' }];
}

/** The amount missing to the minimum; 0 if it is reached. */
export function amountUntilMinimum({ minimum }: ZoneTerms, sum: Cents): Cents {
  return sum >= minimum ? ZERO : subtractCents(minimum, sum);
}

/** How much more the guest must order for free delivery; null if delivery is already free or never is. */
export function amountUntilFreeDelivery(terms: ZoneTerms, sum: Cents): Cents | null {
  const { freeOver } = terms;
  return freeOver === null || deliveryFee(terms, sum) === 0 ? null : subtractCents(freeOver, sum);
}

/** The terms that an order stores. */
export function toZoneTerms({ id, name, minimum, freeOver, fees, extraMinutes }: DeliveryZone): ZoneTerms {
  return { id, name, minimum, freeOver, fees, extraMinutes };
}

/** The first problem of the settings, with its zone; null if there is none. */
export function deliverySettingsProblem({ point, zones }: DeliverySettings): Failure | null {
  const wrong = (words: string, zone?: DeliveryZone) =>
    failure('invalid-argument', zone?.name ? say`${zone.name}: ${words}` : words, {
      field: 'delivery',
      zone: zone?.id,
    });
  if (point !== null && !isPoint(point)) return wrong(say`The position of the restaurant is not valid.`);
  const ids = new Set<string>();
  for (const zone of zones) {
    const { id, name, area, fees, minimum, freeOver } = zone;
    if (name.trim() === '') return wrong(say`Every zone needs a name. Guests see it.`);
    if (ids.has(id)) return wrong(say`Two zones have the same id.`, zone);
    ids.add(id);
    const problem = areaProblem(area, point);
    if (problem !== null) return wrong(problem, zone);
    if (fees[0]?.from !== 0) return wrong(say`The first fee must start at $0.00.`, zone);
    if (fees.some(({ from }, index) => index > 0 && from <= (fees[index - 1]?.from ?? ZERO))) {
      return wrong(say`Each fee must start at a higher amount than the one before.`, zone);
    }
    if (freeOver !== null && freeOver < minimum) return wrong(say`Delivery cannot be free below the minimum.`, zone);
  }
  return null;
}

function areaProblem(area: ZoneArea, restaurant: Point | null): string | null {
  if (area.kind === 'polygon') return ringProblem(area.ring);
  if (area.kind === 'radius') {
    return restaurant === null ? say`Distances are measured from the restaurant. Please set its position first.` : null;
  }
  if (area.prefixes.length === 0) return say`Write at least one postal code, or the beginning of one.`;
  const odd = area.prefixes.find((prefix) => !/^[A-Z\d]{1,6}$/.test(normalisePostalCode(prefix)));
  return odd === undefined ? null : say`“${odd}” is not the beginning of a postal code.`;
}
