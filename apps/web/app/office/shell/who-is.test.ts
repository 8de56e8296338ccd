import { expect, test } from 'vitest';
import { whoIs } from './who-is.ts';

test("somebody without a name is 'Admin User', without an address a placeholder stands there [A-SHELL-25]", () => {
  expect(whoIs({ displayName: ' ', email: '' })).toEqual({ name: 'Admin User', email: 'admin@example.com' });
  expect(whoIs({ displayName: 'Morgan', email: 'm@demo.test' })).toEqual({ name: 'Morgan', email: 'm@demo.test' });
});
