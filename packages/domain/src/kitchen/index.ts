export * from './all-day.ts';
export * from './packing.ts';
export * from './pickup-screen.ts';
export * from './recall.ts';
export * from './station-ticket.ts';
export * from './stations.ts';
export * from './ticket-changes.ts';
