import type { FailureCode } from '@tiffin/domain/core';

export interface Limit {
  readonly name: string;
  readonly most: number;
  readonly seconds: number;
  /** What is said once it is used up; 'rate-limited' when nothing else. */
  readonly code?: FailureCode;
}

const MINUTES = 60;
const HOUR = 60 * MINUTES;

export const LIMITS = {
  signIn: { name: 'sign-in', most: 10, seconds: 15 * MINUTES, code: 'too-many-requests' },
  signInToAccount: { name: 'sign-in-account', most: 100, seconds: 15 * MINUTES, code: 'too-many-requests' },
  signInFromAddress: { name: 'sign-in-address', most: 60, seconds: 15 * MINUTES, code: 'too-many-requests' },
  /** To an account, from all the devices it was signed in to on before. */
  signInFromDevices: { name: 'sign-in-devices', most: 300, seconds: 15 * MINUTES, code: 'too-many-requests' },
  /** Showing once more that it is them, by whoever is signed in. */
  confirm: { name: 'confirm', most: 10, seconds: 15 * MINUTES, code: 'too-many-requests' },
  /** PINs of managers that one person types over their own session, right ones too. */
  managersPin: { name: 'managers-pin', most: 20, seconds: 60 * MINUTES, code: 'too-many-requests' },
  /** Codes for one sign-in, after a right password. */
  code: { name: 'code', most: 30, seconds: 15 * MINUTES, code: 'too-many-requests' },
  /** Answers with one passkey from one address: nobody guesses a key, it is only to spare the processor. */
  passkey: { name: 'passkey', most: 600, seconds: 15 * MINUTES, code: 'too-many-requests' },
  /** Answers with passkeys nobody has, from one address. */
  unknownPasskey: { name: 'passkey-unknown', most: 600, seconds: 15 * MINUTES, code: 'too-many-requests' },
  signUp: { name: 'sign-up', most: 20, seconds: HOUR },
  passwordReset: { name: 'password-reset', most: 5, seconds: HOUR },
  /** From devices we do not know, whoever they are. */
  passwordResetTo: { name: 'password-reset-to', most: 5, seconds: HOUR },
  passwordResetFromAddress: { name: 'password-reset-address', most: 30, seconds: HOUR },
  /** To an account, from all the devices it was signed in to on before. */
  passwordResetFromDevices: { name: 'password-reset-devices', most: 30, seconds: HOUR },
  clientError: { name: 'client-error', most: 30, seconds: 10 * MINUTES },
  placeOrder: { name: 'place-order', most: 30, seconds: 10 * MINUTES },
  placeOrderFromAddress: { name: 'place-order-address', most: 150, seconds: 10 * MINUTES },
  book: { name: 'book', most: 30, seconds: 10 * MINUTES },
  bookFromAddress: { name: 'book-address', most: 60, seconds: 10 * MINUTES },
  /** What a guest changes beside orders and bookings, and every look at what a cart costs. */
  change: { name: 'change', most: 600, seconds: 10 * MINUTES },
  changeFromAddress: { name: 'change-address', most: 3_000, seconds: 10 * MINUTES },
  /** Whatever one of the staff does; a busy board is far from it. */
  work: { name: 'work', most: 6_000, seconds: 10 * MINUTES },
  /** Forms of pages, sent without scripts. */
  form: { name: 'form', most: 300, seconds: 10 * MINUTES },
  /** Payment events that are not the provider's. */
  forgedEvent: { name: 'forged-event', most: 60, seconds: 10 * MINUTES },
  /** Another link that confirms an e-mail address. */
  askForProof: { name: 'ask-for-proof', most: 3, seconds: HOUR },
  /** The same confirmation again. */
  resend: { name: 'resend', most: 5, seconds: HOUR },
  /** People found by their telephone, by one of the staff. */
  lookUpPhone: { name: 'look-up-phone', most: 120, seconds: 10 * MINUTES },
  uploadImage: { name: 'upload-image', most: 120, seconds: 10 * MINUTES },
  /** Devices that ask to be told of something. */
  follow: { name: 'follow', most: 60, seconds: 10 * MINUTES },
  /** Codes that one recipient is sent. */
  codesTo: { name: 'codes-to', most: 3, seconds: HOUR },
  /** Codes that are asked for behind one address. */
  codesFromAddress: { name: 'codes-address', most: 20, seconds: HOUR },
  token: { name: 'token', most: 120, seconds: 10 * MINUTES },
  /** Keys of links that open nothing: whoever has the right one is never kept waiting for those who guess. */
  guessKey: { name: 'guess-key', most: 30, seconds: 10 * MINUTES },
  /** Whether a payment has arrived: a page that waits for it asks every three seconds. */
  lookForPayment: { name: 'look-for-payment', most: 1_500, seconds: 10 * MINUTES },
  lookForPaymentFromAddress: { name: 'look-for-payment-address', most: 4_500, seconds: 10 * MINUTES },
  /** Orders and payments that are not there: what a household, or an office, asks for is there. */
  guessOrder: { name: 'guess-order', most: 600, seconds: 10 * MINUTES },
  /** Being told that somebody has a table booked already. */
  guessBooking: { name: 'guess-booking', most: 60, seconds: HOUR },
  /** Being told that a number or an address has an order that is not paid. */
  guessOpenOrder: { name: 'guess-open-order', most: 30, seconds: HOUR },
} as const satisfies Record<string, Limit>;

