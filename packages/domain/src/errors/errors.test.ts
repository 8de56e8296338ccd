import { expect, test } from 'vitest';
import { failure, failures } from '../core/errors.ts';
import { UPLOAD_FAILURES, uploadFailureText } from '../menu/uploads.ts';
import { CHECKOUT_MESSAGES, checkoutMessage } from './checkout.ts';
import { HTTP_MESSAGES, messageForAnswer } from './http.ts';
import { CLIENT_MESSAGES, UNKNOWN_ERROR_MESSAGE, isClientCode, isFailureCode, messageForCode } from './messages.ts';
import {
  dashboardNotices as dashboard,
  emailNotices as email,
  locationNotices as location,
  menuNotices as menu,
  orderNotices as order,
  reservationNotices as reservation,
  uploadNotices as upload,
  userNotices as user,
} from './notices.ts';
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
  ['[C-ERR-17]', 'permission-denied', 'You do not have permission to perform this action.'],
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

// docs/specification/cannot-happen.md says why.
test.each([
  ['[C-ERR-16]', 'network-request-failed'],
  ['[C-ERR-19]', 'object-not-found'],
  ['[C-ERR-20]', 'unauthorized'],
  ['[C-ERR-21]', 'quota-exceeded'],
  ['[C-ERR-22]', 'invalid-url'],
  ['[C-ERR-23]', 'no-default-bucket'],
  ['[C-ERR-23]', 'cannot-slice-blob'],
])('%s nothing raises the code %s, so no words wait for it', (_fact, code) => {
  expect(isClientCode(code) || isFailureCode(code)).toBe(false);
  expect(messageForCode(code)).toBe(UNKNOWN_ERROR_MESSAGE);
});

