export const refundsTexts = { refunded: (amount: string) => `Refunded ${amount}` } as const;
