import { say } from '@tiffin/domain/core';
import { guestColumnChoices, type ImportKind } from '@tiffin/domain/menu-file';
import { giftCardColumnChoices } from '@tiffin/domain/payment';
import { bookingColumnChoices } from '@tiffin/domain/reservation';

/** What the page of an import says, by what the rows of its file are. */
export interface ImportTexts {
  readonly title: string;
  readonly about: string;
  readonly columns: () => readonly { readonly id: string; readonly name: string }[];
  /** Nothing can be read without these columns. */
  readonly needs: readonly string[];
  readonly missing: string;
  readonly hasLocation: boolean;
}

export const importTexts = (kind: ImportKind): ImportTexts =>
  ({
    guests: {
      title: say`Import guests`,
      about: say`The customers of Square, or a list with email addresses, names, phone numbers and points. You see who would be added before anything changes.`,
      columns: guestColumnChoices,
      needs: ['email'],
      missing: say`Please choose which column has the email addresses.`,
      hasLocation: false,
    },
    'gift-cards': {
      title: say`Import gift cards`,
      about: say`A list of the codes on your cards of another system, and what is left on each. Guests pay with the same code here. You see every card before anything changes.`,
      columns: giftCardColumnChoices,
      needs: ['code', 'balance'],
      missing: say`Please choose which columns have the codes and the balances.`,
      hasLocation: true,
    },
    bookings: {
      title: say`Import bookings`,
      about: say`The coming bookings of OpenTable, Resy, Tock or Square, or a list with names, dates, times and numbers of guests. Guests get no confirmation. You see every booking before anything changes.`,
      columns: bookingColumnChoices,
      needs: ['date', 'partySize'],
      missing: say`Please choose which columns have the dates and the numbers of guests.`,
      hasLocation: true,
    },
  })[kind];
