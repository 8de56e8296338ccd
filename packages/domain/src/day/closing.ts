import type { DateText } from '../core/time.ts';
import type { KeptCount } from './drawer.ts';
import { DRAWER_ITEMS, type JournalLine } from '../stats/journal.ts';

/** A shift of a drawer as its closing lists it. Amounts are cents. */
export interface ClosedShift {
  readonly drawer: string;
  readonly number: number;
  /** The business day on which it was opened, and to which it belongs. Absent in closings of the first version. */
  readonly day?: DateText;
  readonly openedAt: string;
  readonly openedBy: string | null;
  readonly float: number;
  /** How much more the float was than what the last count left in the drawer. */
  readonly openingDifference: number;
  /** The sums of its entries by kind. */
  readonly entries: Readonly<Record<string, number>>;
  /** Entries that belong to an earlier shift, because their device was offline. */
  readonly late: number;
  readonly closedAt: string;
  readonly closedBy: string | null;
  readonly expected: number;
  readonly counted: number;
  readonly difference: number;
  readonly left: number;
  readonly reason: string | null;
  readonly approvedBy: string | null;
  /** What was paid out, line by line. Absent in closings of earlier versions. */
  readonly payOuts?: readonly { readonly amount: number; readonly reason: string | null; readonly by: string | null }[];
  /** The counts before the one that closed it. Absent in closings of earlier versions. */
  readonly counts?: readonly KeptCount[];
}

/** A day that was longer ago is a typing mistake: it is not closed, and its hours are not corrected. */
export const MAX_DAYS_BACK = 366;

export const OPEN_THING_KINDS = ['tab', 'bill', 'delivery', 'cash', 'drawer', 'refund'] as const;

/** What is still open at the end of a day. */
export interface OpenThing {
  readonly kind: (typeof OPEN_THING_KINDS)[number];
  readonly id: string;
  readonly label: string;
  /** Cents; null for a drawer, whose content is unknown until it is counted. */
  readonly amount: number | null;
  /** True if it ends without staff, who can only wait. */
  readonly isMoving: boolean;
}

/** The frozen content of a closing. Amounts are cents, people are ids. */
export interface ClosingContent {
  readonly location: string;
  readonly date: DateText;
  readonly number: number;
  readonly at: string;
  readonly by: string | null;
  readonly reason: string | null;
  readonly currency: string;
  /** The journal of the day until it was closed; it adds up to zero. */
  readonly lines: readonly JournalLine[];
  /** What came after earlier closings for their days. */
  readonly late: readonly { readonly date: DateText; readonly lines: readonly JournalLine[] }[];
  readonly voids: { readonly count: number; readonly amount: number };
  readonly shifts: readonly ClosedShift[];
  /** Absent in closings of the first version. */
  readonly cashOutside?: number;
  readonly open: readonly Pick<OpenThing, 'kind' | 'id' | 'amount'>[];
}

/** True if whoever closes the day now is asked: in service, or before the last order that guests want today. */
export function isEarlyToClose({ isOpen, going, toCome }: { isOpen: boolean; going: number; toCome: number }): boolean {
  return (isOpen && going > 0) || toCome > 0;
}

/** The stored text of a closing, with sorted keys, so that its hash does not depend on their sequence. */
export function closingText(content: object): string {
  return JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** A closing as people read it: sales, tenders, and what people did with the cash of drawers. */
export function partsOfClosing<Line extends { readonly item: string; readonly amount: number }>(
  lines: readonly Line[],
) {
  const negated = (line: Line): Line => ({ ...line, amount: 0 - line.amount });
  const isTender = ({ item }: Line) => item.startsWith('tender:');
  const isOfDrawer = ({ item }: Line) => DRAWER_ITEMS.has(item);
  return {
    sales: lines.filter((line) => !isTender(line) && !isOfDrawer(line)).map(negated),
    tenders: lines.filter(isTender),
    drawers: lines
      .filter((line) => isOfDrawer(line) && line.item !== 'drawers')
      .map((line) => (line.amount < 0 || line.item === 'over-short' ? negated(line) : line)),
  };
}

/** The hash before the first closing of a location. */
export const FIRST_HASH = '0'.repeat(64);

/** What is hashed: the hash of the closing before and the text. So a changed closing would change all later hashes. */
export function chainedText(previousHash: string, text: string): string {
  return `${previousHash}\n${text}`;
}

/** The part of a hash that people compare, for example `7C1E 9A04 B2D3`. */
export function checkCode(hash: string): string {
  return (hash.slice(0, 12).toUpperCase().match(/.{4}/g) ?? []).join(' ');
}
