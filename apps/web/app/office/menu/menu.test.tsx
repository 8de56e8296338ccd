import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

const edited = { ...dalDish, imageUrl: '/images/dal.webp', image: '/images/dal.webp', position: 0, version: 1 };
const answers: Answers = {
  getAvailableLocations: { locations: [{ id: 'truro', name: 'Truro Heights' }] } as never,
  getLocationMenuAdmin: {
    locationId: 'truro',
    items: [edited],
    categories: [{ id: 'veg-curries', name: 'Veg Curries', isDefault: true, count: 1, position: 0, used: 1 }],
    version: 1,
  },
};
const menu = (more: Answers = {}) => openOffice('menu', { ...answers, ...more });

test('a dish that cannot be deleted stays, and it is said [A-ERR-54]', async () => {
  const { press } = menu({ deleteMenuItem: refusal('conflict') });
  await press('More for Dal Tadka');
  await press('Delete', 'menuitem');
  await press('Delete');
  await expect(screen).toShow('An error occurred while deleting item');
});

test('a dish that cannot be duplicated says so [A-ERR-55]', async () => {
  const { press } = menu({ duplicateMenuItem: refusal('conflict') });
  await press('More for Dal Tadka');
  await press('Duplicate', 'menuitem');
  await expect(screen).toShow('An error occurred while duplicating item');
});

test('a dish that cannot be saved says so in its form [A-ERR-63]', async () => {
  const { press } = menu({ updateMenuItem: refusal('invalid-argument', '') });
  await press('Edit Dal Tadka');
  await typeIn(/^Name/, 'Dal');
  await press('Save Changes');
  await expect(screen).toShow(/Failed to save item/);
});

test('the menu of a place that is gone says which [A-ERR-57]', async () => {
  menu({ getLocationMenuAdmin: refusal('location-not-found', 'Location truro not found or inactive') });
  await expect(screen).toShow('Error Loading Menu');
});

test('a photo that cannot be removed stays, and it is said [A-ERR-74]', async () => {
  const { press } = menu({ deleteMenuImage: refusal('conflict') });
  await press('Photo of Dal Tadka');
  await press('Remove Photo');
  await press('Remove');
  await expect(screen).toShow('Failed to delete image');
});

test('a photo editor with neither address nor file has nothing to save', async () => {
  const { press, sent } = menu();
  await press('Photo of Dal Tadka');
  await press('Save Photo');
  await expect(screen).toShow('Please provide an image URL or select a file');
  expect(sent('uploadMenuImage')).toEqual([]);
});
