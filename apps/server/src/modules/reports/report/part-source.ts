import type { ReportBreakdown } from '@tiffin/domain/stats';
import type { RawBuilder } from 'kysely';
import type { SaleTakenBack } from './read-sales-taken-back.ts';
import type { ReportScope } from './report-rows.ts';

/** The breakdowns to which the rows of a figure can be limited. Options have a part of their own instead. */
export type FilteredBreakdown = Exclude<ReportBreakdown, 'option'>;

/** Limits the rows to one row of a breakdown. */
export interface BreakdownFilter {
  readonly by: FilteredBreakdown;
  readonly key: string;
}

/** The rows of a part: queries for `at`, `day`, `kind`, `order_id`, `key` and `amount`, and what refunds took back. */
export interface PartSource {
  readonly queries: (scope: ReportScope, filter: BreakdownFilter | null) => readonly RawBuilder<unknown>[];
  readonly takenBack?: (
    sale: SaleTakenBack,
    filter: BreakdownFilter | null,
  ) => readonly { readonly key: string; readonly amount: number }[];
}
