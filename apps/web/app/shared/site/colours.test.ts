import { expect, test } from 'vitest';
import { coloursSheet } from './colours.ts';

test('a restaurant’s colours apply to its guest pages only', () => {
  const sheet = coloursSheet('#0b3d2e', '#ffd166');
  expect(sheet).toMatch(/^:root\[data-surface='guest'\]\{/);
  expect(sheet).toContain('--aubergine-700:#0b3d2e');
  expect(sheet).toContain('--saffron-500:#ffd166');
  expect(coloursSheet(null, '#ffd166')).not.toContain('aubergine');
});

test('ignores values that are not colours', () => {
  expect(coloursSheet('red}body{display:none', null)).toBe(":root[data-surface='guest']{}\n");
});
