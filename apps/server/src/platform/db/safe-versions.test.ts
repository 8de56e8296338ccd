import { expect, test } from 'vitest';
import { updateAdvice, versionText } from './safe-versions.ts';

test.each([
  [180001, '18.7'],
  [180006, '18.7'],
  [180007, null],
  [170010, '17.11'],
  [160015, null],
  [150018, '15.20'],
  [190000, null],
])('an operator whose PostgreSQL is %i reads which release closes its holes: %s', (version, needed) => {
  const words = `DATABASE_URL: PostgreSQL ${versionText(version)} has known security holes. Upgrade it to ${needed} `;
  const advice = updateAdvice(version, { isOwn: false });
  expect(advice?.slice(0, words.length) ?? null).toBe(needed && words);
});

test('about the PostgreSQL that comes with Tiffin, the advice is to use another one', () => {
  expect(updateAdvice(180004, { isOwn: true })).toMatch(/is 18\.4; 18\.7 closes .* use a PostgreSQL that your system/);
});
