/** Nova Scotia's HST, shared by the postal code table, the province table and the default for unknown postal codes. */
export const NOVA_SCOTIA_HST = { percent: 14, from: '2025-04-01' } as const;
