import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { rate } from '../core/rates.ts';
import { NO_TIP } from '../pricing/tip.ts';
import { calculatePrice } from '../pricing/price.ts';
import { taxationOf } from '../pricing/location-taxes.ts';
import { hasStreetNumber, findPostalCode, normalisePostalCode, formatPostalCode, postalPrefix } from './postal.ts';
import {
  deliveryCharges,
  deliverySettingsProblem,
  deliveryFee,
  deliveryFeeRange,
  amountUntilFreeDelivery,
  amountUntilMinimum,
  findDeliveryZone,
  offeredOrderTypes,
  proposedZone,
  type DeliverySettings,
  type DeliveryZone,
  type Destination,
  type ZoneArea,
} from './zones.ts';
import { termsFromWire, toWireTerms } from './wire.ts';

const restaurant = { lat: 45.36, lng: -63.29 };
const zone = (id: string, area: ZoneArea, more: Partial<DeliveryZone> = {}): DeliveryZone => ({
  id,
  name: id.toUpperCase(),
  area,
  minimum: cents(15_00),
  freeOver: cents(45_00),
  fees: [{ from: cents(0), fee: cents(3_99) }],
  extraMinutes: 0,
  priority: 1,
  isOn: true,
  ...more,
});
const codes = (...prefixes: string[]): ZoneArea => ({ kind: 'prefix', prefixes });
const near = (metres: number): ZoneArea => ({ kind: 'radius', metres });
const square: ZoneArea = {
  kind: 'polygon',
  ring: [
    { lat: 45.35, lng: -63.31 },
    { lat: 45.35, lng: -63.27 },
    { lat: 45.37, lng: -63.27 },
    { lat: 45.37, lng: -63.31 },
  ],
};
const found = (zones: DeliveryZone[], to: Partial<Destination>) => {
  const answer = findDeliveryZone({ point: restaurant, zones }, { postalCode: '', point: null, ...to });
  return answer.ok ? answer.value.id : answer.error.code;
};

test.each([
  ['b2n 1a1', 'B2N1A1'],
  [' B2N-1A1 ', 'B2N1A1'],
  ['b2n1a1', 'B2N1A1'],
  ['B 2 N 1 A 1', 'B2N1A1'],
  ['B2N\u00a01A1', 'B2N1A1'],
  ['Ｂ２Ｎ １Ａ１', 'B2N1A1'],
  ['B2N IAI', 'B2N1A1'],
  ['bON 2T5', 'B0N2T5'],
  ['12345', '12345'],
  ['', ''],
  ['—', ''],
])('normalises the postal code %j', (written, key) => {
  expect(normalisePostalCode(written)).toBe(key);
  expect(normalisePostalCode(formatPostalCode(written))).toBe(key);
});

test.each([
  ['22 Willow Street, Truro, B2N 4Z1', 'B2N4Z1'],
  ['22 willow street truro b2n4z1', 'B2N4Z1'],
  ['Apt A1B, 5 Main St, B2N-1A1, Canada', 'B2N1A1'],
  ['22 Willow Street, Truro', ''],
  ['', ''],
])('finds the postal code in the address %j', (address, key) => {
  expect(findPostalCode(address)).toBe(key);
});

