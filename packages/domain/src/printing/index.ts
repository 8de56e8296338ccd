export * from './kitchen-ticket.ts';
export * from './receipt-roll.ts';
export * from './test-page.ts';
