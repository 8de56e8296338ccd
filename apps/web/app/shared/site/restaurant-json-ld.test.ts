import { expect, test } from 'vitest';
import { rootData, truro } from '../../testing/samples.ts';
import { exceptionsSpecification, openingHoursSpecification, restaurantJsonLd } from './restaurant-json-ld.ts';
import type { RootData } from './site.ts';

const late = { open: '11:30', close: '22:00', closed: false };

test('lists the opening hours of each day for search engines, without closed days', () => {
  const closed = { open: '', close: '', closed: true };
  const week = {
    monday: closed,
    tuesday: late,
    wednesday: late,
    thursday: late,
    friday: late,
    saturday: late,
    sunday: late,
  };
  const openingHours = openingHoursSpecification(week);
  expect(openingHours).toHaveLength(6);
  expect(openingHours.map(({ dayOfWeek }) => dayOfWeek)).toContain('https://schema.org/Sunday');
});

test('lists dates with different hours for search engines', () => {
  const [christmas, eve] = exceptionsSpecification([
    { date: '2026-12-25', closed: true, open: null, close: null, note: null },
    { date: '2026-12-31', closed: false, open: '17:00', close: '02:00', note: null },
  ]);
  expect(christmas).toMatchObject({ validFrom: '2026-12-25', opens: '00:00', closes: '00:00' });
  expect(eve).toMatchObject({ validThrough: '2026-12-31', opens: '17:00', closes: '02:00' });
});

test('lists lunch and dinner of a day and of a date for search engines', () => {
  const dinner = [{ open: '17:00', close: '22:00' }];
  const day = { open: '11:30', close: '14:00', closed: false, more: dinner };
  const specified = [
    ...openingHoursSpecification({ monday: day }),
    ...exceptionsSpecification([{ ...day, date: '2026-12-31', note: null }]),
  ];
  expect(specified.map(({ opens, closes }) => `${opens}-${closes}`)).toEqual([
    '11:30-14:00',
    '17:00-22:00',
    '11:30-14:00',
    '17:00-22:00',
  ]);
});

const root: RootData = { ...rootData, publicUrl: 'https://spice.test', pagesUrl: 'https://spice.test/fr' };

test('a location has its own page, where guests order and book, and its position', () => {
  const found = restaurantJsonLd(root, { ...truro, point: { lat: 45.36, lng: -63.29 } });
  expect(found).toMatchObject({
    '@id': 'https://spice.test/menu/truro#restaurant',
    url: 'https://spice.test/fr/menu/truro',
    hasMenu: 'https://spice.test/fr/menu/truro',
    geo: { latitude: 45.36, longitude: -63.29 },
    acceptsReservations: true,
    potentialAction: [
      {
        '@type': 'OrderAction',
        target: { urlTemplate: 'https://spice.test/fr/menu/truro' },
        deliveryMethod: [expect.stringContaining('PickUp'), expect.stringContaining('OwnFleet')],
      },
      {
        '@type': 'ReserveAction',
        target: { urlTemplate: 'https://spice.test/fr/reservations?location=truro' },
      },
    ],
  });
});

test('a location without tables and position claims neither', () => {
  const found = restaurantJsonLd(root, { ...truro, features: ['Takeout'], services: ['pickup'] });
  expect(found['geo']).toBeUndefined();
  expect(found['acceptsReservations']).toBe(false);
  expect(found['potentialAction']).toMatchObject([{ '@type': 'OrderAction', deliveryMethod: [expect.any(String)] }]);
});

test.each([
  ['/images/hero.webp', 'https://spice.test/images/hero.webp'],
  ['/scenes/laid-table.svg', 'https://spice.test/share.png'],
  [null, 'https://spice.test/share.png'],
])('the picture for search engines is never a vector picture: %s', (heroUrl, image) => {
  expect(restaurantJsonLd({ ...root, site: { ...root.site, heroUrl } }, truro)).toMatchObject({ image });
});
