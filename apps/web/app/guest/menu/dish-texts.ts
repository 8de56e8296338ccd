import type { Cents } from '@tiffin/domain/core';
import { texts as optionWords } from '../../shared/dish/option-words.ts';
import { texts as dishTexts } from '../../shared/dish/texts.ts';
import { formatMoney } from '../../ui/format.ts';

/** Texts of the dish sheet. */
export const texts = {
  ...dishTexts,
  ...optionWords,
  addFor: 'Add',
  chooseAnother: 'Choose another dish',
  forAnother: 'Add for somebody else',
  choose: (group: string) => `Choose ${group}`,
  takeOut: 'Take it out of my order',
  inOrderAlready: 'In your order already',
  times: (count: number, name: string) => `${count} × ${name}`,
  another: 'Same again',
  ofLine: (action: string, line: string) => `${action}: ${line}`,
  anotherDifferent: 'Same dish, different choices',
  alreadyIn: (count: number) => `${count} in your order already`,
  calories: (count: number) => `${count} Cal`,
  free: (count: number) => `${count} included`,
  from: 'from',
  each: 'Each',
  sum: 'How the price adds up',
  inDish: 'in the dish',
  inOption: (name: string) => `in ${name}`,
  containsTitle: 'Contains:',
  nothing: 'No listed allergens',
  moved: 'Please check: something has changed.',
  movedPrice: (name: string, now: Cents, was: Cents) =>
    `${name} is now ${formatMoney(now)}, it was ${formatMoney(was)}.`,
  noLongerAvailable: (name: string) => `${name} is no longer available.`,
  newSum: 'The button shows the new total.',
  like: 'See dishes like this',
} as const;
