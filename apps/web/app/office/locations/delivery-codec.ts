import {
  deliverySettingsProblem,
  isPoint,
  proposedZone,
  termsFromWire,
  type Point,
  type Ring,
  type ZoneArea,
} from '@tiffin/domain/delivery';
import { say } from '@tiffin/domain/core';
import { newKey } from '../../shared/api/new-key.ts';
import type { FormField } from '../../ui/form.ts';
import type { ManagedLocation } from './location-data.ts';
import { texts } from './texts.ts';

type Settings = NonNullable<ManagedLocation['delivery']>;
type Zone = Settings['zones'][number];

/** A zone in the form. Input for one kind of area is preserved while another kind is selected. */
export interface TypedZone {
  readonly id: string;
  readonly name: string;
  readonly kind: ZoneArea['kind'];
  readonly prefixes: string;
  readonly km: string;
  readonly ring: Ring;
  readonly minimum: string;
  readonly freeOver: string;
  readonly fees: readonly { readonly from: string; readonly fee: string }[];
  readonly extraMinutes: string;
  readonly priority: string;
  readonly isOn: boolean;
  /** Added at an upgrade, and not confirmed yet. */
  readonly isProposed?: boolean | undefined;
}

export interface TypedDelivery {
  /** '45.3647, -63.2800', the format maps copy. */
  readonly position: string;
  readonly zones: readonly TypedZone[];
}

/** A new zone. The first one of a location proposes its own postal prefix. */
export function newZone(location?: Parameters<typeof proposedZone>[1]): TypedZone {
  const id = newKey();
  const proposed = location && proposedZone(id, location);
  return {
    id,
    name: proposed?.name ?? '',
    kind: 'prefix',
    prefixes: proposed?.area.kind === 'prefix' ? proposed.area.prefixes.join(', ') : '',
    km: '',
    ring: [],
    minimum: '',
    freeOver: '',
    fees: [{ from: '0', fee: '' }],
    extraMinutes: '0',
    priority: '1',
    isOn: true,
  };
}

/** The delivery settings in the form; null while the location does not deliver. */
export function deliveryField(): FormField<Settings | null, TypedDelivery, Settings | null> {
  return {
    label: say`Delivery zones`,
    initialValue: { position: '', zones: [] },
    toTyped: (settings) => ({
      position: settings?.point ? `${settings.point.lat}, ${settings.point.lng}` : '',
      zones: (settings?.zones ?? []).map(typedZone),
    }),
    toPayload,
    problem,
    formatValue: ({ zones }) => zones.map(({ name }) => name).join(', '),
  };
}

function typedZone({ area, minimum, freeOver, fees, extraMinutes, priority, ...zone }: Zone): TypedZone {
  return {
    ...zone,
    kind: area.kind,
    prefixes: area.kind === 'prefix' ? area.prefixes.join(', ') : '',
    km: area.kind === 'radius' ? String(area.metres / 1000) : '',
    ring: area.kind === 'polygon' ? area.ring : [],
    minimum: minimum === 0 ? '' : minimum.toFixed(2),
    freeOver: freeOver === null ? '' : freeOver.toFixed(2),
    fees: fees.map(({ from, fee }) => ({ from: from.toFixed(2), fee: fee.toFixed(2) })),
    extraMinutes: String(extraMinutes),
    priority: String(priority),
  };
}

/** The location's coordinates; null if missing or unreadable. */
export function locationPointOf(typed: string): Point | null {
  const [lat, lng, more] = typed.split(/[\s,;]+/).filter((part) => part !== '');
  if (lat === undefined || lng === undefined || more !== undefined) return null;
  const point = { lat: Number(lat), lng: Number(lng) };
  return isPoint(point) ? point : null;
}

/** Reads '$4,50' and '4.50 $' as 4.50. */
const plainNumber = (typed: string) => typed.trim().replace(/^\$/, '').replace(/\$$/, '').trim().replace(',', '.');
const numberOf = (typed: string) => (plainNumber(typed) === '' ? 0 : Number(plainNumber(typed)));

