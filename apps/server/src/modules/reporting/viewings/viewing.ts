import type { FigurePage, ReportPeriod, ViewingKind } from '@tiffin/domain/stats';

/** The figures that are looked at: which page, for which locations and days. */
export interface ViewedPeriod extends ReportPeriod {
  readonly page: FigurePage;
  readonly locationId: string;
  /** The locations that `locationId` means for this person now. */
  readonly locationIds: readonly string[];
}

/** A moment at which a person saw or exported the figures of a period. */
export interface Viewing {
  readonly id: number;
  readonly kind: ViewingKind;
  readonly at: Date;
  /** A snapshot of PostgreSQL: exactly the transactions that had been committed, so also the position in the event log. */
  readonly position: string;
}
