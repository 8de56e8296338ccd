export * from './closing.ts';
export * from './drawer.ts';
