export const cartPanelTexts = {
  close: 'Close your order',
  remove: (name: string) => `Remove ${name}`,
  change: 'Change',
  subtotal: 'Subtotal',
  checkout: 'Checkout',
} as const;
