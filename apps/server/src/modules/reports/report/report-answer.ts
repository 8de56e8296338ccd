import type { ResponseOf } from '@tiffin/contract';
import type { getReport } from '@tiffin/contract/reports';

/** A report in the form of the API; its files are written from it. */
export type Report = ResponseOf<typeof getReport>;
