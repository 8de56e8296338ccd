export * from './card.ts';
export * from './codes.ts';
export * from './features.ts';
export * from './form.ts';
export * from './place-line.ts';
export * from './place.ts';
