import { say } from './language.ts';

/**
 * All expected failures: code → HTTP status and default message. A failure is a value; anything that is not in this
 * table is a bug and answers 500.
 */
export const failures = {
  // invalid requests
  'invalid-argument': [400, say`Invalid request.`],
  'pricing-mismatch': [400, say`pricing does not match the menu.`],
  'option-missing': [400, say`This dish needs a choice.`],
  'weak-password': [400, say`Password should be at least 6 characters long.`],
  'invalid-email': [400, say`Please enter a valid email address.`],
  'malformed-json': [400, say`The request body is not valid JSON.`],
  'unsupported-media-type': [415, say`The request body has a content type this call does not take.`],
  'payload-too-large': [413, say`The request body is too large.`],
  'body-too-slow': [408, say`The request took too long to arrive.`],
  // The client disconnected before the request was complete, so no response is read.
  'request-cut': [499, say`The request was cut off.`],
  'method-not-allowed': [405, say`This call takes another method.`],
  // authentication and permissions
  unauthenticated: [401, say`Please sign in, or send a valid API key.`],
  'api-key-expired': [401, say`This API key has expired.`],
  'wrong-password': [401, say`Incorrect password. Please try again.`],
  'user-not-found': [401, say`No account found with this email address.`],
  'permission-denied': [403, say`You do not have permission to perform this action.`],
  'scope-missing': [403, say`This API key lacks the scope that this call needs.`],
  'manager-needed': [403, say`A manager has to do this.`],
  'account-inactive': [403, say`This account has been deactivated.`],
  'email-not-verified': [403, say`Please confirm your email address first.`],
  'wrong-code': [401, say`This code is not right. Codes change every 30 seconds and work once.`],
  'wrong-passkey': [401, say`This passkey did not work. Try again, or sign in another way.`],
  'wrong-pin': [401, say`Wrong PIN. Please try again.`],
  'pin-locked': [403, say`Too many wrong tries. A manager can give you a new PIN.`],
  'not-a-tablet': [403, say`This device is no longer a shared tablet. A manager can set it up again.`],
  'code-refused': [409, say`This code is wrong or has expired. Check it, or request a new one.`],
  'sign-in-over': [401, say`That took too long, or too many tries. Please sign in again.`],
  'second-step-needed': [
    403,
    say`This needs your second step. Please show it, or set it up, under Sign-in and devices.`,
  ],
  'new-password-needed': [403, say`Please choose a new password first, under Sign-in and devices.`],
  'fresh-sign-in-needed': [403, say`Please confirm that it is you.`],
  'origin-not-allowed': [403, say`This request came from another site.`],
  // missing things
  'not-found': [404, say`Not found.`],
  'order-not-found': [404, say`Order not found`],
  'location-not-found': [404, say`Location not found`],
  'reservation-not-found': [404, say`Reservation not found`],
  'menu-item-not-found': [404, say`Menu item not found`],
  'profile-not-found': [404, say`User profile not found`],
  'file-not-found': [404, say`File not found.`],
  // conflicts with the current state
  'already-exists': [409, say`This already exists.`],
  'email-already-in-use': [409, say`An account with this email already exists.`],
  'invalid-transition': [409, say`This step is not possible now.`],
  conflict: [409, say`Somebody else changed this at the same time.`],
  'item-unavailable': [409, say`An item is no longer available.`],
  'option-unavailable': [409, say`Something that was chosen is no longer available.`],
  'cart-ordered': [409, say`This was already ordered.`],
  'already-taken': [409, say`This number was already used for another order.`],
  'already-paid': [409, say`This order is already paid.`],
  'code-needed': [409, say`Please confirm with a code that we can reach you there.`],
  'offer-over': [409, say`This code cannot be used for this order.`],
  'points-short': [409, say`There are not enough points for this.`],
  'gift-card-unknown': [409, say`We do not know this gift card. Check the code: it has no O, 0, I, 1 or L.`],
  'gift-card-short': [409, say`There is too little on this gift card.`],
  'gift-card-blocked': [409, say`This gift card is blocked. Please pay another way, and ask the restaurant about it.`],
  'promo-unknown': [409, say`We do not know this code. Please check the spelling, or remove it.`],
  'promo-minimum': [409, say`This code needs a larger order.`],
  'promo-over': [409, say`This offer is over. The price is now without it.`],
  'location-inactive': [409, say`Location is currently inactive`],
  'location-closed': [409, say`We are closed now.`],
  'fiscal-needed': [409, say`This location cannot take money with this till yet.`],
  'orders-paused': [409, say`This kitchen is not taking orders at the moment.`],
  'destination-needed': [409, say`Please enter the delivery address, so that we can check whether we deliver there.`],
  'outside-delivery': [409, say`We do not deliver to this address.`],
  'below-minimum': [409, say`This is below our minimum for delivery.`],
  'time-unavailable': [409, say`This time is no longer available.`],
  'time-later': [409, say`It takes longer now.`],
  'table-taken': [409, say`Somebody sits at this table. Choose another one.`],
  'table-booked': [409, say`A table that you remove is booked. Move its bookings first.`],
  'hours-booked': [
    409,
    say`Guests have booked or ordered for times when the location is then closed. Save the hours under Locations and choose there what becomes of them.`,
  ],
  'slot-unavailable': [409, say`This time is no longer available`],
  'time-full': [409, say`This time is full. Please choose another one.`],
  'reservation-exists': [
    409,
    say`You already have an active reservation at this location. Please cancel your existing reservation first.`,
  ],
  'proof-needed': [409, say`Please confirm your email address first.`],
  'too-many-seats': [409, say`That is more than can be booked online at once. Please call us.`],
  'too-much-unpaid': [409, say`You have too many unpaid orders. Please pay those first, or call us.`],
  'hours-not-configured': [409, say`Operating hours not properly configured for this location`],
  'failed-precondition': [409, say`This is not possible in the current state.`],
  'allergy-unconfirmed': [409, say`Somebody has to confirm the dishes of a guest with an allergy first.`],
  'more-than-due': [409, say`That is more than is left to pay.`],
  'bill-has-payments': [409, say`This bill has a payment, so its dishes stay on it.`],
  'tab-closed': [409, say`This tab is closed. Open a new one.`],
  'table-code': [
    409,
    say`This is not the code of your party. Codes change with each party: please ask your waiter for yours.`,
  ],
  'table-free': [409, say`Nobody sits at this table yet. Please ask your waiter to seat you.`],
  'card-needed': [409, say`This can only be refunded with the card in the reader.`],
  'last-admin': [409, say`The last admin cannot be removed.`],
  'category-in-use': [409, say`This category is in use.`],
  'idempotency-key-reused': [422, say`This Idempotency-Key was used for another request.`],
  'idempotency-key-required': [400, say`An Idempotency-Key header is required for this call.`],
  'payment-failed': [402, say`The payment was declined.`],
  // photos
  'invalid-image': [400, say`Invalid image`],
  'image-format': [415, say`Invalid file format. Allowed: jpeg, jpg, png, webp`],
  'image-too-large': [413, say`File too large. Maximum size: 5MB`],
  'image-unreachable': [422, say`Failed to get download URL`],
  'image-store-full': [507, say`Storage quota exceeded`],
  'image-store-unavailable': [503, say`The photo could not be stored. Please try again in a minute.`],
  // limits and outages
  'too-many-requests': [429, say`Too many failed attempts. Please try again later.`],
  'too-many-codes': [429, say`Too many wrong codes were tried. Please try again later, or order without a code.`],
  'rate-limited': [429, say`Too many requests. Please wait a moment and try again.`],
  unavailable: [503, say`Service temporarily unavailable. Please try again later.`],
  'payment-provider-unavailable': [503, say`The payment provider does not answer. Please try again later.`],
  internal: [500, say`Something went wrong on our side.`],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type FailureCode = keyof typeof failures;

/** An expected failure. The response body contains `details` as additional fields. */
export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A failure with the default message of its code, unless another is given. */
export function failure(code: FailureCode, message?: string, details?: Readonly<Record<string, unknown>>): Failure {
  return { code, message: message ?? failures[code][1], details };
}

export function httpStatusOf(code: FailureCode): number {
  return failures[code][0];
}

/** A failure thrown by a use case so that the transaction rolls back. The HTTP layer turns it into the error body. */
export class Refusal extends Error {
  readonly failure: Failure;

  constructor(reason: Failure) {
    super(reason.message);
    this.name = 'Refusal';
    this.failure = reason;
  }
}

/** `throw refuse('order-not-found')` */
export function refuse(code: FailureCode, message?: string, details?: Readonly<Record<string, unknown>>): Refusal {
  return new Refusal(failure(code, message, details));
}
