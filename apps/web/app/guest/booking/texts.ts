import { dayInSentence } from '../../shared/reservation/days.ts';
import { joinNames } from '../../ui/format.ts';
import { endWithFullStop } from '@tiffin/domain/core';
import { reservationNotices } from '@tiffin/domain/errors';
import { PARTY_MAX, PARTY_PROBLEM } from '@tiffin/domain/order';

/** Each word's index is its number. */
const NUMBERS =
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    / /,
  );

/** 4 → 'four' */
function numberWord(number: number): string {
  return NUMBERS[number] ?? String(number);
}

export const texts = {
  title: 'Make a reservation',
  description: (places: string) => `Book a table in ${places}: live free times, confirmed at once.`,
  breadcrumb: 'Reservations',

  sentenceStart: 'A table for ',
  sentenceAt: ' at ',
  sentenceDay: 'which day',
  sentenceTime: 'what time',
  question: '?',
  number: numberWord,
  sentence: (party: number, place: string, day: string, time: string) =>
    `A table for ${numberWord(party)} at ${place}, ${day} at ${time}`,

  location: 'Location',
  party: 'Party size',
  partyMore: '8+',
  partyExactly: 'How many of you?',
  guestsUnit: 'guest',
  partyHint: `Up to ${PARTY_MAX} guests. For more, please call us:`,
  day: 'Day',
  dayToday: 'Today',
  dayClosed: 'Closed',
  dayFull: 'Full',
  daysFailed: 'The days could not be loaded.',
  daysLater: 'Later days',
  months: (months: readonly string[]) => joinNames(months),
  time: 'Time',
  lunch: 'Lunch and afternoon',
  evening: 'Evening',
  afterMidnight: 'After midnight',
  chooseDayFirst: 'Choose a day to see its free times.',
  seatsLeft: (seats: number) => (seats === 1 ? '1 seat left' : `${seats} seats left`),
  timesHint: (zone: string) => `Full times are not shown. All times are ${zone} time.`,
  timesLoading: 'Looking for free times…',
  noTimes: (party: number) => `No times are left for ${numberWord(party)} on this day. Please try another day.`,
  closedDay: 'We are closed on this day.',
  timeTaken: (time: string) => `${time} has just been taken. Please choose another time.`,
  timesFailed: 'The free times could not be loaded.',
  tryAgain: 'Try Again',

  details: 'Your details',
  name: 'Full Name',
  namePlaceholder: 'First and last name',
  email: 'Email Address',
  phone: 'Phone Number',
  requests: 'Special requests',
  requestsPlaceholder: 'High chair, allergies, a quiet corner',
  chooseDay: 'Please choose a date',
  chooseTime: 'Please choose a time',
  partyProblem: PARTY_PROBLEM,

  reserve: 'Reserve',
  reserveFor: (party: number, time: string) => `Reserve for ${numberWord(party)}, ${time}`,
  reserving: 'Reserving…',
  reserveHint: 'It is confirmed at once. One active reservation per location.',
  offline: 'You are offline. Your reservation will be sent as soon as you are connected.',
  problem: 'Nothing was booked',
  alternatives: 'These times are free',
  alternative: (date: string, time: string) => `${dayInSentence(date)}, ${time}`,
  takenSoon: 'There are no free tables near this time. Please try another day.',

  booked: 'Your table is booked',
  confirmationSent: (to: string) => `We sent a confirmation to ${to}.`,
  confirmationComing: (to: string) => `A confirmation is on its way to ${to}.`,
  confirmationMissing: 'No confirmation could be sent: please keep the link to this page.',
  isCancelled: 'This reservation is cancelled',
  isPast: 'This reservation is past',
  isSeated: 'Welcome, your table is ready',
  id: 'Reservation',
  guests: 'Guests',
  guestCount: (party: number) => (party === 1 ? '1 guest' : `${party} guests`),
  at: 'Where',
  table: 'Table',
  specialRequests: 'Your wishes',
  cancelledAt: 'Cancelled',
  reason: 'Reason',
  addToCalendar: 'Add to calendar',
  copyLink: 'Copy the link to this page',
  copied: 'Link copied',
  copyFailed: 'The link could not be copied',
  keepLink: 'With this page’s link you can see, change or cancel your reservation.',
  cancel: 'Cancel reservation',
  cancelTitle: 'Cancel this reservation?',
  cancelText: (about: string) => `${endWithFullStop(about)} Your table will be given to somebody else.`,
  cancelReason: 'Would you tell us why?',
  cancelKeep: 'Keep it',
  cancelled: reservationNotices.cancelled,
  cancelFailed: reservationNotices.cancelFailed,
  call: (phone: string) => `Too late to change or cancel here? Call ${phone}`,
  bookAnother: 'Book another table',
  notFoundText: 'The link may be incomplete, or the reservation belongs to another account.',
  upcoming: 'Later',
  earlierCount: (count: number) => (count === 1 ? '1 earlier reservation' : `${count} earlier reservations`),
  tableFor: (party: number) => `Table for ${numberWord(party)}`,
  directions: 'Directions',
  none: 'No reservations yet',
  noneToCome: 'No table booked',
  noneText: 'When you book a table while signed in, it appears here.',
  loadFailed: reservationNotices.loadFailed,
  more: 'Show more',
  see: 'Details',
  noTables: 'No tables to book at the moment',
  noTablesText: 'You can still order online.',
  toMenu: 'See the menu',
  noScript: 'Booking needs JavaScript. Please call us:',
} as const;
