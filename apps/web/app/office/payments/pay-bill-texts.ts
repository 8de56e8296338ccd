import { listed } from '../../ui/format.ts';

/** The words of taking a bill's parts. */
export const payBillTexts = {
  open: 'Take a payment',
  openPaid: 'See the bill',
  openGiven: 'See what is on the house',
  title: (code: string) => `Pay order ${code}`,
  titlePaid: (code: string) => `Bill of order ${code}`,
  close: 'Close',
  failed: 'The bill could not be loaded',
  loading: 'Loading the bill',
  total: 'Total',
  left: 'Still to pay',
  allPaid: 'All paid',
  done: 'Done',
  waits: 'waiting for the guest',
  withTip: (tip: string) => `tip ${tip}`,
  changeWas: (change: string) => `change ${change}`,
  closePage: 'Close this link',
  tender: 'Paid with',
  amount: 'This guest pays',
  amountHint: (free: string) => `${free} when left empty`,
  tip: 'Tip on top',
  given: 'Cash given',
  change: 'Change',
  take: (waits: boolean, due: string) => (waits ? `Make a link for ${due}` : `Take ${due}`),
  /** Nothing is left to take: what has it. */
  heldBy: (readers: readonly string[]) =>
    readers.length === 0 ? 'Held by an open link' : `Held by ${listed(readers)}`,
  offline: 'Payments in parts need the internet. Cash for the whole order can be taken on its ticket.',
  held: 'An open link holds what is left. Close it to take the money another way.',
  heldAtReader: 'A card reader holds what is left. Cancel it there to take the money another way.',
  amountWrong: 'Please type an amount like 12.50.',
  notTaken: 'Nothing was taken',
} as const;
