import type { Answer } from '../../shared/api/api.ts';

export type MarginCategory = Answer<'getMargins'>['categories'][number];
export type MarginDish = MarginCategory['dishes'][number];