test('an address whose only digits are in the postal code has no house number', () => {
  expect(['22 Willow Street', 'Willow Street, B2N 4Z1', 'Rose Cottage'].map(hasStreetNumber)).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ['matches codes with this prefix', [zone('a', codes('B2N'))], { postalCode: 'b2n 1a1' }, 'a'],
  ['not its neighbour', [zone('a', codes('B2N'))], { postalCode: 'B2H 2T2' }, 'outside-delivery'],
  [
    'who names it more closely goes first',
    [zone('a', codes('B2N')), zone('b', codes('B2N1A'))],
    { postalCode: 'B2N 1A1' },
    'b',
  ],
  [
    'but for priority',
    [zone('a', codes('B2N'), { priority: 0 }), zone('b', codes('B2N1A'))],
    { postalCode: 'B2N 1A1' },
    'a',
  ],
  [
    'the lower fee',
    [zone('a', codes('B2N')), zone('b', codes('B2N'), { fees: [{ from: cents(0), fee: cents(2_00) }] })],
    { postalCode: 'B2N 1A1' },
    'b',
  ],
  ['then the lower id', [zone('b', codes('B2N')), zone('a', codes('B2N'))], { postalCode: 'B2N 1A1' }, 'a'],
  [
    'one that is off takes nothing',
    [zone('a', codes('B2N'), { isOn: false }), zone('b', codes('B2H'))],
    { postalCode: 'B2N 1A1' },
    'outside-delivery',
  ],
  ['no postal code', [zone('a', codes('B2N'))], {}, 'destination-needed'],
  ['a point in the square', [zone('a', square)], { point: restaurant }, 'a'],
  [
    'a second area is looked at when the first does not take it',
    [zone('a', square), zone('b', near(8000))],
    { point: { lat: 45.38, lng: -63.29 } },
    'b',
  ],
  [
    'drawn zones want a point',
    [zone('a', square), zone('b', codes('B2H'))],
    { postalCode: 'B2N 1A1' },
    'destination-needed',
  ],
  ['a postal code may do without', [zone('a', square), zone('b', codes('B2N'))], { postalCode: 'B2N 1A1' }, 'b'],
  ['too far', [zone('a', near(8000))], { point: { lat: 45.6, lng: -63.29 } }, 'outside-delivery'],
  ['a drawn one that is named', [zone('a', square), zone('b', near(8000))], { zoneName: 'B' }, 'b'],
  ['a zone by postal codes, for a guest without a code', [zone('a', codes('B2N'))], { zoneName: 'A' }, 'a'],
  [
    'a name does not beat a postal code',
    [zone('a', codes('B2N')), zone('b', square)],
    { postalCode: 'B2N 1A1', zoneName: 'B' },
    'a',
  ],
  [
    'nor brings it to another town',
    [zone('a', codes('B2N'))],
    { postalCode: 'K1A 0B1', zoneName: 'A' },
    'outside-delivery',
  ],
  [
    'nor is one by its codes where the code says another town',
    [zone('a', codes('B2N')), zone('b', square)],
    { postalCode: 'K1A 0B1', zoneName: 'A' },
    'destination-needed',
  ],
  [
    'a name does not beat a point',
    [zone('a', square)],
    { point: { lat: 45.6, lng: -63.29 }, zoneName: 'A' },
    'outside-delivery',
  ],
  ['a name that is none', [zone('a', square)], { zoneName: 'Elsewhere' }, 'destination-needed'],
  ['one that is off', [zone('a', square, { isOn: false }), zone('b', square)], { zoneName: 'A' }, 'destination-needed'],
])('finds a zone: %s', (_what, zones, to, expected) => {
  expect(found(zones, to)).toBe(expected);
});

test('the sequence of the zones does not change the zone of an address', () => {
  const zones = [
    zone('a', codes('B2N')),
    zone('b', codes('B2N1')),
    zone('c', square),
    zone('d', near(9000), { priority: 0 }),
    zone('e', codes('B'), { fees: [{ from: cents(0), fee: cents(1_00) }] }),
  ];
  fc.assert(
    fc.property(
      fc.shuffledSubarray(zones, { minLength: 5 }),
      fc.constantFrom('B2N 1A1', 'B2H 2T2', 'K1A 0B1', ''),
      fc.constantFrom(restaurant, null, { lat: 45.6, lng: -63.29 }),
      (shuffled, postalCode, point) => {
        expect(found(shuffled, { postalCode, point })).toBe(found(zones, { postalCode, point }));
      },
    ),
  );
});

test('outside all zones, the message names the delivery areas and suggests pickup', () => {
  const answer = findDeliveryZone(
    { point: null, zones: [zone('truro', codes('B2N')), zone('valley', codes('B6L'))] },
    { postalCode: 'K1A 0B1', point: null },
  );
  expect(answer.ok || answer.error.message).toBe(
    'We do not deliver to this address. We bring food to TRURO, VALLEY. You can pick it up instead.',
  );
});

