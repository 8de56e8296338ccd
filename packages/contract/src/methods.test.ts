import { expect, test } from 'vitest';
import { UPLOAD_KB, type Call } from './call.ts';
import { calls } from './calls.ts';
import { isPosted } from './methods.ts';

test.each(Object.entries(calls))('%s: its name is its path and tells its method', (name, each) => {
  expect(each.path).toBe(`/${name}`);
  expect(isPosted(name) ? 'post' : 'get').toBe(each.method);
});

test.each(Object.entries<Call>(calls))('%s: says how large its body may be, if it takes one', (_name, each) => {
  const most = each.form ? UPLOAD_KB : 64;
  const problem =
    each.body || each.form ? each.maxKb === undefined || each.maxKb < 1 || each.maxKb > most : each.maxKb !== undefined;
  expect(problem).toBe(false);
});
