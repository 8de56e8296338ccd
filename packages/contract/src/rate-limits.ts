import type { FailureCode } from '@tiffin/domain/core';

/** Allows at most `most` uses in `seconds`, counted under `name`. */
export interface RateLimit {
  readonly name: string;
  readonly most: number;
  readonly seconds: number;
  /** The error code when the limit is reached; `rate-limited` by default. */
  readonly code?: FailureCode;
}

const MINUTES = 60;
const HOUR = 60 * MINUTES;

/**
 * The limits of requests, each counted separately. How many messages an unconfirmed address gets is limited in the
 * server, in `modules/outbox/queue-message.ts`.
 */
export const REQUEST_LIMITS = {
  signIn: { name: 'sign-in', most: 10, seconds: 15 * MINUTES, code: 'too-many-requests' },
  signInToAccount: { name: 'sign-in-account', most: 100, seconds: 15 * MINUTES, code: 'too-many-requests' },
  signInFromAddress: { name: 'sign-in-address', most: 60, seconds: 15 * MINUTES, code: 'too-many-requests' },
  /** All sign-ins to one account from devices that signed in to it before. */
  signInFromDevices: { name: 'sign-in-devices', most: 300, seconds: 15 * MINUTES, code: 'too-many-requests' },
  /** Confirmations of the identity of a signed-in person. */
  confirm: { name: 'confirm', most: 10, seconds: 15 * MINUTES, code: 'too-many-requests' },
  /** PINs of managers that one person enters in their own session, including correct ones. */
  managersPin: { name: 'managers-pin', most: 20, seconds: 60 * MINUTES, code: 'too-many-requests' },
  /** Codes for one sign-in after a correct password. */
  code: { name: 'code', most: 30, seconds: 15 * MINUTES, code: 'too-many-requests' },
  /** Uses of one passkey from one address. Keys cannot be guessed; the limit saves processor time. */
  passkey: { name: 'passkey', most: 600, seconds: 15 * MINUTES, code: 'too-many-requests' },
  /** Unknown passkeys from one address. */
  unknownPasskey: { name: 'passkey-unknown', most: 600, seconds: 15 * MINUTES, code: 'too-many-requests' },
  signUp: { name: 'sign-up', most: 20, seconds: HOUR },
  passwordReset: { name: 'password-reset', most: 5, seconds: HOUR },
  /** All requests for one account from unknown devices. */
  passwordResetTo: { name: 'password-reset-to', most: 5, seconds: HOUR },
  passwordResetFromAddress: { name: 'password-reset-address', most: 30, seconds: HOUR },
  /** All requests for one account from devices that signed in to it before. */
  passwordResetFromDevices: { name: 'password-reset-devices', most: 30, seconds: HOUR },
  clientError: { name: 'client-error', most: 30, seconds: 10 * MINUTES },
  placeOrder: { name: 'place-order', most: 30, seconds: 10 * MINUTES },
  placeOrderFromAddress: { name: 'place-order-address', most: 150, seconds: 10 * MINUTES },
  book: { name: 'book', most: 30, seconds: 10 * MINUTES },
  bookFromAddress: { name: 'book-address', most: 60, seconds: 10 * MINUTES },
  /** Changes by guests other than orders and reservations, and pricing checks. */
  change: { name: 'change', most: 600, seconds: 10 * MINUTES },
  changeFromAddress: { name: 'change-address', most: 3_000, seconds: 10 * MINUTES },
  /** Everything one staff member does. A busy board stays far below it. */
  work: { name: 'work', most: 6_000, seconds: 10 * MINUTES },
  /** Forms sent without JavaScript. */
  form: { name: 'form', most: 300, seconds: 10 * MINUTES },
  /** Payment events, and answers by text, with an invalid signature. */
  forgedEvent: { name: 'forged-event', most: 60, seconds: 10 * MINUTES },
  /** Requests to send the code for confirming an email address again. */
  askForProof: { name: 'ask-for-proof', most: 3, seconds: HOUR },
  /** Wrong codes that one account tries to confirm its address with. */
  guessEmailCode: { name: 'guess-email-code', most: 20, seconds: 24 * HOUR, code: 'too-many-requests' },
  /** Requests to send the same reservation confirmation again. */
  resend: { name: 'resend', most: 5, seconds: HOUR },
  /** Requests to mail the links to the reservations of one address. */
  reservationLinksTo: { name: 'reservation-links-to', most: 3, seconds: HOUR },
  reservationLinksFromAddress: { name: 'reservation-links-address', most: 20, seconds: HOUR },
  /** Customer searches by phone number. */
  lookUpPhone: { name: 'look-up-phone', most: 120, seconds: 10 * MINUTES },
  uploadImage: { name: 'upload-image', most: 120, seconds: 10 * MINUTES },
  /** Push subscriptions. */
  follow: { name: 'follow', most: 60, seconds: 10 * MINUTES },
  /** Codes sent to one recipient. */
  codesTo: { name: 'codes-to', most: 3, seconds: HOUR },
  /** Codes requested from one address. */
  codesFromAddress: { name: 'codes-address', most: 20, seconds: HOUR },
  token: { name: 'token', most: 120, seconds: 10 * MINUTES },
  /** Invalid access tokens. A caller with a valid token is never refused because others guess. */
  guessToken: { name: 'guess-key', most: 30, seconds: 10 * MINUTES },
  /** Invalid API keys. Requests with a valid key are not counted. */
  invalidApiKey: { name: 'invalid-api-key', most: 30, seconds: MINUTES },
  /** Checks whether a payment has arrived, which the waiting page makes every three seconds. */
  lookForPayment: { name: 'look-for-payment', most: 1_500, seconds: 10 * MINUTES },
  lookForPaymentFromAddress: { name: 'look-for-payment-address', most: 4_500, seconds: 10 * MINUTES },
  /** Requests for orders and payments that do not exist. Honest clients ask for existing ones. */
  guessOrder: { name: 'guess-order', most: 600, seconds: 10 * MINUTES },
  /** Responses that reveal that someone has a reservation. */
  guessBooking: { name: 'guess-booking', most: 60, seconds: HOUR },
  /** Wrong codes of gift cards. */
  guessGiftCard: { name: 'guess-gift-card', most: 10, seconds: HOUR, code: 'too-many-requests' },
  /** Wrong codes of the parties at tables, from one address. A whole restaurant may share it. */
  guessTable: { name: 'guess-table', most: 30, seconds: 10 * MINUTES, code: 'too-many-requests' },
  /**
   * Wrong codes of the party at one table, from all addresses: more than one address has, so that nobody alone shuts a
   * party out. 480 tries in two hours find one of 923,521 codes once in 1,900 evenings.
   */
  guessTableCode: { name: 'guess-table-code', most: 40, seconds: 10 * MINUTES, code: 'too-many-requests' },
  /** Wrong codes of offers. A whole restaurant may share an address and mistype the code on the wall. */
  guessOfferCode: { name: 'guess-offer-code', most: 60, seconds: HOUR, code: 'too-many-codes' },
  /** Responses that reveal that someone has an unpaid order. */
  guessOpenOrder: { name: 'guess-open-order', most: 30, seconds: HOUR },
} as const satisfies Record<string, RateLimit>;

