export * from './card.ts';
export * from './owed-on-cancel.ts';
export * from './ledger.ts';
export * from './share.ts';
export * from './status.ts';
export * from './tenders.ts';
export * from './session.ts';
export * from './unpaid.ts';
