import { expect, test } from 'vitest';
import { coloursSheet } from './colours.ts';

test('a house’s colours dress its guests’ pages alone', () => {
  const sheet = coloursSheet('#0b3d2e', '#ffd166');
  expect(sheet).toMatch(/^:root\[data-surface='guest'\]\{/);
  expect(sheet).toContain('--aubergine-700:#0b3d2e');
  expect(sheet).toContain('--saffron-500:#ffd166');
  expect(coloursSheet(null, '#ffd166')).not.toContain('aubergine');
});

test('what is no colour dresses nothing', () => {
  expect(coloursSheet('red}body{display:none', null)).toBe(":root[data-surface='guest']{}\n");
});
