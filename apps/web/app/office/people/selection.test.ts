import { expect, test } from 'vitest';
import { asha as anybody } from '../../testing/samples.ts';
import { countOf, isChosen, NOBODY, toggle, togglePage, whyNoMail, type Selection } from './selection.ts';
import type { User } from './use-users.ts';

const person = (id: string): User => ({ ...anybody, id, uid: id, email: `${id}@guest.test`, displayName: id });
const [asha, liam, zoe] = [person('asha'), person('liam'), person('zoe')];
const page = [asha, liam];
const everybody: Selection = {
  kind: 'all',
  filter: { search: '', role: 'all', status: 'all', sortBy: 'createdAt', sortOrder: 'desc' },
  total: 10_000,
};

test('whoever writes to nobody is told so [A-ERR-33]', () => {
  expect(whyNoMail(NOBODY)).toBe('No users selected for email');
  expect(whyNoMail(toggle(NOBODY, asha, page))).toBeNull();
  expect(whyNoMail(everybody)).toBeNull();
});

test('people are chosen one by one, and stay chosen on the next page', () => {
  const one = toggle(NOBODY, asha, page);
  expect([isChosen(one, asha), isChosen(one, liam)]).toEqual([true, false]);
  const more = toggle(one, zoe, [zoe]);
  expect(countOf(more)).toBe(2);
  expect(countOf(toggle(more, asha, page))).toBe(1);
});

test('the box in the head takes the whole page, then lets go of it and of nothing else', () => {
  const all = togglePage(toggle(NOBODY, zoe, [zoe]), page);
  expect(countOf(all)).toBe(3);
  const rest = togglePage(all, page);
  expect([countOf(rest), isChosen(rest, zoe)]).toEqual([1, true]);
});

test('taking one out of everybody leaves those that can be seen', () => {
  expect(isChosen(everybody, zoe)).toBe(true);
  const observed = toggle(everybody, asha, page);
  expect([countOf(observed), isChosen(observed, liam), isChosen(observed, asha)]).toEqual([1, true, false]);
  expect(togglePage(everybody, page)).toBe(NOBODY);
});
