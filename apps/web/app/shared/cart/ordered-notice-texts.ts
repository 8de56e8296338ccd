export const orderedNoticeTexts = {
  ordered: (time: string) => `You ordered this at ${time}`,
  empty: 'Your cart is empty again.',
  rest: (time: string) => `You ordered the rest at ${time}`,
  stillHere: 'What you added later is still in your cart.',
  see: 'See your order',
} as const;
