import { cents, HALIFAX, rate, ZERO, type ZoneId } from '@tiffin/domain/core';
import type { DeliverySettings, DeliveryZone } from '@tiffin/domain/delivery';
import type { DayHours, WeekHours } from '@tiffin/domain/hours';
import type { Feature } from '@tiffin/domain/locations';
import type { ChargeRule } from '@tiffin/domain/order';
import type { Province } from '@tiffin/domain/pricing';

export interface DemoLocation {
  readonly id: 'truro' | 'new-glasgow';
  readonly name: string;
  /** The prefix of its order and reservation numbers. */
  readonly code: string;
  readonly address: string;
  readonly city: string;
  readonly region: Province;
  readonly country: string;
  readonly postalCode: string;
  readonly phone: string;
  readonly email: string;
  readonly manager: string;
  readonly capacity: number;
  readonly features: readonly Feature[];
  readonly hours: WeekHours;
  readonly openingDate: string;
  readonly rating: number;
  readonly reviewCount: number;
  readonly zone: ZoneId;
  readonly delivery: DeliverySettings | null;
  readonly charges: ChargeRule[];
}

const until = (close: string): DayHours => ({ open: '11:30', close, closed: false });

const truro: DemoLocation = {
  id: 'truro',
  name: 'Truro Heights',
  code: 'TRU',
  address: '395 Truro Heights Road',
  city: 'Truro Heights',
  region: 'NS',
  country: 'CA',
  postalCode: 'B2N 1A1',
  phone: '(902) 555-0123',
  email: 'truro@sizzleandspice.test',
  manager: 'Meera Nair',
  capacity: 40,
  features: ['Dine-in', 'Takeout', 'Delivery', 'Catering', 'WiFi', 'Parking', 'Wheelchair Accessible'],
  hours: {
    monday: until('22:00'),
    tuesday: until('22:00'),
    wednesday: until('22:00'),
    thursday: until('22:00'),
    friday: until('22:00'),
    saturday: until('22:00'),
    sunday: until('22:00'),
  },
  openingDate: '2019-05-17',
  rating: 4.5,
  reviewCount: 225,
  zone: HALIFAX,
  delivery: {
    point: null,
    zones: [
      deliveryZone('truro', 'Truro and Bible Hill', 'B2N', { minimum: 2000, fee: 399, freeOver: 4500 }),
      deliveryZone('truro-heights', 'Truro Heights, Hilden', 'B6L', {
        minimum: 3500,
        fee: 699,
        freeOver: 7000,
        extraMinutes: 10,
      }),
    ],
  },
  charges: [
    {
      kind: 'service',
      orderTypes: ['dine-in'],
      percent: rate(15_000),
      fromPartySize: 8,
      taxClass: 'charge',
      isVoluntary: false,
      staffMayRemove: true,
    },
  ],
};

const newGlasgow: DemoLocation = {
  id: 'new-glasgow',
  name: 'New Glasgow',
  code: 'NGL',
  address: '60 Archimedes St',
  city: 'New Glasgow',
  region: 'NS',
  country: 'CA',
  postalCode: 'B2H 2T2',
  phone: '(902) 555-0145',
  email: 'newglasgow@sizzleandspice.test',
  manager: 'Colin MacKay',
  capacity: 40,
  features: ['Dine-in', 'Takeout', 'WiFi', 'Outdoor Seating', 'Wheelchair Accessible'],
  hours: {
    monday: until('21:00'),
    tuesday: until('21:00'),
    wednesday: until('21:00'),
    thursday: until('21:00'),
    friday: until('22:00'),
    saturday: until('22:00'),
    sunday: until('21:00'),
  },
  openingDate: '2022-09-02',
  rating: 4.8,
  reviewCount: 186,
  zone: HALIFAX,
  delivery: null,
  charges: [],
};

export const demoLocations: readonly DemoLocation[] = [truro, newGlasgow];

function deliveryZone(
  id: string,
  name: string,
  prefix: string,
  terms: {
    readonly minimum: number;
    readonly fee: number;
    readonly freeOver: number;
    readonly extraMinutes?: number;
  },
): DeliveryZone {
  return {
    id,
    name,
    area: { kind: 'prefix', prefixes: [prefix] },
    minimum: cents(terms.minimum),
    freeOver: cents(terms.freeOver),
    fees: [{ from: ZERO, fee: cents(terms.fee) }],
    extraMinutes: terms.extraMinutes ?? 0,
    priority: 1,
    isOn: true,
  };
}