/** The limits of a call, and which of its requests they count. */
export interface CallRateLimits {
  /** Counts per person or API key, and per address for callers without an account. */
  readonly each?: RateLimit;
  /** Counts per address, over all callers. Staff are counted by `work` instead, because they share an address. */
  readonly address?: RateLimit;
  /** Also counts refused requests, because they are guesses or cost as much as others. */
  readonly countsRefused?: true;
  /**
   * Counts only responses that reveal a wrong guess, per address. When the limit is reached, all requests are
   * refused.
   */
  readonly guess?: {
    readonly limit: RateLimit;
    readonly code: FailureCode;
    /** True if the call accepts an access token. A wrong one counts as `guessToken`; a valid one is always accepted. */
    readonly takesToken?: true;
  };
  /** True if the handler counts the requests, or answering costs less than counting. */
  readonly byItself?: true;
}

/** The limits from which the definitions of calls choose. */
export const CALL_RATE_LIMITS = {
  order: { each: REQUEST_LIMITS.placeOrder, address: REQUEST_LIMITS.placeOrderFromAddress },
  // The error "You already have a reservation" reveals something about the owner of an email address.
  book: {
    each: REQUEST_LIMITS.book,
    address: REQUEST_LIMITS.bookFromAddress,
    guess: { limit: REQUEST_LIMITS.guessBooking, code: 'reservation-exists' },
  },
  confirmation: { each: REQUEST_LIMITS.book, address: REQUEST_LIMITS.bookFromAddress },
  change: { each: REQUEST_LIMITS.change, address: REQUEST_LIMITS.changeFromAddress },
  work: { each: REQUEST_LIMITS.work },
  upload: { each: REQUEST_LIMITS.uploadImage, countsRefused: true },
  lookUp: { each: REQUEST_LIMITS.lookUpPhone, countsRefused: true },
  follow: { address: REQUEST_LIMITS.follow, countsRefused: true },
  /** Calls with an access token. */
  link: {
    address: REQUEST_LIMITS.token,
    countsRefused: true,
    guess: { limit: REQUEST_LIMITS.guessOrder, code: 'order-not-found', takesToken: true },
  },
  /** Sending a code, which is also counted per recipient. */
  sendCode: { address: REQUEST_LIMITS.codesFromAddress, countsRefused: true },
  /** Also counted per recipient. */
  sendReservationLinks: { address: REQUEST_LIMITS.reservationLinksFromAddress, countsRefused: true },
  /** Unknown order numbers and sessions count as guesses; a payment that has not arrived yet does not. */
  find: {
    each: REQUEST_LIMITS.lookForPayment,
    address: REQUEST_LIMITS.lookForPaymentFromAddress,
    countsRefused: true,
    guess: { limit: REQUEST_LIMITS.guessOrder, code: 'order-not-found', takesToken: true },
  },
  findByLink: { guess: { limit: REQUEST_LIMITS.guessOrder, code: 'order-not-found', takesToken: true } },
  /** Changes by a guest to an order, found by number or access token. */
  changeOrder: {
    each: REQUEST_LIMITS.change,
    address: REQUEST_LIMITS.changeFromAddress,
    guess: { limit: REQUEST_LIMITS.guessOrder, code: 'order-not-found', takesToken: true },
  },
  /** A waiting guest's page asks every few seconds, and all guests at the door may share an address. */
  findWait: { guess: { limit: REQUEST_LIMITS.guessOrder, code: 'not-found', takesToken: true } },
  answerCall: {
    address: REQUEST_LIMITS.changeFromAddress,
    guess: { limit: REQUEST_LIMITS.guessOrder, code: 'not-found', takesToken: true },
  },
  /** Wrong codes are counted by the handler, per address and per table. */
  joinTable: { address: REQUEST_LIMITS.changeFromAddress },
  /** Calls of phones at a table, with their token. All of a restaurant share an address. */
  atTable: {
    address: REQUEST_LIMITS.changeFromAddress,
    guess: { limit: REQUEST_LIMITS.guessOrder, code: 'not-found', takesToken: true },
  },
  form: { address: REQUEST_LIMITS.form, countsRefused: true },
  /**
   * Challenges cost nothing, and a limit per address would lock out everyone behind it. Passkeys and codes are
   * counted by passkey and sign-in.
   */
  secondStep: { byItself: true },
  clientError: { address: REQUEST_LIMITS.clientError, countsRefused: true },
  forgedEvent: { address: REQUEST_LIMITS.forgedEvent, countsRefused: true },
  signUp: { address: REQUEST_LIMITS.signUp, countsRefused: true },
  /** Here `each` is an account at an address, or at a known device (see the server's api/sign-in.ts). */
  signIn: { each: REQUEST_LIMITS.signIn, address: REQUEST_LIMITS.signInFromAddress },
  passwordReset: {
    each: REQUEST_LIMITS.passwordReset,
    address: REQUEST_LIMITS.passwordResetFromAddress,
    countsRefused: true,
  },
} as const satisfies Record<string, CallRateLimits>;

/** The size and rate limits of a request with a body. */
export interface BodyLimits {
  readonly maxKb: number;
  readonly rate: CallRateLimits;
}

/** What the calls have in common with which staff place an order. */
export const TILL_ORDER_RULES = {
  access: 'staff',
  managersPin: true,
  creating: true,
  maxKb: 64,
  rate: CALL_RATE_LIMITS.work,
} as const;
