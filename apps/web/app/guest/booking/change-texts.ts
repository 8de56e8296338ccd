import { say } from '@tiffin/domain/core';
import { dayInSentence } from '../../shared/reservation/date-texts.ts';

export const changeTexts = {
  keepsNumber: (id: string) => say`Reservation ${id} keeps its number.`,

  moveToDay: (date: string, time: string) => say`Move to ${dayInSentence(date)}, ${time}`,
} as const;

/** Sending a lost link again. */
export const findTexts = {
  description: say`We send the link to your reservation again, to the email address you booked with.`,
  sent: (email: string) => say`If there is a reservation for ${email}, its link is on its way.`,
  nothingCame: (phone: string) => say`Nothing after 5 minutes? Check the address, or call ${phone}.`,
} as const;
