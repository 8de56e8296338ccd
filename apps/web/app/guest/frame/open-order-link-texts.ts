export const ownOrderTexts = {
  order: (id: string, status: string) => `Your order ${id}: ${status}`,
} as const;
