import { centsOf, toDollars } from '../core/money.ts';
import type { DeliverySettings, DeliveryZone, ZoneTerms } from './zones.ts';

// Delivery settings in the API, with amounts in dollars.

export interface WireTerms extends Pick<ZoneTerms, 'id' | 'name' | 'extraMinutes'> {
  readonly minimum: number;
  readonly freeOver: number | null;
  readonly fees: { from: number; fee: number }[];
}

export function toWireTerms({ id, name, extraMinutes, minimum, freeOver, fees }: ZoneTerms): WireTerms {
  return {
    id,
    name,
    extraMinutes,
    minimum: toDollars(minimum),
    freeOver: freeOver === null ? null : toDollars(freeOver),
    fees: fees.map(({ from, fee }) => ({ from: toDollars(from), fee: toDollars(fee) })),
  };
}

export function termsFromWire({ minimum, freeOver, fees, ...rest }: WireTerms): ZoneTerms {
  return {
    ...rest,
    minimum: centsOf(minimum),
    freeOver: freeOver === null ? null : centsOf(freeOver),
    fees: fees.map(({ from, fee }) => ({ from: centsOf(from), fee: centsOf(fee) })),
  };
}

/** The settings as an owner reads and edits them. */
export function toWireDelivery({ point, zones }: DeliverySettings) {
  return { point, zones: zones.map(toWireZone) };
}

function toWireZone(zone: DeliveryZone) {
  const { area, priority, isOn, isProposed } = zone;
  const wireArea =
    area.kind === 'prefix'
      ? { kind: 'prefix' as const, prefixes: [...area.prefixes] }
      : area.kind === 'radius'
        ? area
        : { kind: 'polygon' as const, ring: [...area.ring] };
  return { ...toWireTerms(zone), area: wireArea, priority, isOn, isProposed: isProposed || undefined };
}
