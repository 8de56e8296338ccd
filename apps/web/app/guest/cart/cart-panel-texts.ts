import { percentText } from '@tiffin/domain/core';

export const cartPanelTexts = {
  close: 'Close your order',
  remove: (name: string) => `Remove ${name}`,
  change: 'Change',
  subtotal: 'Subtotal',
  deliveryFrom: 'Delivery from',
  addressDecides: 'The delivery fee depends on your address.',
  from: 'from',
  checkout: 'Checkout',
  offer: (percent: number) => `Your welcome offer takes ${percentText(percent)} off each dish at checkout.`,
} as const;
