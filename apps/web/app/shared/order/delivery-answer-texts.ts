export const deliveryTexts = {
  inside: (zone: string) => `We deliver there: ${zone}`,
  fee: 'Delivery fee',
  freeOver: 'Free from',
  minimum: 'Minimum',
  asking: 'Checking whether we deliver there…',
  needsPosition: 'The postal code alone does not tell us whether we deliver there.',
  free: 'Delivery is free.',
  pays: (food: string, fee: string, more: string | null) =>
    more === null
      ? `Your dishes cost ${food}, so the fee is ${fee}.`
      : `Your dishes cost ${food}, so the fee is ${fee}. Add ${more} for free delivery.`,
  below: (missing: string, food: string) => `${missing} more to reach the minimum. Your dishes cost ${food}.`,
  missing: (missing: string) => `${missing} more to reach the minimum`,
  pickUp: 'Pick it up instead',
  again: 'Try Again',
  outside: 'We do not deliver to this address',
  codeFirst: 'Enter the postal code first',
  placeFirst: 'Enter the delivery address first',
} as const;
