export const countCashTexts = {
  cashReceived: 'Amount given',
  exact: 'Exact',
  change: 'Change',
  short: (amount: string) => `${amount} is still missing`,
  noAmount: 'Enter the amount given, like 20 or 20.50, or choose Exact.',
  keypad: 'Keypad',
  deleteDigit: 'Delete the last digit',
} as const;
