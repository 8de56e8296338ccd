import { RECIPIENTS_MAX } from '@tiffin/domain/messages';
import { formatCount } from '../../../ui/figures.tsx';

export const composeTexts = {
  title: (people: number) => (people === 1 ? 'Email 1 user' : `Email ${formatCount(people)} users`),
  write: 'Write',
  everybodyFound: (people: number) => `All ${formatCount(people)} whom the filters find`,

  to: 'To',
  toOne: 'One address',
  toCustomers: 'All active customers',
  address: 'Email address',
  addressProblem: 'Invalid email format',

  template: 'Template',
  subject: 'Subject',
  message: 'Message',
  nameHint: '{customerName} becomes the name of each.',
  counted: (typed: number, most: number) => `${formatCount(typed)} of ${formatCount(most)}`,
  offerTitle: 'Offer',
  offerTitleProblem: 'Offer is required',
  validUntil: 'Valid until',
  terms: 'Terms',
  heading: 'Heading',
  headingHint: 'Above the offer; the offer itself when empty.',
  consent: 'Only those who agreed to receive offers get this mail, and each can leave with one press.',
  noMailServer: 'No mail server is set up: mails are kept in the outbox and nothing is sent.',

  picture: 'Picture',
  choosePicture: 'Choose a picture',
  removePicture: 'Remove the picture',
  pictureHint: 'JPEG, PNG or WebP, at most 2MB.',
  uploading: 'Uploading the picture',
  pictureFailed: 'The picture could not be kept',

  preview: 'Preview',
  previewEmpty: 'What you write shows here.',
  whole: 'Show the whole mail',
  wholeTitle: 'As it arrives',
  plain: 'Text',
  html: 'Mail',

  cancel: 'Cancel',
  send: (people: number) => (people === 1 ? 'Send to 1 user' : `Send to ${formatCount(people)} users`),
  sendOne: 'Send',
  sendAll: 'Send to all active customers',

  sending: 'Sending',
  sendingNote: `Batches of at most ${RECIPIENTS_MAX}, one a second. It goes on without you: see Messages.`,
  goesOn: 'The mails go on without you. See Messages.',
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
  queuedOne: (address: string) => `The mail server is busy: the email to ${address} is tried again soon`,
} as const;
