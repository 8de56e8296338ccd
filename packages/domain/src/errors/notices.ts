/**
 * What is said when something did or did not work out, by the part of the product that says it.
 * Words that belong to a rule stand with the rule; these belong to none.
 */
export const orderNotices = {
  createCashFailed: 'Failed to create cash order',
  createOnlineFailed: 'Failed to create online order',
  createLinkFailed: 'Failed to create payment link',
  createSessionFailed: 'Failed to create payment session',
  updateStatusFailed: 'Failed to update order status',
  updatePaymentFailed: 'Failed to update payment status',
  processPaymentFailed: 'Failed to process payment',
  cancelFailed: 'Failed to cancel order',
  fetchFailed: 'Failed to fetch order details',
  incomplete: 'Could not load complete order details',
  loadFailed: 'Error loading order information',
  notFoundAfterPayment:
    'Order not found after payment. Your order was successful - please check your email/SMS for confirmation.',
  smsFailed: (message?: string): string => (message ? `Failed to send SMS: ${message}` : 'Failed to send SMS'),
  smsTemplatesFailed: 'Failed to fetch SMS templates',
  noLinkForQr: 'No payment link available to generate QR code',
  paymentErrorTitle: 'Payment Error',
  noPaymentSession: 'Payment session not available. Please try again.',
  offline: 'Cannot create orders while offline',
  statusQueued: 'Status updates queued for when online',
  receiptFailed: (message: string): string => `Failed to generate receipt: ${message}`,
  locationsFailed: (error: string): string => `Failed to load locations: ${error}`,
  menuFailed: (error: string): string => `Error loading menu: ${error}`,
  menuRetryHint: 'Try refreshing the page',
} as const;

export const userNotices = {
  loadFailed: 'Failed to load users. Please try again.',
  detailsFailed: 'Failed to load user details',
  notFound: 'User not found',
  updateFailed: 'Failed to update user',
  deactivateFailed: 'Failed to deactivate user',
  updateManyFailed: 'Failed to update users',
  analyticsFailed: 'Failed to generate analytics',
  liveFailed: 'Real-time updates failed',
  liveSetupFailed: 'Failed to setup real-time updates',
  loadFailedToast: 'Failed to load users',
  statusFailed: 'Failed to update user status',
  exportFailed: 'Export failed',
  noneToExport: 'No users to export',
  noneSelected: 'No users selected for email',
  mailIncomplete: 'Subject and message are required',
  mailFailed: 'Failed to send emails',
  updated: 'User updated successfully',
  activated: 'User activated',
  deactivated: 'User deactivated',
  deactivatedForGood: 'User deactivated successfully',
  codesOff: 'Codes and passkeys switched off; they are signed out everywhere',
  codesOffFailed: 'The codes could not be switched off',
  noCodes: 'They sign in without codes and passkeys.',
  ownCodes: 'Your own codes and passkeys are under Sign-in and devices.',
  loaded: (count: number): string => `Loaded ${count} users`,
  exported: (count: number): string => `Exported ${count} users`,
  mailed: (count: number): string => `Email sent to ${count} users successfully`,
  mailsFailed: (count: number): string => `${count} emails failed to send`,
} as const;

export const locationNotices = {
  idRequired: 'Location ID is required',
  loadFailed: 'Failed to load locations',
  statusFailed: 'Failed to update location status',
  deleteFailed: 'Failed to delete location',
  saveFailed: 'Failed to save location',
  loadError: 'An error occurred while loading locations',
  updateError: 'An error occurred while updating location',
  deleteError: 'An error occurred while deleting location',
  queued: 'Queued for when online',
  syncing: (count: number): string => `${count} operations syncing...`,
  offline: 'Working offline - changes will sync when reconnected',
} as const;

export const menuNotices = {
  loadFailed: 'Failed to load menu items',
  loadError: 'An error occurred while loading menu items',
  updateError: 'An error occurred while updating item',
  deleteError: 'An error occurred while deleting item',
  duplicateError: 'An error occurred while duplicating item',
  locationUnknown: (id: string): string => `Location ${id} not found or inactive`,
  idsRequired: 'Location ID and item ID are required',
  updatesRequired: 'Updates are required',
  nameRequired: 'Item data with name is required',
  queued: 'Operation queued for when connection is restored',
  saveFailed: 'Failed to save item',
  offline: 'Offline - Changes will sync when connection is restored',
} as const;

export const uploadNotices = {
  invalidUrl: 'Invalid storage URL',
  unreadable: 'Failed to read file',
  noPreview: 'Failed to create image preview',
  updateFailed: 'Failed to update photo',
  deleteFailed: 'Failed to delete image',
  invalid: 'Invalid image',
} as const;

export const emailNotices = {
  sendFailed: 'Failed to send email',
  bulkFailed: 'Failed to send bulk email',
  templatesFailed: 'Failed to get email templates',
  previewFailed: 'Failed to preview email',
  statsFailed: 'Failed to get email stats',
  reservationFailed: 'Failed to send reservation confirmation',
} as const;

export const reservationNotices = {
  checkFailed: 'Failed to check existing reservations',
  notFound: (id: string): string => `Reservation not found: ${id}`,
  queued: 'Queued for when online',
  loadFailed: 'Failed to load reservations',
  cancelled: 'Reservation cancelled successfully',
  cancelFailed: 'Failed to cancel reservation',
  noId: 'No reservation ID found',
} as const;

export const dashboardNotices = {
  loadFailed: 'Failed to load dashboard statistics',
  loadError: 'An error occurred while loading dashboard data',
  unable: 'Unable to Load Dashboard Stats',
} as const;
