export * from './alerts.ts';
export * from './custom-sound.ts';
export * from './settings.ts';
export * from './setup.ts';
export * from './sounds.ts';
