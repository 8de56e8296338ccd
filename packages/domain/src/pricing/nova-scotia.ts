/** Nova Scotia's HST: read by the table of postal codes, by the table of provinces, and for unknown postal codes. */
export const NOVA_SCOTIA_HST = { percent: 14, from: '2025-04-01' } as const;
