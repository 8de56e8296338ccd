import { say } from '@tiffin/domain/core';

/** Each word's index is its number. */
const NUMBERS =
  say`no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty`.split(
    / /,
  );

/** 4 → 'four' */
function numberWord(number: number): string {
  return NUMBERS[number] ?? String(number);
}

export const texts = {
  number: numberWord,
  sentence: (party: number, place: string, day: string, time: string) =>
    say`A table for ${numberWord(party)} at ${place}, ${day} at ${time}`,

  noTimes: (party: number) => say`No times are left for ${numberWord(party)} on this day. Please try another day.`,

  requestsPlaceholder: say`High chair, allergies, a quiet corner`,

  reserveFor: (party: number, time: string) => say`Reserve for ${numberWord(party)}, ${time}`,

  guestCount: (party: number) => (party === 1 ? say`1 guest` : say`${party} guests`),
  keepLink: say`With this page’s link you can see, change or cancel your reservation.`,
  tableFor: (party: number) => say`Table for ${numberWord(party)}`,
} as const;
