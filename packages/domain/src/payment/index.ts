export * from './card.ts';
export * from './cancel-refund.ts';
export * from './ledger.ts';
export * from './refund-share.ts';
export * from './status.ts';
export * from './tenders.ts';
export * from './session.ts';
export * from './payment-page-limits.ts';
