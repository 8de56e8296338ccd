import { dayInSentence } from '../../shared/reservation/days.ts';
import { endWithFullStop } from '@tiffin/domain/core';
import { texts } from './texts.ts';

/** Changing a reservation. */
export const changeTexts = {
  change: 'Change',
  changeOf: (id: string) => `reservation ${id}`,
  title: 'Change reservation',
  keepsNumber: (id: string) => `Reservation ${id} keeps its number.`,
  now: 'Now',
  changedTo: 'New',
  compare: 'The reservation now and after the change',
  detail: 'Detail',
  day: 'Day',
  time: 'Time',
  guests: 'Guests',
  requests: 'Requests',
  noRequests: 'None',
  yoursNow: 'Yours now',
  requestsTitle: 'What should we know?',
  moveTo: (time: string) => `Move to ${time}`,
  moveToDay: (date: string, time: string) => `Move to ${dayInSentence(date)}, ${time}`,
  changeParty: (party: number) => `Change to ${texts.guestCount(party)}`,
  saveRequests: 'Save the request',
  saving: 'Changing…',
  stays: (time: string) => `Your ${time} stays yours until the change is confirmed.`,
  onlyRequests: 'Time and table stay as they are.',
  nothingChanged: 'Nothing is different yet. Choose another day, time, party size or request.',
  keep: 'Keep it as it is',
  refused: 'Nothing was changed',
  stillYours: (about: string) => `${endWithFullStop(about)} This is still yours.`,
  changedElsewhere:
    'This reservation was changed somewhere else in the meantime. “Now” shows how it is. Please check your choice and send it again.',
  offline: 'You are offline. Your reservation stays as it is. Change it when you are connected.',
  done: 'Your reservation is changed',
  before: 'Before',
  beforeText: (date: string, time: string, party: string) => `${dayInSentence(date)}, ${time}, ${party}`,
  tooLate: 'This reservation can no longer be changed here',
  tooLateText: (phone: string) => `Call us at ${phone}, and we will see what we can do.`,
  see: 'See the reservation',

  exists: 'You already have a table here',
  oneEach: 'We hold one table per guest. Do you want to change it instead?',
  seeIt: 'See this reservation',
  notSignedIn: 'Is it yours? We can send its link to your email address. With the link you can change it.',
  secondTable: (phone: string) => `A second table for other people? Call ${phone}.`,
} as const;

/** Sending a lost link again. */
export const findTexts = {
  title: 'Find your reservation',
  description: 'We send the link to your reservation again, to the email address you booked with.',
  descriptionWithPhone:
    'We send the link to your reservation again. Enter the email address you booked with, or your phone number if you gave no address.',
  email: 'Email Address',
  contact: 'Email Address or Phone Number',
  contactMissing: 'Enter your email address or your phone number.',
  phoneWrong: 'This is not a complete phone number. Enter it with the area code.',
  send: 'Send the link',
  sending: 'Sending…',
  sentTitle: 'Check your email',
  textedTitle: 'Check your text messages',
  sent: (email: string) => `If there is a reservation for ${email}, its link is on its way.`,
  nothingCame: (phone: string) => `Nothing after 5 minutes? Check the address, or call ${phone}.`,
  another: 'Try another address',
  anotherContact: 'Try another address or number',
  failed: 'The link was not sent',
  noMail: (phone: string) => `Email is not set up here yet. Call ${phone}, and we will find your reservation.`,
  lost: 'Already booked? Find your reservation',
} as const;
