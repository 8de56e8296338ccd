export const undoClaimTexts = {
  giveBack: 'Not mine: give it back',
  of: (orderId: string) => `order ${orderId}`,
} as const;
