import { expect, test } from 'vitest';
import { cents } from '../core/index.ts';
import { cashDue } from '../pricing/index.ts';
import { payOutProblem } from './index.ts';

test.each([
  ['QC', 500, /^paid out$/],
  ['QC', 501, /^Only a rest of up to \$5\.00/],
  ['QC', 3, /^paid out$/],
  ['QC', 2, /^Nothing is left/],
  ['QC', 0, /^Nothing is left/],
  ['NS', 300, /^No law is known here/],
  [null, 300, /^No law is known here/],
] as const)('in %s a rest of %i cents is paid out in cash, or a manager reads why not', (region, left, problem) => {
  expect(payOutProblem(region, { left: cents(left), due: cashDue(cents(left)).due }) ?? 'paid out').toMatch(problem);
});
