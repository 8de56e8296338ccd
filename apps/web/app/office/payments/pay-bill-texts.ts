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
  slip: (number: string) => `slip ${number}`,
  closePage: 'Close this link',
  tender: 'Paid with',
  amount: 'This guest pays',
  amountHint: (free: string) => `Left empty, all that is left: ${free}`,
  tip: 'Tip on top',
  given: 'Cash given',
  change: 'Change',
  take: (waits: boolean, due: string) => (waits ? `Make a link for ${due}` : `Take ${due}`),
  /** What a press does, beside what its button says. */
  byHand: 'Charge the card on the terminal first: this only writes it down.',
  byLink: 'The guest pays on a page of their own; until then nothing is paid.',
  byAccount: 'No money is taken now: it goes on the account.',
  paysAll: 'With this the whole bill is paid.',
  leaves: (left: string) => `After this, ${left} is still to pay.`,
  /** Nothing is left to take: what has it. */
  heldBy: (readers: readonly string[]) =>
    readers.length === 0 ? 'Waiting for the open link' : `Waiting for ${listed(readers)}`,
  offline: 'Payments in parts need the internet. Cash for the whole order can be taken on its ticket.',
  held: 'The guest can still pay the rest by the open link. Close the link to take the money another way.',
  heldAtReader: 'The rest is being paid at a card reader. Cancel that above to take the money another way.',
  amountWrong: 'Please type an amount like 12.50.',
  notTaken: 'Nothing was taken',
} as const;
