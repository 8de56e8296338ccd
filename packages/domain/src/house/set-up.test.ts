import { expect, test } from 'vitest';
import { isSetUp, nextStep, SET_UP_STEPS, UNNAMED_RESTAURANT, type SetUpFacts } from './set-up.ts';

const empty: SetUpFacts = {
  name: UNNAMED_RESTAURANT,
  locations: 0,
  hasTaxes: false,
  dishes: 0,
  takesCards: false,
  orders: 0,
  said: [],
};

test('an empty house has everything before it', () => {
  expect(SET_UP_STEPS.filter((step) => isSetUp(step, empty))).toEqual([]);
  expect(nextStep(empty)).toBe('look');
});

test('saying so is not enough where it can be seen', () => {
  const message = { ...empty, said: SET_UP_STEPS };
  expect(SET_UP_STEPS.filter((step) => isSetUp(step, message))).toEqual(['payments', 'people', 'print']);
});

test('each step brings the next', () => {
  const facts: [Partial<SetUpFacts>, string | null][] = [
    [{ name: 'Bread & Salt' }, 'place'],
    [{ locations: 1, hasTaxes: true }, 'tax'],
    [{ said: ['tax'] }, 'menu'],
    [{ dishes: 3 }, 'payments'],
    [{ takesCards: true }, 'people'],
    [{ said: ['tax', 'people'] }, 'print'],
    [{ said: ['tax', 'people', 'print'] }, 'order'],
    [{ orders: 1 }, null],
  ];
  const present = { ...empty };
  for (const [more, next] of facts) {
    Object.assign(present, more);
    expect(nextStep(present)).toBe(next);
  }
});
