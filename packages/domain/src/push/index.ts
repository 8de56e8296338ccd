export * from './endpoint.ts';
export * from './notices.ts';
