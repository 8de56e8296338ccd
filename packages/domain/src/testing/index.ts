export * from './dashboard.ts';
export * from './menu-file.ts';
export * from './reservation-list.ts';
