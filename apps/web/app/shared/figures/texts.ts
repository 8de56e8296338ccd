import type { RowKind, ViewingKind } from '@tiffin/domain/stats';

/** Texts of figures that explain themselves. */
export const texts = {
  showRows: (title: string, amount: string) => `${title}: ${amount}, show its rows`,
  showChanged: (label: string) => `${label}. It changed since you looked.`,
  rowsExplain: 'The rows below add up to the figure. Newest first.',
  averageExplain: 'The average is the sum of these rows divided by the number of orders.',
  loadingRows: 'Loading the rows…',
  rowsFailed: 'The rows could not be loaded',
  tryAgain: 'Try Again',
  rowsSum: (count: number) => (count === 1 ? '1 row' : `${count} rows together`),
  rowsShown: (shown: string, count: string) => `${shown} of ${count} rows are shown. All of them count.`,
  more: 'Show more rows',
  moreFailed: 'More rows could not be loaded',
  csv: 'Download the rows',
  downloadFailed: 'The rows could not be downloaded',
  noRows: 'No rows: the figure is zero.',
  rowKind: 'What',
  rowOrder: 'Order',
  rowAmount: 'Amount',
  rowDifference: 'Difference',
  noOrder: 'No order',
  rowKinds: {
    sale: 'Sale',
    payment: 'Payment',
    refund: 'Refund',
    cancellation: 'Cancelled',
    balance: 'Balance',
    guest: 'Guest',
  } satisfies Record<RowKind, string>,

  since: 'Since you looked',
  changed: (count: number, when: string) =>
    count === 1 ? `1 figure changed since ${when}.` : `${count} figures changed since ${when}.`,
  unchanged: (when: string) => `Nothing changed since ${when}.`,
  whenLooked: {
    page: (time: string) => `you looked on ${time}`,
    csv: (time: string) => `you downloaded the CSV file on ${time}`,
    pdf: (time: string) => `you printed it on ${time}`,
  } satisfies Record<ViewingKind, unknown>,
  compareWith: 'Compare with',
  viewings: {
    page: (time: string) => `Your visit on ${time}`,
    csv: (time: string) => `The CSV file of ${time}`,
    pdf: (time: string) => `The PDF of ${time}`,
  } satisfies Record<ViewingKind, unknown>,
  tooMany: 'This period has too many orders to remember what you see. Choose fewer days to be told later what changed.',
  sinceFailed: 'What changed since you looked could not be loaded.',
  wasThen: (amount: string, when: string) => `${amount} when ${when}`,
  sinceThen: (difference: string) => `${difference} since then. These rows changed:`,
  sumOfChanges: 'Together',
  nowAmount: 'Now',
  changesShown: (shown: string, count: string) =>
    `The newest ${shown} of ${count} changed rows are shown. All of them count.`,
  changesFailed: 'The changes could not be loaded',
  loadingChanges: 'Loading the changes…',
  changedAt: (time: string) => `changed ${time}`,
} as const;
