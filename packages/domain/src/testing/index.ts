export * from './dashboard.ts';
export * from './reservation-list.ts';
