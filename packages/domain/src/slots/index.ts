export * from './booking.ts';
export * from './slots.ts';
