import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '../../../scripts/root.mjs';
import { FAULTS } from './faults.ts';

test('there are forty different faults, each in a line that the sources have exactly once', () => {
  expect(new Set(FAULTS.map(({ file, faulty }) => `${file}: ${faulty}`)).size).toBe(40);
  for (const { file, line, faulty } of FAULTS) {
    expect([file, line, readFileSync(inRoot(file), 'utf8').split(line).length - 1]).toEqual([file, line, 1]);
    expect(faulty).not.toBe(line);
  }
});
