import { failures, type FailureCode } from '@tiffin/domain/core';
import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { refusalText } from './error-text.ts';

const refused = (code: FailureCode, message: string = failures[code][1]) =>
  new ApiError({ code, status: failures[code][0], message });

test.each([
  ['names the field', refused('invalid-argument', 'name: at most 60 characters'), 'name: at most 60 characters'],
  ['names the right', refused('permission-denied', 'Only an admin can do this.'), 'Only an admin can do this.'],
  ['names the thing', refused('order-not-found'), 'Order not found'],
  ['names the state', refused('conflict', 'The bill is settled.'), 'The bill is settled.'],
  ['names the tries left', refused('wrong-pin', 'Wrong PIN. 2 tries left.'), 'Wrong PIN. 2 tries left.'],
  ['names the limit', refused('too-many-requests', 'Fifty mails an hour.'), 'Fifty mails an hour.'],
])('a refusal %s in the words of the server', (_what, error, text) => {
  expect(refusalText(error)).toBe(text);
});

test.each([
  ['an expired session', refused('unauthenticated'), 'Authentication failed. Please refresh and try again.'],
  ['a broken server', refused('internal', 'column x'), 'Service temporarily unavailable. Please try again later.'],
  [
    'a proxy',
    new ApiError({ code: 'internal', status: 404, message: 'nginx' }),
    'The requested resource was not found.',
  ],
  [
    'no answer',
    new ApiError({ code: 'network-error', status: 0, message: '' }),
    'Network error - please check your connection',
  ],
  [
    'an open circuit breaker',
    new ApiError({ code: 'unavailable', status: 0, message: 'circuit breaker open', retryAfter: 24 }),
    'Service temporarily unavailable. Please try again in 24 seconds.',
  ],
  ['a bug', new TypeError('x is undefined'), failures.internal[1]],
])('%s has a general message', (_what, error, text) => {
  expect(refusalText(error)).toBe(text);
});
