export const deliveryTexts = {
  inside: (zone: string) => `We deliver there: ${zone}`,
  fee: 'Delivery fee',
  freeOver: 'Free from',
  minimum: 'Minimum',
  asking: 'Looking whether we deliver there…',
  needsPosition: 'The postal code alone does not tell us whether we deliver there.',
  free: 'Delivery is free.',
  pays: (food: string, fee: string, more: string | null) =>
    more === null
      ? `Your dishes come to ${food}, so the fee is ${fee}.`
      : `Your dishes come to ${food}, so the fee is ${fee}. For ${more} more it is free.`,
  below: (missing: string, food: string) => `${missing} more to reach the minimum. Your dishes come to ${food}.`,
  missing: (missing: string) => `${missing} more to reach the minimum`,
  pickUp: 'Pick it up instead',
  again: 'Try Again',
  outside: 'We do not deliver to this address',
  codeFirst: 'Give the postal code first',
  placeFirst: 'Show where it goes first',
} as const;