test.each([
  ['no zone', []],
  ['no zone in use', [zone('truro', codes('B2N'), { isOn: false })]],
])('a location with %s delivers nowhere and does not offer delivery', (_which, zones) => {
  const answer = findDeliveryZone({ point: restaurant, zones }, { postalCode: 'B2N 1A1', point: restaurant });
  expect(answer).toMatchObject({
    ok: false,
    error: { code: 'outside-delivery', message: 'This location does not deliver. You can pick it up instead.' },
  });
  const offered = (delivery: DeliverySettings | null) =>
    offeredOrderTypes({ features: ['Takeout', 'Dine-in', 'Delivery'], delivery });
  expect(offered({ point: null, zones })).toEqual(['pickup', 'dine-in']);
  expect(offered(null)).toEqual(['pickup', 'dine-in']);
  expect(offered({ point: null, zones: [zone('truro', codes('B2N'))] })).toEqual(['pickup', 'dine-in', 'delivery']);
});

test.each([
  ['B2N 1A1', 'CA', 'B2N'],
  ['b2n1a1', 'CA', 'B2N'],
  ['SW1A 1AA', 'GB', 'SW1A'],
  ['94103', 'US', '941'],
  ['10115', 'DE', '101'],
  ['8001', 'CH', '8001'],
  ['', 'CA', ''],
])('the postal code %s in %s has the prefix “%s”', (postalCode, country, prefix) => {
  expect(postalPrefix(postalCode, country)).toBe(prefix);
});

test('a new location is proposed an area of its own postal prefix, which delivers there and nowhere else', () => {
  const address = { name: 'Main Street', city: 'Truro', postalCode: 'B2N 1A1', country: 'CA' };
  const proposed = proposedZone('own', address);
  if (!proposed) throw new Error('a zone is proposed');
  expect(proposed).toMatchObject({ name: 'Truro', area: codes('B2N'), isOn: true });
  expect(deliverySettingsProblem({ point: null, zones: [proposed] })).toBeNull();
  expect([found([proposed], { postalCode: 'B2N 4Z1' }), found([proposed], { postalCode: 'V6B 1A1' })]).toEqual([
    'own',
    'outside-delivery',
  ]);
  expect(proposedZone('own', { ...address, city: '' })?.name).toBe('Main Street');
  expect(proposedZone('own', { ...address, postalCode: '' })).toBeNull();
});

test('38.90 delivered to a zone with a fee of 3.99 has 6.00 of 14 % tax on 42.89, 48.89 in total; from 45.00 delivery is free', () => {
  const town = zone('a', square);
  const taxation = taxationOf(
    { postalCode: 'B2N 1A1', taxes: null, tipBase: null, override: { rate: rate(14_000), label: 'HST' } },
    '2026-11-21',
  );
  const price = calculatePrice(
    [{ unitPrice: cents(38_90), quantity: 1 }],
    taxation,
    NO_TIP,
    deliveryCharges(town, cents(38_90)),
  );
  expect([price.charges, price.tax, price.total]).toEqual([3_99, 6_00, 48_89]);
  expect(deliveryCharges(town, cents(45_00))).toEqual([]);
  expect([deliveryFee(town, cents(44_99)), deliveryFee(town, cents(45_00)), deliveryFee(town, cents(40_00))]).toEqual([
    3_99, 0, 3_99,
  ]);
  expect([amountUntilMinimum(town, cents(10_95)), amountUntilMinimum(town, cents(15_00))]).toEqual([4_05, 0]);
  expect([amountUntilFreeDelivery(town, cents(38_90)), amountUntilFreeDelivery(town, cents(45_00))]).toEqual([
    6_10,
    null,
  ]);
});

