import { expect, test } from 'vitest';
import { defineCalls, MAX_UPLOAD_KB, type Call } from './call.ts';
import { calls } from './calls.ts';
import { MAX_DELIVERY_SETTINGS_KB } from './delivery/delivery.ts';
import { MAX_MENU_FILE_KB } from './menu/menu-file.ts';
import { MAX_MENU_TRANSLATIONS_KB } from './menu/menu-translations.ts';
import { MAX_MAILING_KB } from './messages/messages.ts';
import { isPostCall } from './methods.ts';
import { CALL_RATE_LIMITS } from './rate-limits.ts';

test.each(Object.entries(calls))('%s: its name is its path and tells its method', (name, each) => {
  expect(each.path).toBe(`/${name}`);
  expect(isPostCall(name) ? 'post' : 'get').toBe(each.method);
});

test('every path belongs to one call', () => {
  const paths = Object.values<Call>(calls).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

/** Calls whose bodies may be larger than a form. */
const MAX_KB_OF_LARGE_BODIES: Readonly<Record<string, number>> = {
  addLocation: MAX_DELIVERY_SETTINGS_KB,
  updateLocation: MAX_DELIVERY_SETTINGS_KB,
  previewEmail: MAX_MAILING_KB,
  startMailing: MAX_MAILING_KB,
  previewFileImport: MAX_MENU_FILE_KB,
  importFile: MAX_MENU_FILE_KB,
  previewMenuImport: MAX_MENU_FILE_KB,
  importMenu: MAX_MENU_FILE_KB,
  saveMenuTranslations: MAX_MENU_TRANSLATIONS_KB,
};

test.each(Object.entries<Call>(calls))('%s: says how large its body may be, if it takes one', (name, each) => {
  const most = each.form ? MAX_UPLOAD_KB : (MAX_KB_OF_LARGE_BODIES[name] ?? 64);
  const problem =
    each.body || each.form ? each.maxKb === undefined || each.maxKb < 1 || each.maxKb > most : each.maxKb !== undefined;
  expect(problem).toBe(false);
});

test.each(Object.entries<Call>(calls))(
  '%s: says how often it may be asked for, if it is posted',
  (_name, { method, rate }) => {
    const hasRate = rate && (rate.each ?? rate.address ?? rate.guess ?? rate.byItself) !== undefined;
    expect(method === 'get' || hasRate).toBe(true);
  },
);

test('a posted call of a customer without a rate limit does not compile, and one of staff has a limit', () => {
  const { post } = defineCalls('People');
  const { rate, ...withoutRate } = calls.updateMe;
  // @ts-expect-error the rate limit is missing
  post('/updateMe', withoutRate);
  const ofStaff: Call = post('/updateMe', { ...withoutRate, access: 'staff' });
  expect([rate, ofStaff.rate]).toEqual([CALL_RATE_LIMITS.change, CALL_RATE_LIMITS.work]);
});

test('a body without a size limit may have 2 kB, and a call without a body has no limit', () => {
  const { post } = defineCalls('People');
  const { maxKb: _ownLimit, ...withoutSize } = calls.updateMe;
  const { body: _body, ...withoutBody } = withoutSize;
  const limits = [post('/updateMe', withoutSize), post('/updateMe', withoutBody)].map(({ maxKb }: Call) => maxKb);
  expect(limits).toEqual([2, undefined]);
});
