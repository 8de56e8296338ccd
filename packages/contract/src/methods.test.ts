import { expect, test } from 'vitest';
import { calls } from './calls.ts';
import { isPosted } from './methods.ts';

test.each(Object.entries(calls))('%s: its name is its path and tells its method', (name, each) => {
  expect(each.path).toBe(`/${name}`);
  expect(isPosted(name) ? 'post' : 'get').toBe(each.method);
});