test('the highest fee step that the subtotal reaches applies', () => {
  const steps = zone('a', square, {
    freeOver: null,
    fees: [
      { from: cents(0), fee: cents(6_99) },
      { from: cents(25_00), fee: cents(4_99) },
      { from: cents(50_00), fee: cents(0) },
    ],
  });
  expect([0, 24_99, 25_00, 49_99, 50_00].map((sum) => deliveryFee(steps, cents(sum)))).toEqual([
    6_99, 6_99, 4_99, 4_99, 0,
  ]);
  expect(amountUntilFreeDelivery(steps, cents(20_00))).toBeNull();
  expect(termsFromWire(toWireTerms(steps))).toMatchObject({ fees: steps.fees, minimum: steps.minimum, freeOver: null });
});

test.each<[string, DeliveryZone[], RegExp, typeof restaurant | null]>([
  ['all well', [zone('a', codes('B2N', 'b2h 1')), zone('b', square), zone('c', near(500))], /all is well/, restaurant],
  ['a distance without the restaurant’s position', [zone('c', near(500))], /measured from the restaurant/, null],
  ['no postal code', [zone('a', codes())], /at least one postal code/, null],
  ['an odd one', [zone('a', codes('B2N', '???'))], /“\?\?\?” is not the beginning/, null],
  ['one too long', [zone('a', codes('B2N 1A1 4'))], /is not the beginning/, null],
  ['two of one id', [zone('a', codes('B')), zone('a', codes('C'))], /same id/, null],
  ['no first fee', [zone('a', codes('B'), { fees: [] })], /first fee/, null],
  [
    'fees that do not rise',
    [
      zone('a', codes('B'), {
        fees: [
          { from: cents(0), fee: cents(1) },
          { from: cents(0), fee: cents(2) },
        ],
      }),
    ],
    /higher amount/,
    null,
  ],
  ['free below the minimum', [zone('a', codes('B'), { freeOver: cents(10_00) })], /free below the minimum/, null],
  [
    'an area that crosses itself',
    [
      zone('a', {
        kind: 'polygon',
        ring: [
          { lat: 45, lng: -63 },
          { lat: 45.1, lng: -62.9 },
          { lat: 45, lng: -62.9 },
          { lat: 45.1, lng: -63 },
        ],
      }),
    ],
    /crosses/,
    null,
  ],
])('checks delivery settings: %s', (_what, zones, pattern, point) => {
  expect(deliverySettingsProblem({ point, zones })?.message ?? 'all is well').toMatch(pattern);
});

test('before the address is known the fee ranges from the lowest of the zones whose minimum is reached to the highest of all', () => {
  const cheap = zone('cheap', codes('B2N'));
  const dear = zone('dear', codes('B0N'), {
    minimum: cents(30_00),
    freeOver: null,
    fees: [{ from: cents(0), fee: cents(7_00) }],
  });
  expect(deliveryFeeRange([cheap, dear], cents(20_00))).toEqual({ least: 3_99, most: 7_00 });
  expect(deliveryFeeRange([cheap, dear], cents(40_00))).toEqual({ least: 3_99, most: 7_00 });
  expect(deliveryFeeRange([cheap, dear], cents(50_00))).toEqual({ least: 0, most: 7_00 });
  expect(deliveryFeeRange([cheap, dear], cents(5_00))).toEqual({ least: 3_99, most: 7_00 });
  expect(deliveryFeeRange([], cents(5_00))).toEqual({ least: 0, most: 0 });
});

test('the fee of an order that reaches its zone’s minimum is always within the range', () => {
  const money = fc.integer({ min: 0, max: 100_00 }).map(cents);
  const zones = fc.array(
    fc.record({
      minimum: money,
      freeOver: fc.option(money),
      fees: fc.tuple(money).map(([fee]) => [{ from: cents(0), fee }]),
    }),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(zones, money, (all, sum) => {
      const { least, most } = deliveryFeeRange(all, sum);
      for (const each of all.filter(({ minimum }) => minimum <= sum)) {
        const fee = deliveryFee(each, sum);
        expect(least <= fee && fee <= most).toBe(true);
      }
    }),
  );
});
