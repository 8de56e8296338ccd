import { expect, test } from 'vitest';
import { AUDIT_GROUPS, referencesIn, withNames } from './index.ts';

test.each(['locationId', 'location_ids', 'location', 'category', 'approvedBy', 'by', 'driver'])(
  'the field %s refers to something',
  (field) => {
    expect(referencesIn({ [field]: 'x' })).toEqual(['x']);
    expect(withNames({ [field]: 'x' }, { x: 'Truro Heights' })).toEqual({ [field]: 'Truro Heights' });
  },
);

test.each(['id', 'name', 'paid', 'reason', 'standby'])('the field %s refers to nothing', (field) => {
  expect(referencesIn({ [field]: 'x' })).toEqual([]);
  expect(withNames({ [field]: 'x' }, { x: 'Truro Heights' })).toEqual({ [field]: 'x' });
});

const fields = {
  name: 'truro',
  locationIds: ['truro', 'new-glasgow'],
  defaultLocationId: null,
  zones: [{ categoryId: 'c1', label: 'near', at: 5 }],
};

test('finds the ids in lists and objects, and no other texts', () => {
  expect(referencesIn(fields)).toEqual(['truro', 'new-glasgow', 'c1']);
  expect(referencesIn(null)).toEqual([]);
});

test('names what is known and leaves everything else', () => {
  expect(withNames(fields, { truro: 'Truro Heights', c1: 'Drinks' })).toEqual({
    ...fields,
    locationIds: ['Truro Heights', 'new-glasgow'],
    zones: [{ categoryId: 'Drinks', label: 'near', at: 5 }],
  });
  expect(withNames({ by: 'constructor' }, {})).toEqual({ by: 'constructor' });
  expect(withNames(null, {})).toBeNull();
});

test('every kind of subject is in one group', () => {
  const kinds: readonly string[] = Object.values(AUDIT_GROUPS).flat();
  expect(new Set(kinds).size).toBe(kinds.length);
});
