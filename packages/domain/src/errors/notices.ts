import { say } from '../core/language.ts';

/**
 * Messages about success or failure, by part of the product. Messages that belong to a rule are defined with that rule.
 */
export const orderNotices = {
  createCashFailed: say`Failed to create cash order`,
  createOnlineFailed: say`Failed to create online order`,
  createLinkFailed: say`Failed to create payment link`,
  createSessionFailed: say`Failed to create payment session`,
  updateStatusFailed: say`Failed to update order status`,
  updatePaymentFailed: say`Failed to update payment status`,
  processPaymentFailed: say`Failed to process payment`,
  cancelFailed: say`Failed to cancel order`,
  fetchFailed: say`Failed to fetch order details`,
  incomplete: say`Could not load complete order details`,
  loadFailed: say`Error loading order information`,
  notFoundAfterPayment: say`Order not found after payment. Your order was successful - please check your email/SMS for confirmation.`,
  smsFailed: (message?: string): string => (message ? say`Failed to send SMS: ${message}` : say`Failed to send SMS`),
  smsTemplatesFailed: say`Failed to fetch SMS templates`,
  noLinkForQr: say`No payment link available to generate QR code`,
  paymentErrorTitle: say`Payment Error`,
  noPaymentSession: say`Payment session not available. Please try again.`,
  offline: say`Cannot create orders while offline`,
  statusQueued: say`Status updates queued for when online`,
  receiptFailed: (message: string): string => say`Failed to generate receipt: ${message}`,
  locationsFailed: (error: string): string => say`Failed to load locations: ${error}`,
  menuFailed: (error: string): string => say`Error loading menu: ${error}`,
  menuRetryHint: say`Try refreshing the page`,
} as const;

export const userNotices = {
  loadFailed: say`Failed to load users. Please try again.`,
  detailsFailed: say`Failed to load user details`,
  notFound: say`User not found`,
  updateFailed: say`Failed to update user`,
  deactivateFailed: say`Failed to deactivate user`,
  updateManyFailed: say`Failed to update users`,
  analyticsFailed: say`Failed to generate analytics`,
  liveFailed: say`Real-time updates failed`,
  liveSetupFailed: say`Failed to setup real-time updates`,
  loadFailedToast: say`Failed to load users`,
  statusFailed: say`Failed to update user status`,
  exportFailed: say`Export failed`,
  noneToExport: say`No users to export`,
  noneSelected: say`No users selected for email`,
  mailIncomplete: say`Subject and message are required`,
  mailFailed: say`Failed to send emails`,
  updated: say`User updated successfully`,
  activated: say`User activated`,
  deactivated: say`User deactivated`,
  deactivatedForGood: say`User deactivated successfully`,
  codesOff: say`Codes and passkeys switched off; they are signed out everywhere`,
  codesOffFailed: say`The codes could not be switched off`,
  noCodes: say`They sign in without codes and passkeys.`,
  ownCodes: say`Your own codes and passkeys are under Sign-in and devices.`,
  loaded: (count: number): string => say`Loaded ${count} users`,
  exported: (count: number): string => say`Exported ${count} users`,
  mailed: (count: number): string => say`Email sent to ${count} users successfully`,
  mailsFailed: (count: number): string => say`${count} emails failed to send`,
} as const;

export const locationNotices = {
  idRequired: say`Location ID is required`,
  loadFailed: say`Failed to load locations`,
  statusFailed: say`Failed to update location status`,
  deleteFailed: say`Failed to delete location`,
  saveFailed: say`Failed to save location`,
  loadError: say`An error occurred while loading locations`,
  updateError: say`An error occurred while updating location`,
  deleteError: say`An error occurred while deleting location`,
  queued: say`Queued for when online`,
  syncing: (count: number): string => say`${count} operations syncing...`,
  offline: say`Working offline - changes will sync when reconnected`,
} as const;

export const menuNotices = {
  loadFailed: say`Failed to load menu items`,
  loadError: say`An error occurred while loading menu items`,
  updateError: say`An error occurred while updating item`,
  deleteError: say`An error occurred while deleting item`,
  duplicateError: say`An error occurred while duplicating item`,
  locationUnknown: (id: string): string => say`Location ${id} not found or inactive`,
  idsRequired: say`Location ID and item ID are required`,
  updatesRequired: say`Updates are required`,
  nameRequired: say`Item data with name is required`,
  queued: say`Operation queued for when connection is restored`,
  saveFailed: say`Failed to save item`,
  offline: say`Offline - Changes will sync when connection is restored`,
} as const;

export const uploadNotices = {
  invalidUrl: say`Invalid storage URL`,
  unreadable: say`Failed to read file`,
  noPreview: say`Failed to create image preview`,
  updateFailed: say`Failed to update photo`,
  deleteFailed: say`Failed to delete image`,
  invalid: say`Invalid image`,
} as const;

export const emailNotices = {
  sendFailed: say`Failed to send email`,
  bulkFailed: say`Failed to send bulk email`,
  templatesFailed: say`Failed to get email templates`,
  previewFailed: say`Failed to preview email`,
  statsFailed: say`Failed to get email stats`,
  reservationFailed: say`Failed to send reservation confirmation`,
} as const;

export const reservationNotices = {
  checkFailed: say`Failed to check existing reservations`,
  notFound: (id: string): string => say`Reservation not found: ${id}`,
  queued: say`Queued for when online`,
  loadFailed: say`Failed to load reservations`,
  cancelled: say`Reservation cancelled successfully`,
  cancelFailed: say`Failed to cancel reservation`,
  noId: say`No reservation ID found`,
} as const;

export const dashboardNotices = {
  loadFailed: say`Failed to load dashboard statistics`,
  loadError: say`An error occurred while loading dashboard data`,
  unable: say`Unable to Load Dashboard Stats`,
} as const;
