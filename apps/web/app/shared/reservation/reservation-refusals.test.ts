import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { bookingErrorText, reservationErrorText } from './reservation-refusals.ts';

const error = (status: number, code: string, message: string) => new ApiError({ status, code, message });

test.each([
  [
    error(404, 'reservation-not-found', 'Reservation not found: RES-TRU-20261127-AAAA'),
    'Reservation not found: RES-TRU-20261127-AAAA',
  ],
  [error(404, 'location-not-found', 'Location not found'), 'Location not found'],
  [
    error(409, 'hours-not-configured', 'Operating hours not properly configured for this location'),
    'Operating hours not properly configured for this location',
  ],
  [error(409, 'slot-unavailable', 'This time is no longer available'), 'This time is no longer available'],
  [error(400, 'invalid-argument', 'Invalid date, expected YYYY-MM-DD'), 'Invalid date, expected YYYY-MM-DD'],
  [error(0, 'network-error', 'x'), 'Network error - please check your connection'],
  [error(503, 'unavailable', 'x'), 'Service temporarily unavailable. Please try again later.'],
])('%o shows: %s [C-ERR-39] [C-ERR-40] [C-ERR-41]', (provided, words) => {
  expect(reservationErrorText(provided)).toBe(words);
});

test('a reservation whose availability could not be checked shows an error [C-ERR-38] [A-ERR-83]', () => {
  expect(bookingErrorText(error(500, 'internal', 'x'))).toBe('Failed to check existing reservations');
  expect(bookingErrorText(error(503, 'unavailable', 'x'))).toBe('Failed to check existing reservations');
  expect(bookingErrorText(error(409, 'slot-unavailable', 'This time is no longer available'))).toBe(
    'This time is no longer available',
  );
});
