export * from './actors.ts';
export * from './permissions.ts';
