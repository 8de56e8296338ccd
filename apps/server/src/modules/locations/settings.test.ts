import { newLocation } from '@tiffin/contract/location-admin';
import { expect, test } from 'vitest';
import { settingsColumns } from './settings.ts';

/** Its id never changes, and its special days are rows of their own. */
const ELSEWHERE = new Set(['id', 'hoursExceptions']);

test.each(Object.keys(newLocation.shape).filter((field) => !ELSEWHERE.has(field)))(
  'what is said of a location’s %s is kept',
  (field) => {
    expect(Object.keys(settingsColumns({ [field]: null }))).toHaveLength(1);
  },
);
