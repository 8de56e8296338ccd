export const deliveryMissingTexts = {
  free: 'Delivery is free.',
  toMinimum: (missing: string, minimum: string) => `${missing} more to reach the minimum of ${minimum}.`,
  toFree: (missing: string) => `${missing} more and delivery is free.`,
} as const;
