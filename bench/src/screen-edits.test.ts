import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nameOf } from './screen-edit.ts';
import { SCREEN_EDITS } from './screen-edits.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', '..', file), 'utf8');

// Code moves on, and an edit of what is gone proves nothing.
test('each edit of a screen applies once to the code of today, and its test names its fact', () => {
  const faults = SCREEN_EDITS.flatMap(({ fact, file, find, test: by }) => [
    ...(read(file).split(find).length === 2 ? [] : [`${fact}: ${file} does not contain ${find} just once`]),
    ...(read(by).includes(nameOf(fact)) ? [] : [`${by} does not name ${fact}`]),
  ]);
  expect(faults).toEqual([]);
});
