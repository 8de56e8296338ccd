import { joinNames } from '../../ui/format.ts';

/** Texts for taking payments for a bill. */
export const payBillTexts = {
  open: 'Take a payment',
  openPaid: 'See the bill',
  openDiscounts: 'See what is on the house',
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
  amountHint: (free: string) => `Leave empty to pay the rest: ${free}`,
  splitEvenly: 'Split evenly',
  shareOf: (guests: number, share: string) => `${guests} guests, ${share} each`,
  tip: 'Tip on top',
  cashReceived: 'Cash given',
  change: 'Change',
  take: (waits: boolean, due: string) => (waits ? `Make a link for ${due}` : `Take ${due}`),
  /** What the button does, where its label is not enough. */
  byHand: 'Charge the card on the terminal first. This only records the payment.',
  byLink: 'The guest pays on their own page. Until then nothing is paid.',
  byAccount: 'No money is taken now. It is put on the account.',
  paysAll: 'This pays the whole bill.',
  leaves: (left: string) => `After this, ${left} is still to pay.`,
  /** Nothing is left to pay; explains where the amount is. */
  atReaders: (readers: readonly string[]) =>
    readers.length === 0 ? 'Waiting for the open link' : `Waiting for ${joinNames(readers)}`,
  offline: 'Payments in parts need the internet. Cash for the whole order can be taken on its ticket.',
  onLink: 'The guest can still pay the rest by the open link. Close the link to take the money another way.',
  atReader: 'The rest is being paid at a card reader. Cancel that above to take the money another way.',
  amountWrong: 'Please type an amount like 12.50.',
  notTaken: 'No payment was taken',
} as const;

/** Texts for undoing a payment recorded by mistake. */
export const undoPartTexts = {
  open: 'Undo',
  refund: 'Refund',
  refundFor: (tender: string, amount: string) => `Refund ${tender} ${amount}`,
  openFor: (tender: string, amount: string) => `Undo ${tender} ${amount}`,
  what: (tender: string, amount: string) => `Undo ${tender} ${amount}?`,
  means: 'It was recorded by mistake: no money goes back, and the amount is due again.',
  why: 'Why',
  whyNeeded: 'Please give a reason.',
  likely: ['Paid another way', 'Wrong amount', 'Another order', 'Not paid after all'],
  go: 'Undo it',
  keep: 'Keep it',
  undone: 'undone',
  refused: 'Nothing was undone',
  offline: 'Undoing a payment needs the internet.',
} as const;

/** Texts for card readers. */
export const atReaderTexts = {
  waits: (reader: string) => `Waiting for the card on ${reader}`,
  askAgain: 'Ask again',
  askOn: (reader: string) => `Ask on ${reader}`,
  cancel: 'Cancel',
  bankChecking: 'The bank is checking this card. Please wait for the result.',
  reader: 'Which reader',
  byHand: 'By hand',
  loading: 'Looking for card readers…',
  askTip: 'The reader asks for a tip',
  send: (due: string, reader: string) => `Send ${due} to ${reader}`,
} as const;

/** Texts for discounts on a bill. */
export const giveOffTexts = {
  loading: 'Loading the order',
  by: (name: string, approvedBy: string | null) => (approvedBy === null ? name : `${name}, with ${approvedBy}`),
  refused: 'Nothing was changed',
  offline: 'Taking something off needs the internet.',
} as const;
