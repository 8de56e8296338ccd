import { cents } from '@tiffin/domain/core';
import { expect, test } from 'vitest';
import { rootData, truro } from '../../testing/samples.ts';
import { schemaOrgProblems } from '../../testing/schema-org.ts';
import type { Location } from '../../shared/site/site.ts';
import type { Menu } from '../../shared/dish/dish.ts';
import { homeMeta } from '../home/home-meta.ts';
import { menuMeta } from './menu-meta.ts';

const dish: Menu['dishes'][number] = {
  id: 'dal',
  name: 'Dal Makhani',
  description: 'Black lentils',
  price: cents(1495),
  category: 'mains',
  heat: 'none',
  diet: 'vegetarian',
  glutenFree: true,
  allergens: null,
  image: null,
  art: null,
  available: true,
  special: false,
  calories: null,
  most: 20,
};
const categories = [{ id: 'mains', name: 'Mains' }];
const dishes = [dish, { ...dish, id: 'lassi', name: 'Lassi', diet: 'vegan' as const, available: false }];
const location: Location = {
  ...truro,
  point: { lat: 45.36, lng: -63.29 },
  hoursExceptions: [
    { date: '2026-12-25', closed: true, open: null, close: null, note: null },
    { date: '2026-12-31', closed: false, open: '17:00', close: '02:00', note: null },
  ],
};
const root = { ...rootData, locations: [location] };

test.each([
  ['home', homeMeta(root), ['Restaurant']],
  [
    'menu',
    menuMeta(root, location, { locationId: 'truro', dishes, categories }),
    ['BreadcrumbList', 'Restaurant', 'Menu'],
  ],
])('search engines find nothing wrong or missing in the data of the %s page', (_page, meta, types) => {
  const blocks = meta.flatMap((each) => ('script:ld+json' in each ? [each['script:ld+json']] : []));
  expect(blocks.map((block) => (block as Record<string, unknown>)['@type'])).toEqual(types);
  expect(blocks.flatMap((block) => schemaOrgProblems(block))).toEqual([]);
});
