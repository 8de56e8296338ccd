import { RECIPIENTS_MAX } from '@tiffin/domain/messages';
import { formatCount } from '../../../ui/figures.tsx';

export const composeTexts = {
  title: (people: number) => (people === 1 ? 'Email 1 user' : `Email ${formatCount(people)} users`),
  write: 'Write',
  everybodyFound: (people: number) => `All ${formatCount(people)} that match the filters`,

  to: 'To',
  toOne: 'One address',
  toCustomers: 'All active customers',
  address: 'Email address',
  addressProblem: 'Invalid email format',

  template: 'Template',
  subject: 'Subject',
  message: 'Message',
  nameHint: '{customerName} is replaced by the recipient’s name.',
  counted: (typed: number, most: number) => `${formatCount(typed)} of ${formatCount(most)}`,
  offerTitle: 'Offer',
  offerTitleProblem: 'Offer is required',
  validUntil: 'Valid until',
  terms: 'Terms',
  heading: 'Heading',
  headingHint: 'Above the offer; the offer itself when empty.',
  consent: 'Only people who agreed to receive offers get this email. Each can unsubscribe with one click.',
  noMailServer: 'No mail server is set up. Emails stay in the outbox and are not sent.',

  picture: 'Picture',
  choosePicture: 'Choose a picture',
  removePicture: 'Remove the picture',
  pictureHint: 'JPEG, PNG or WebP, at most 2MB.',
  uploading: 'Uploading the picture',
  pictureFailed: 'The picture could not be saved',

  preview: 'Preview',
  previewEmpty: 'What you write appears here.',
  whole: 'Show the whole email',
  wholeTitle: 'As it arrives',
  plain: 'Text',
  html: 'Mail',

  cancel: 'Cancel',
  send: (people: number) => (people === 1 ? 'Send to 1 user' : `Send to ${formatCount(people)} users`),
  sendOne: 'Send',
  sendAll: 'Send to all active customers',

  sending: 'Sending',
  sendingNote: `Batches of at most ${RECIPIENTS_MAX}, one per second. You can leave this page: see Messages.`,
  goesOn: 'Sending continues without you. See Messages.',
  ofTotal: (total: number) => `of ${formatCount(total)}`,
  sent: 'sent',
  done: 'Done',
  close: 'Close',
  inOutbox: (mails: number) =>
    mails === 1 ? '1 email waits in the outbox' : `${formatCount(mails)} emails wait in the outbox`,
  leftOut: (people: number) =>
    people === 1
      ? '1 has not agreed to offers and was left out'
      : `${formatCount(people)} have not agreed to offers and were left out`,
  stopped: (people: number) => (people === 1 ? '1 was left out' : `${formatCount(people)} were left out`),
  sentOne: (address: string) => `Email sent to ${address}`,
  queuedOne: (address: string) => `The mail server is busy. The email to ${address} will be tried again soon`,
} as const;