function areaOf({ kind, prefixes, km, ring }: TypedZone): Zone['area'] {
  if (kind === 'radius') return { kind, metres: Math.round(numberOf(km) * 1000) };
  if (kind === 'polygon') return { kind, ring: [...ring] };
  const codes = prefixes.split(/[,;\n]+/).map((code) => code.trim());
  return { kind, prefixes: codes.filter((code) => code !== '') };
}

function toPayload({ position, zones }: TypedDelivery): Settings | null {
  const point = locationPointOf(position);
  if (point === null && zones.length === 0) return null;
  return {
    point,
    zones: zones.map((zone) => ({
      id: zone.id,
      name: zone.name.trim(),
      area: areaOf(zone),
      minimum: numberOf(zone.minimum),
      freeOver: plainNumber(zone.freeOver) === '' ? null : numberOf(zone.freeOver),
      fees: zone.fees.map(({ from, fee }) => ({ from: numberOf(from), fee: numberOf(fee) })),
      extraMinutes: numberOf(zone.extraMinutes),
      priority: numberOf(zone.priority),
      isOn: zone.isOn,
      isProposed: zone.isProposed || undefined,
    })),
  };
}

export interface ZoneProblems extends Partial<
  Record<'name' | 'prefixes' | 'km' | 'minimum' | 'freeOver' | 'extraMinutes' | 'priority', string>
> {
  readonly fees: readonly { readonly from?: string; readonly fee?: string }[];
}

const amountProblem = (typed: string) =>
  /^(\d+(\.\d{1,2})?)?$/.test(plainNumber(typed)) ? undefined : say`An amount like 3.99`;
const wholeProblem = (typed: string) => (/^\d{1,3}$/.test(typed.trim()) ? undefined : say`A whole number, 999 at most`);
const hasPrefix = (typed: string) => /[^\s,;]/.test(typed);
const MAX_RADIUS_KM = 100;
const isRadius = (typed: string) => numberOf(typed) > 0 && numberOf(typed) <= MAX_RADIUS_KM;

/** What is wrong with each field of a zone. */
export function zoneProblems(zone: TypedZone): ZoneProblems {
  return {
    name: zone.name.trim() === '' ? say`Enter a name that guests see` : undefined,
    prefixes:
      zone.kind === 'prefix' && !hasPrefix(zone.prefixes)
        ? say`Enter at least one postal code, or the beginning of one`
        : undefined,
    km: zone.kind === 'radius' && !isRadius(zone.km) ? say`More than 0 and at most 100 km` : undefined,
    minimum: amountProblem(zone.minimum),
    freeOver: amountProblem(zone.freeOver),
    extraMinutes: wholeProblem(zone.extraMinutes),
    priority: wholeProblem(zone.priority),
    fees: zone.fees.map(({ from, fee }) => ({ from: amountProblem(from), fee: amountProblem(fee) })),
  };
}

function problem(typed: TypedDelivery): string | null {
  if (typed.position.trim() !== '' && locationPointOf(typed.position) === null) return texts.delivery.invalidPosition;
  for (const zone of typed.zones) {
    const problems = zoneProblems(zone);
    const amounts = [problems.minimum, problems.freeOver, ...problems.fees.flatMap(({ from, fee }) => [from, fee])];
    const about = zone.name.trim() || say`this zone`;
    if (amounts.some(Boolean)) return say`${about}: enter amounts like 3.99`;
    if (problems.extraMinutes || problems.priority) return say`${about}: enter whole numbers for minutes and priority`;
    if (problems.km) return say`${about}: the distance must be more than 0 and at most 100 km`;
  }
  const settings = toPayload(typed);
  if (settings === null) return null;
  const zones = settings.zones.map((zone) => {
    const { area, priority, isOn } = zone;
    return { ...termsFromWire(zone), area, priority, isOn };
  });
  return deliverySettingsProblem({ point: settings.point, zones })?.message ?? null;
}
