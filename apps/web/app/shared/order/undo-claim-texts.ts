export const undoClaimTexts = {
  giveBack: 'Not mine: remove it',
  of: (orderId: string) => `order ${orderId}`,
} as const;
