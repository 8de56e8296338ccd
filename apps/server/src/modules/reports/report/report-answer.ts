import type { ResponseOf } from '@tiffin/contract';

/** A report in the form of the API; its files are written from it. */
export type Report = ResponseOf<'getReport'>;