test('an order fails as cash, as a link or as a session, and nothing says less than that [A-ERR-13]', () => {
  expect(Object.values(order)).not.toContain('Failed to process order');
  expect(order.createCashFailed).toBe('Failed to create cash order');
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

// Where a fact is more than its words (an alert, a banner, a fallback), the screen's own test shows it.
test.each([
  ['[A-ERR-08] [C-ERR-30]', order.fetchFailed, 'Failed to fetch order details'],
  ['[C-ERR-31]', order.incomplete, 'Could not load complete order details'],
  ['[C-ERR-32]', order.loadFailed, 'Error loading order information'],
  [
    '[C-ERR-33]',
    order.notFoundAfterPayment,
    'Order not found after payment. Your order was successful - please check your email/SMS for confirmation.',
  ],
  ['[C-ERR-36]', failures['profile-not-found'][1], 'User profile not found'],
  [
    '[C-ERR-37]',
    failures['reservation-exists'][1],
    'You already have an active reservation at this location. Please cancel your existing reservation first.',
  ],
  ['[C-ERR-38]', reservation.checkFailed, 'Failed to check existing reservations'],
  ['[C-ERR-39]', reservation.notFound('RES-1'), 'Reservation not found: RES-1'],
  ['[C-ERR-40]', failures['location-not-found'][1], 'Location not found'],
  ['[C-ERR-41]', failures['hours-not-configured'][1], 'Operating hours not properly configured for this location'],
  ['[C-ERR-42]', order.offline, 'Cannot create orders while offline'],
  ['[A-ERR-01]', order.createCashFailed, 'Failed to create cash order'],
  ['[A-ERR-02]', order.createOnlineFailed, 'Failed to create online order'],
  ['[A-ERR-03]', order.createLinkFailed, 'Failed to create payment link'],
  ['(session)', order.createSessionFailed, 'Failed to create payment session'],
  ['(alert)', order.updateStatusFailed, 'Failed to update order status'],
  ['[A-ERR-05]', order.updatePaymentFailed, 'Failed to update payment status'],
  ['(unless queued)', order.processPaymentFailed, 'Failed to process payment'],
  ['[A-ERR-07]', order.cancelFailed, 'Failed to cancel order'],
  ['[A-ERR-09]', order.smsFailed(), 'Failed to send SMS'],
  ['[A-ERR-10]', order.smsFailed('no credit'), 'Failed to send SMS: no credit'],
  ['[A-ERR-11]', order.smsTemplatesFailed, 'Failed to fetch SMS templates'],
  ['[A-ERR-12]', failures['order-not-found'][1], 'Order not found'],
  ['[A-ERR-14]', order.noLinkForQr, 'No payment link available to generate QR code'],
  ['(dialog)', order.paymentErrorTitle, 'Payment Error'],
  ['(dialog)', order.noPaymentSession, 'Payment session not available. Please try again.'],
  ['(queue)', order.statusQueued, 'Status updates queued for when online'],
  ['(receipt)', order.receiptFailed('no paper'), 'Failed to generate receipt: no paper'],
  ['[A-ERR-17]', order.locationsFailed('timeout'), 'Failed to load locations: timeout'],
  ['[A-ERR-18]', order.menuFailed('timeout'), 'Error loading menu: timeout'],
  ['(hint)', order.menuRetryHint, 'Try refreshing the page'],
  ['[A-ERR-20]', user.loadFailed, 'Failed to load users. Please try again.'],
  ['[A-ERR-21]', user.detailsFailed, 'Failed to load user details'],
  ['[A-ERR-22]', user.notFound, 'User not found'],
  ['[A-ERR-23]', user.updateFailed, 'Failed to update user'],
  ['[A-ERR-24]', user.deactivateFailed, 'Failed to deactivate user'],
  ['[A-ERR-25]', user.updateManyFailed, 'Failed to update users'],
  ['[A-ERR-26]', user.analyticsFailed, 'Failed to generate analytics'],
  ['[A-ERR-27]', user.liveFailed, 'Real-time updates failed'],
  ['[A-ERR-28]', user.liveSetupFailed, 'Failed to setup real-time updates'],
  ['(toast)', user.loadFailedToast, 'Failed to load users'],
  ['(toast)', user.statusFailed, 'Failed to update user status'],
  ['(toast)', user.exportFailed, 'Export failed'],
  ['(toast)', user.noneToExport, 'No users to export'],
  ['(toast)', user.noneSelected, 'No users selected for email'],
  ['(toast)', user.mailIncomplete, 'Subject and message are required'],
  ['(toast)', user.mailFailed, 'Failed to send emails'],
  ['[A-ERR-36]', user.updated, 'User updated successfully'],
  ['[A-ERR-37]', user.activated, 'User activated'],
  ['[A-ERR-37]', user.deactivated, 'User deactivated'],
  ['[A-ERR-38]', user.deactivatedForGood, 'User deactivated successfully'],
  ['[A-ERR-39]', user.loaded(12), 'Loaded 12 users'],
  ['[A-ERR-40]', user.exported(3), 'Exported 3 users'],
  ['[A-ERR-41]', user.mailed(2), 'Email sent to 2 users successfully'],
  ['[A-ERR-42]', user.mailsFailed(1), '1 emails failed to send'],
  ['(banner)', location.loadFailed, 'Failed to load locations'],
  ['(banner)', location.statusFailed, 'Failed to update location status'],
  ['(banner)', location.deleteFailed, 'Failed to delete location'],
  ['(banner)', location.saveFailed, 'Failed to save location'],
  ['(banner)', location.loadError, 'An error occurred while loading locations'],
  ['(banner)', location.updateError, 'An error occurred while updating location'],
  ['(banner)', location.deleteError, 'An error occurred while deleting location'],
  ['[A-ERR-51]', menu.loadFailed, 'Failed to load menu items'],
  ['(screen)', menu.loadError, 'An error occurred while loading menu items'],
  ['[A-ERR-53]', menu.updateError, 'An error occurred while updating item'],
  ['[A-ERR-54]', menu.deleteError, 'An error occurred while deleting item'],
  ['[A-ERR-55]', menu.duplicateError, 'An error occurred while duplicating item'],
  ['[A-ERR-57]', menu.locationUnknown('truro'), 'Location truro not found or inactive'],
  ['[A-ERR-58]', failures['menu-item-not-found'][1], 'Menu item not found'],
  ['[A-ERR-59]', menu.idsRequired, 'Location ID and item ID are required'],
  ['[A-ERR-60]', menu.updatesRequired, 'Updates are required'],
  ['[A-ERR-61]', menu.nameRequired, 'Item data with name is required'],
  ['[A-ERR-62]', menu.queued, 'Operation queued for when connection is restored'],
  ['[A-ERR-63]', menu.saveFailed, 'Failed to save item'],
  ['(banner)', menu.offline, 'Offline - Changes will sync when connection is restored'],
  ['[A-ERR-69]', failures['image-unreachable'][1], 'Failed to get download URL'],
  ['[A-ERR-70]', upload.invalidUrl, 'Invalid storage URL'],
  ['[A-ERR-71]', upload.unreadable, 'Failed to read file'],
  ['[A-ERR-72]', upload.noPreview, 'Failed to create image preview'],
  ['[A-ERR-73]', upload.updateFailed, 'Failed to update photo'],
  ['[A-ERR-74]', upload.deleteFailed, 'Failed to delete image'],
  ['[A-ERR-75]', upload.invalid, 'Invalid image'],
  ['[A-ERR-76]', email.sendFailed, 'Failed to send email'],
  ['[A-ERR-77]', email.bulkFailed, 'Failed to send bulk email'],
  ['(fallback)', email.templatesFailed, 'Failed to get email templates'],
  ['[A-ERR-79]', email.previewFailed, 'Failed to preview email'],
  ['(zeroed)', email.statsFailed, 'Failed to get email stats'],
  ['[A-ERR-81]', email.reservationFailed, 'Failed to send reservation confirmation'],
  ['(queue)', reservation.queued, 'Queued for when online'],
  ['[A-ERR-88]', reservation.loadFailed, 'Failed to load reservations'],
  ['[A-ERR-90]', reservation.cancelled, 'Reservation cancelled successfully'],
  ['(fallback)', reservation.cancelFailed, 'Failed to cancel reservation'],
  ['[A-ERR-92]', reservation.noId, 'No reservation ID found'],
  ['[A-ERR-93]', dashboard.loadFailed, 'Failed to load dashboard statistics'],
  ['[A-ERR-94]', dashboard.loadError, 'An error occurred while loading dashboard data'],
  ['[A-ERR-95]', dashboard.unable, 'Unable to Load Dashboard Stats'],
])('%s the words are exactly: %s', (_fact, words, expected) => {
  expect(words).toBe(expected);
});
