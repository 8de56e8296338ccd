import { newLocation } from '@tiffin/contract/locations/location-admin';
import { expect, test } from 'vitest';
import { settingsColumns } from './location-settings.ts';

/** The id never changes, a draft is only published, and dated exceptions have their own table. */
const ELSEWHERE = new Set(['id', 'isDraft', 'hoursExceptions']);

test.each(Object.keys(newLocation.shape).filter((field) => !ELSEWHERE.has(field)))(
  'stores the setting of a location’s %s',
  (field) => {
    expect(Object.keys(settingsColumns({ [field]: null }))).toHaveLength(1);
  },
);
