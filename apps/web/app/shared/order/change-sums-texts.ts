import { centsOf, formatMoney } from '../../ui/format.ts';

export const money = (dollars: number) => formatMoney(centsOf(dollars));

export const changeTexts = {
  before: 'Before',
  now: 'Now',
  same: 'The amount does not change.',
  reckoning: 'Calculating…',
  askAgain: 'Try Again',
  sellAnyway: 'Sell anyway',
  collect: (amount: number) => `To collect: ${money(amount)}`,
  pay: (amount: number) => `Left to pay: ${money(amount)}`,
  back: (amount: number, ways: string) => `To refund: ${money(amount)}, ${ways}`,
  way: {
    card: (amount: number) => `${money(amount)} to the card`,
    cash: (amount: number) => `${money(amount)} in cash`,
    manual: (amount: number) => `${money(amount)} by hand`,
  },
} as const;
