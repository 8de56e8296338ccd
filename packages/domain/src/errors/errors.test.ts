import { expect, test } from 'vitest';
import { failure, failures } from '../core/errors.ts';
import { UPLOAD_FAILURES, uploadFailureText } from '../menu/uploads.ts';
import { CHECKOUT_MESSAGES, checkoutMessage } from './checkout.ts';
import { HTTP_MESSAGES, messageForAnswer } from './http.ts';
import { CLIENT_MESSAGES, isClientCode, isFailureCode, messageForCode, UNKNOWN_ERROR_MESSAGE } from './messages.ts';
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
])('%s an answer %s saying "%s" reads: %s', (_fact, status, said, text) => {
  expect(messageForAnswer(status, said)).toBe(text);
});

test('an answer without words has words all the same', () => {
  expect(messageForAnswer(400)).toBe(HTTP_MESSAGES.other);
});

test.each([
  ['[C-ERR-10]', 'user-not-found', 'No account found with this email address.'],
  ['[C-ERR-11]', 'wrong-password', 'Incorrect password. Please try again.'],
  ['[C-ERR-12]', 'email-already-in-use', 'An account with this email already exists.'],
  ['[C-ERR-13]', 'weak-password', 'Password should be at least 6 characters long.'],
  ['[C-ERR-14]', 'invalid-email', 'Please enter a valid email address.'],
  ['[C-ERR-15]', 'too-many-requests', 'Too many failed attempts. Please try again later.'],
  ['[C-ERR-16]', 'network-request-failed', 'Network error. Please check your connection.'],
  ['[C-ERR-17]', 'permission-denied', 'You do not have permission to perform this action.'],
  ['[C-ERR-19]', 'object-not-found', 'File not found.'],
  ['[C-ERR-20]', 'unauthorized', 'You do not have permission to perform this action.'],
  ['[C-ERR-21]', 'quota-exceeded', 'Storage quota exceeded.'],
  ['[C-ERR-22]', 'invalid-url', 'Invalid file URL.'],
  ['[C-ERR-23]', 'no-default-bucket', 'File upload failed. Please try again.'],
  ['[C-ERR-23]', 'cannot-slice-blob', 'File upload failed. Please try again.'],
])('%s the code %s reads: %s', (_fact, code, text) => {
  expect(messageForCode(code)).toBe(text);
  expect(messageForCode(`auth/${code}`)).toBe(text);
});

test.each([
  'unavailable',
  'deadline-exceeded',
  'resource-exhausted',
  'invalid-argument',
  'not-found',
  'already-exists',
  'cancelled',
  'data-loss',
  'internal',
  'out-of-range',
  'failed-precondition',
  'aborted',
  'network-error',
  'timeout',
])('the code %s has a short sentence of its own [C-ERR-18]', (code) => {
  expect(isClientCode(code) || isFailureCode(code)).toBe(true);
  expect(messageForCode(code)).toMatch(/^[A-Z][^\n]{5,80}\.$/);
});

test.each(['', 'nonsense', 'toString', 'auth/', '__proto__'])('the unknown code "%s" still has words', (code) => {
  expect(messageForCode(code)).toBe(UNKNOWN_ERROR_MESSAGE);
});

test('no code is in both tables', () => {
  expect(Object.keys(CLIENT_MESSAGES).filter((code) => code in failures)).toEqual([]);
});

test.each([
  ['[C-ERR-25]', '', 'Unable to process order. Please try again.'],
  ['[C-ERR-25]', '   ', 'Unable to process order. Please try again.'],
  ['[C-ERR-25]', null, 'Unable to process order. Please try again.'],
  ['[C-ERR-25]', undefined, 'Unable to process order. Please try again.'],
  ['[C-ERR-26]', 'Network error - no answer', 'Network error. Please check your connection and try again'],
  ['[C-ERR-26]', 'Network validation', 'Network error. Please check your connection and try again'],
  ['[C-ERR-27]', 'validation of the form', 'Please check your information and try again.'],
  ['[C-ERR-28]', 'Failed to create cash order', 'Failed to create cash order'],
  ['[C-ERR-28]', 'Failed to create payment session', 'Failed to create payment session'],
  ['[C-ERR-28]', 'network down', 'network down'],
  ['[C-ERR-28]', 'Validation', 'Validation'],
  ['[C-ERR-29]', 'Pricing validation failed: total', 'Please check your information and try again.'],
])('%s checkout failing with "%s" shows: %s', (_fact, message, text) => {
  expect(checkoutMessage(message)).toBe(text);
});

test('the words for prices at checkout are never reached [C-ERR-29]', () => {
  expect(Object.values(CHECKOUT_MESSAGES)).not.toContain('Price calculation error. Please refresh and try again.');
});

test.each([
  ['[A-ERR-65]', 'unauthorized', "You don't have permission to upload images"],
  ['[A-ERR-66]', 'canceled', 'Upload was cancelled'],
  ['[A-ERR-67]', 'quota-exceeded', 'Storage quota exceeded'],
  ['[A-ERR-68]', 'unknown', 'Unknown error occurred during upload'],
  ['[A-ERR-68]', 'anything', 'Unknown error occurred during upload'],
])('%s an upload failing with %s reads: %s', (_fact, code, text) => {
  expect(uploadFailureText(code)).toBe(text);
  expect(Object.values(UPLOAD_FAILURES)).toContain(text);
});

const at = new Date('2026-11-20T09:00:00Z');

test('a wrapped operation that fails says what, why, to whom, where and when', () => {
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

test('an error answer carries error, code, time, request id and what the failure adds, which never overwrites them', () => {
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
