export const orderTypeTexts = { legend: 'Order type' } as const;
