import { expect, test } from 'vitest';
import { failure, failures } from '../core/errors.ts';
import {
  CHECKOUT_MESSAGES,
  checkoutMessage,
  CLIENT_MESSAGES,
  HTTP_MESSAGES,
  isClientCode,
  isFailureCode,
  messageForResponse,
  messageForCode,
  UNKNOWN_ERROR_MESSAGE,
} from './error-messages.ts';
import { errorBody, failed, succeeded } from './outcome.ts';

test.each([
  ['[C-ERR-01]', 429, 'rate-limited', 'Too many requests. Please wait a moment and try again.'],
  ['[C-ERR-02]', 500, 'boom', 'Service temporarily unavailable. Please try again later.'],
  ['[C-ERR-02]', 503, 'pricing required', 'Service temporarily unavailable. Please try again later.'],
  ['[C-ERR-02]', 599, '', 'Service temporarily unavailable. Please try again later.'],
  ['[C-ERR-03]', 401, 'no', 'Authentication failed. Please refresh and try again.'],
  ['[C-ERR-04]', 400, 'Customer name is required', 'Please fill in all required fields.'],
  ['[C-ERR-04]', 400, 'Invalid pricing is required', 'Please fill in all required fields.'],
  ['[C-ERR-05]', 400, 'Invalid request.', 'Please check your input and try again.'],
  ['[C-ERR-05]', 400, 'Invalid pricing', 'Please check your input and try again.'],
  ['[C-ERR-06]', 400, 'pricing has changed', 'Price validation failed. Please refresh and try again.'],
  ['[C-ERR-07]', 400, 'The kitchen is full', 'The kitchen is full'],
  ['[C-ERR-07]', 400, 'Required: a name', 'Required: a name'],
  ['[C-ERR-07]', 400, 'invalid', 'invalid'],
  ['[C-ERR-07]', 400, 'Pricing', 'Pricing'],
  ['[C-ERR-07]', 400, '', 'Something went wrong. Please try again.'],
  ['[C-ERR-08]', 404, 'Order not found', 'The requested resource was not found.'],
  ['[C-ERR-09]', null, '', 'Network error - please check your connection'],
  ['(others)', 409, 'Location is currently inactive', 'Location is currently inactive'],
  ['(others)', 403, '', 'Something went wrong. Please try again.'],
])('%s a response %s with "%s" shows: %s', (_fact, status, value, text) => {
  expect(messageForResponse(status, value)).toBe(text);
});

test('a response without a message shows a default one', () => {
  expect(messageForResponse(400)).toBe(HTTP_MESSAGES.other);
});

test.each([
  ['user-not-found', 'No account found with this email address.'],
  ['wrong-password', 'Incorrect password. Please try again.'],
  ['email-already-in-use', 'An account with this email already exists.'],
  ['weak-password', 'Password should be at least 6 characters long.'],
  ['invalid-email', 'Please enter a valid email address.'],
  ['too-many-requests', 'Too many failed attempts. Please try again later.'],
  ['permission-denied', 'You do not have permission to perform this action.'],
])('the code %s shows: %s', (code, text) => {
  expect(messageForCode(code)).toBe(text);
  expect(messageForCode(`auth/${code}`)).toBe(text);
});

test.each([
  'unavailable',
  'invalid-argument',
  'not-found',
  'already-exists',
  'data-loss',
  'internal',
  'failed-precondition',
  'network-error',
  'timeout',
])('the code %s has a short message [C-ERR-18]', (code) => {
  expect(isClientCode(code) || isFailureCode(code)).toBe(true);
  expect(messageForCode(code)).toMatch(/^[A-Z][^\n]{5,80}\.$/);
});

// docs/specification/cannot-happen.md gives the reasons.
const expectNeverRaised = (code: string) => {
  expect(isClientCode(code) || isFailureCode(code)).toBe(false);
  expect(messageForCode(code)).toBe(UNKNOWN_ERROR_MESSAGE);
};
test.each(['deadline-exceeded', 'resource-exhausted', 'cancelled', 'out-of-range', 'aborted'])(
  'the code %s of another provider is never raised [C-ERR-18]',
  (code) => expectNeverRaised(code),
);
test('object-not-found is never raised [C-ERR-19]', () => expectNeverRaised('object-not-found'));
test('unauthorized is never raised [C-ERR-20]', () => expectNeverRaised('unauthorized'));
test('quota-exceeded is never raised [C-ERR-21]', () => expectNeverRaised('quota-exceeded'));
test('invalid-url is never raised [C-ERR-22]', () => expectNeverRaised('invalid-url'));
test('no-default-bucket is never raised [C-ERR-23]', () => expectNeverRaised('no-default-bucket'));

test.each(['', 'nonsense', 'toString', 'auth/', '__proto__'])(
  'the unknown code "%s" shows a default message',
  (code) => {
    expect(messageForCode(code)).toBe(UNKNOWN_ERROR_MESSAGE);
  },
);

test('no code is in both tables', () => {
  expect(Object.keys(CLIENT_MESSAGES).filter((code) => code in failures)).toEqual([]);
});

test.each([
  ['', 'Unable to process order. Please try again.'],
  ['   ', 'Unable to process order. Please try again.'],
  [null, 'Unable to process order. Please try again.'],
  [undefined, 'Unable to process order. Please try again.'],
  ['Network error - no answer', 'Network error. Please check your connection and try again'],
  ['Network validation', 'Network error. Please check your connection and try again'],
  ['validation of the form', 'Please check your information and try again.'],
  ['Failed to create cash order', 'Failed to create cash order'],
  ['Failed to create payment session', 'Failed to create payment session'],
  ['network down', 'network down'],
  ['Validation', 'Validation'],
  ['Pricing validation failed: total', 'Please check your information and try again.'],
])('checkout failing with "%s" shows: %s', (message, text) => {
  expect(checkoutMessage(message)).toBe(text);
});

test('the message about price calculation at checkout is never shown [C-ERR-29]', () => {
  expect(Object.values(CHECKOUT_MESSAGES)).not.toContain('Price calculation error. Please refresh and try again.');
});

const at = new Date('2026-11-20T09:00:00Z');

test('a failed operation reports its error, code, user message, context and time', () => {
  expect(failed({ message: 'no rows', code: 'not-found' }, 'loading the menu', at)).toEqual({
    success: false,
    error: 'no rows',
    errorCode: 'not-found',
    userMessage: 'Not found.',
    context: 'loading the menu',
    timestamp: '2026-11-20T09:00:00.000Z',
  });
  expect(failed(new Error('oh'), 'x', at)).toMatchObject({ errorCode: 'internal', userMessage: UNKNOWN_ERROR_MESSAGE });
  expect(succeeded(3)).toEqual({ success: true, data: 3 });
});

test('an error response has error, code, time and request id, which details never overwrite', () => {
  const reason = failure('item-unavailable', 'Naan is no longer available.', { items: ['naan'], code: 'fake' });
  expect(errorBody(reason, at, 'r-1')).toEqual({
    success: false,
    error: 'Naan is no longer available.',
    code: 'item-unavailable',
    timestamp: '2026-11-20T09:00:00.000Z',
    requestId: 'r-1',
    items: ['naan'],
  });
});

test('an account without a profile has its own message [C-ERR-36]', () => {
  expect(failures['profile-not-found'][1]).toBe('User profile not found');
});