/** How often something may be asked for. */
export interface Rate {
  /** By one person, or one key; without an account, by one address. */
  readonly each?: Limit;
  /** By all behind one address, whoever they are. The staff are known by name: to them their work counts instead. */
  readonly address?: Limit;
  /** What is refused for what it says counts too: it is a guess, or costs as much as what is not. */
  readonly countsRefused?: true;
  /** An answer that is a wrong guess: only these count, to the address, and at the end nothing is answered, right or wrong. */
  readonly guess?: {
    readonly limit: Limit;
    readonly code: FailureCode;
    /** It takes the key of a link: a wrong one is another guess (`guessKey`), and the right one is answered whoever guesses. */
    readonly takesKey?: true;
  };
  /** The call itself counts, to what it alone knows, or it costs less than counting would. */
  readonly byItself?: true;
}

/** The rates calls and forms are declared with, each beside its size. */
export const RATES = {
  order: { each: LIMITS.placeOrder, address: LIMITS.placeOrderFromAddress },
  // "You already have a reservation" tells whoever writes somebody's address here: not many times.
  book: {
    each: LIMITS.book,
    address: LIMITS.bookFromAddress,
    guess: { limit: LIMITS.guessBooking, code: 'reservation-exists' },
  },
  confirmation: { each: LIMITS.book, address: LIMITS.bookFromAddress },
  change: { each: LIMITS.change, address: LIMITS.changeFromAddress },
  work: { each: LIMITS.work },
  upload: { each: LIMITS.uploadImage, countsRefused: true },
  lookUp: { each: LIMITS.lookUpPhone, countsRefused: true },
  follow: { address: LIMITS.follow, countsRefused: true },
  /** Whoever holds a link. */
  link: {
    address: LIMITS.token,
    countsRefused: true,
    guess: { limit: LIMITS.guessOrder, code: 'order-not-found', takesKey: true },
  },
  /** A code by mail or text; to its recipient it is counted besides. */
  sendCode: { address: LIMITS.codesFromAddress, countsRefused: true },
  /** Numbers and sessions nobody has are guesses; a payment that is on its way is none. */
  find: {
    each: LIMITS.lookForPayment,
    address: LIMITS.lookForPaymentFromAddress,
    countsRefused: true,
    guess: { limit: LIMITS.guessOrder, code: 'order-not-found' },
  },
  /** The same, by its number or the key of its link. */
  findByLink: { guess: { limit: LIMITS.guessOrder, code: 'order-not-found', takesKey: true } },
  /** What a guest changes of an order, by its number or the key of its link. */
  changeOrder: {
    each: LIMITS.change,
    address: LIMITS.changeFromAddress,
    guess: { limit: LIMITS.guessOrder, code: 'order-not-found', takesKey: true },
  },
  form: { address: LIMITS.form, countsRefused: true },
  /**
   * Challenges cost nothing, and whoever used them up would shut out everybody at their address; answers count to the
   * passkey, codes to the sign-in that waits for one.
   */
  secondStep: { byItself: true },
  clientError: { address: LIMITS.clientError, countsRefused: true },
  forgedEvent: { address: LIMITS.forgedEvent, countsRefused: true },
  signUp: { address: LIMITS.signUp, countsRefused: true },
  /** Of these two each is the account at an address, or at a device we know (the server's api/sign-in.ts). */
  signIn: { each: LIMITS.signIn, address: LIMITS.signInFromAddress },
  passwordReset: { each: LIMITS.passwordReset, address: LIMITS.passwordResetFromAddress, countsRefused: true },
} as const satisfies Record<string, Rate>;

/** What whoever takes a body says of it first. */
export interface Bounds {
  /** How many kilobytes it may have. */
  readonly maxKb: number;
  readonly rate: Rate;
}

/** An order of the till, however it is paid. */
export const OF_THE_TILL = { who: 'staff', managersPin: true, creating: true, maxKb: 64, rate: RATES.work } as const;
