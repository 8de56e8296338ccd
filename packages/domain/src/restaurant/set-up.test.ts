import { expect, test } from 'vitest';
import { isSetUpStepDone, nextSetUpStep, SET_UP_STEPS, UNNAMED_RESTAURANT, type SetUpFacts } from './set-up.ts';

const empty: SetUpFacts = {
  name: UNNAMED_RESTAURANT,
  locations: 0,
  hasTaxes: false,
  dishes: 0,
  canTakeCards: false,
  takesMoney: true,
  orders: 0,
  confirmed: [],
};

test('a new restaurant has no step done', () => {
  expect(SET_UP_STEPS.filter((step) => isSetUpStepDone(step, empty))).toEqual([]);
  expect(nextSetUpStep(empty)).toBe('look');
});

test('confirming a step is not enough if its result can be checked', () => {
  const confirmed = { ...empty, confirmed: SET_UP_STEPS };
  expect(SET_UP_STEPS.filter((step) => isSetUpStepDone(step, confirmed))).toEqual(['payments', 'people', 'print']);
});

test('where no money may be taken, the guide ends without a payment and without an order', () => {
  const done = { ...empty, name: 'x', locations: 1, hasTaxes: true, dishes: 3, takesMoney: false, canTakeCards: true };
  expect(nextSetUpStep({ ...done, confirmed: ['tax'] })).toBe('payments');
  expect(nextSetUpStep({ ...done, confirmed: ['tax', 'payments', 'people', 'print'] })).toBeNull();
});

test('the next step is the first one that is not done', () => {
  const facts: [Partial<SetUpFacts>, string | null][] = [
    [{ name: 'Bread & Salt' }, 'place'],
    [{ locations: 1, hasTaxes: true }, 'tax'],
    [{ confirmed: ['tax'] }, 'menu'],
    [{ dishes: 3 }, 'payments'],
    [{ canTakeCards: true }, 'people'],
    [{ confirmed: ['tax', 'people'] }, 'print'],
    [{ confirmed: ['tax', 'people', 'print'] }, 'order'],
    [{ orders: 1 }, null],
  ];
  const present = { ...empty };
  for (const [more, next] of facts) {
    Object.assign(present, more);
    expect(nextSetUpStep(present)).toBe(next);
  }
});
