export * from './drawn-area.ts';
export * from './postal.ts';
export * from './steps.ts';
export * from './wire.ts';
export * from './zones.ts';
