import { say } from '../core/language.ts';

/** Messages about success or failure, by part of the product. Messages of a rule are defined with the rule. */
export const orderNotices = {
  createLinkFailed: say`Failed to create payment link`,
  updateStatusFailed: say`Failed to update order status`,
  fetchFailed: say`Failed to fetch order details`,
  notFoundAfterPayment: say`Order not found after payment. Your order was successful - please check your email/SMS for confirmation.`,
  smsFailed: (message?: string): string => (message ? say`Failed to send SMS: ${message}` : say`Failed to send SMS`),
  noLinkForQr: say`No payment link available to generate QR code`,
  paymentErrorTitle: say`Payment Error`,
  statusQueued: say`Status updates queued for when online`,
  receiptFailed: (message: string): string => say`Failed to generate receipt: ${message}`,
  locationsFailed: (error: string): string => say`Failed to load locations: ${error}`,
  menuFailed: (error: string): string => say`Error loading menu: ${error}`,
} as const;

export const userNotices = {
  notFound: say`User not found`,
  updated: say`User updated successfully`,
  activated: say`User activated`,
  deactivated: say`User deactivated`,
  deactivatedForGood: say`User deactivated successfully`,
  ownCodes: say`Your own codes and passkeys are under Sign-in and devices.`,
  loaded: (count: number): string => say`Loaded ${count} users`,
  exported: (count: number): string => say`Exported ${count} users`,
  mailed: (count: number): string => say`Email sent to ${count} users successfully`,
  mailsFailed: (count: number): string => say`${count} emails failed to send`,
} as const;

export const locationNotices = {
  idRequired: say`Location ID is required`,
  queued: say`Queued for when online`,
  syncing: (count: number): string => say`${count} operations syncing...`,
} as const;

export const menuNotices = {
  locationUnknown: (id: string): string => say`Location ${id} not found or inactive`,
  idsRequired: say`Location ID and item ID are required`,
  updatesRequired: say`Updates are required`,
  nameRequired: say`Item data with name is required`,
  queued: say`Operation queued for when connection is restored`,
} as const;

export const uploadNotices = {
  invalidUrl: say`Invalid storage URL`,
} as const;

export const emailNotices = {
  sendFailed: say`Failed to send email`,
  reservationFailed: say`Failed to send reservation confirmation`,
} as const;

export const reservationNotices = {
  loadFailed: say`Failed to load reservations`,
  cancelled: say`Reservation cancelled successfully`,
  cancelFailed: say`Failed to cancel reservation`,
} as const;
