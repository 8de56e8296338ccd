import { cents, HALIFAX } from '@tiffin/domain/core';
import { NO_NOTES } from '@tiffin/domain/order';
import type { MailBrand } from '../platform/db/stored-json.ts';
import {
  customMail,
  orderConfirmationMail,
  orderNewsMail,
  orderCancelledMail,
  orderReadyMail,
  orderRefundedMail,
  paymentReturnedMail,
  passwordResetMail,
  promotionMail,
  reservationReminderMail,
  reservationCancelledMail,
  reservationChangedMail,
  reservationLinksMail,
  reservationConfirmationMail,
  reservationDepositMail,
  reservationMoveMail,
  tableReceiptMail,
  confirmEmailMail,
  welcomeMail,
  type MailOrder,
  type MailLocation,
  type MailReservation,
  type RenderedMail,
} from '../modules/outbox/templates/index.ts';

export const sampleBrand: MailBrand = {
  name: 'Sizzle & Spice',
  url: 'https://sizzleandspice.test',
  phone: '(902) 555-0100',
  email: 'hello@sizzleandspice.test',
  postalAddress: '395 Truro Heights Road, Truro Heights, NS B2N 1A1, Canada',
};

export const sampleLocation: MailLocation = {
  name: 'Truro Heights',
  address: '395 Truro Heights Road',
  postalCode: 'B2N 1A1',
  phone: '(902) 555-0123',
  zone: HALIFAX,
};

export const sampleOrder: MailOrder = {
  orderId: 'TRU-20261120-7KQ4M',
  orderType: 'pickup',
  customerName: 'Asha Menon',
  placedAt: new Date('2026-11-20T22:15:00Z'),
  promise: { from: new Date('2026-11-20T22:35:00Z'), to: new Date('2026-11-20T22:45:00Z') },
  dishes: [
    { name: 'Butter Chicken', quantity: 2, description: 'Medium', total: cents(3498) },
    { name: 'Vegetable Samosas', quantity: 1, description: null, total: cents(695) },
    { name: 'Mango Lassi', quantity: 1, description: null, total: cents(595) },
  ],
  subtotal: cents(4788),
  discount: null,
  taxes: [{ name: 'HST (14%)', amount: cents(670) }],
  tip: cents(546),
  total: cents(6004),
  payment: 'PAID',
  deliveryAddress: null,
  allergies: ['Peanuts: also traces', 'Butter Chicken: Milk'],
  ...NO_NOTES,
  specialInstructions: 'Extra mint chutney',
};

export const sampleReservation: MailReservation = {
  reservationId: 'RES-TRU-20261121-Q7KM',
  customerName: 'Asha Menon',
  date: '2026-11-21',
  time: '18:30',
  partySize: 4,
  tableNumber: null,
  specialRequests: 'A high chair, please',
};

/** The texts in mails that someone other than the reader may have typed. */
export const sampleTyped = {
  order: sampleOrder,
  reservation: sampleReservation,
  customerName: 'Asha Menon',
  reason: 'Item sold out',
};
type Typed = typeof sampleTyped;

const restaurant = { brand: sampleBrand, location: sampleLocation };
const orderUrl = 'https://sizzleandspice.test/order-success';
const manageUrl = 'https://sizzleandspice.test/reservations/RES-TRU-20261121-Q7KM?token=t0k3n';
const link = {
  brand: sampleBrand,
  url: 'https://sizzleandspice.test/reset-password?token=vJ2sK9dLq0Zx7RtYb4Nw',
};

/** A sample of every mail, for the previews and the tests. */
export const sampleMails: Readonly<Record<string, (typed?: Typed) => RenderedMail>> = {
  order_confirmation: ({ order } = sampleTyped) => orderConfirmationMail({ ...restaurant, order, orderUrl }),
  order_ready: ({ order } = sampleTyped) => orderReadyMail({ ...restaurant, order, orderUrl }),
  order_news: ({ order } = sampleTyped) => orderNewsMail({ ...restaurant, order, orderUrl }, 'is on its way to you'),
  order_cancelled: ({ order, reason } = sampleTyped) =>
    orderCancelledMail(
      { ...restaurant, order, orderUrl },
      { reason, refunds: ['$34.20 goes to the card you paid with.'] },
    ),
  order_refunded: ({ order } = sampleTyped) =>
    orderRefundedMail({ ...restaurant, order, orderUrl }, cents(1749), 'card'),
  table_receipt: ({ order } = sampleTyped) =>
    tableReceiptMail({
      ...restaurant,
      order,
      paymentId: '3f0c9a4e-5b5d-4f0e-9f7e-0f6f3c2b1a10',
      amount: cents(2729),
      tip: cents(400),
      tender: 'online',
      paidAt: new Date('2026-11-20T23:15:00Z'),
      seller: 'Sizzle & Spice Ltd.',
      taxNumbers: ['HST No. 12345 6789 RT0001'],
      isSettled: false,
    }),
  payment_returned: ({ customerName } = sampleTyped) =>
    paymentReturnedMail(sampleBrand, { customerName, money: '$60.04', paidTwice: null }),
  reservation_confirmation: ({ reservation } = sampleTyped) =>
    reservationConfirmationMail({ ...restaurant, reservation, manageUrl }),
  reservation_deposit: ({ reservation } = sampleTyped) =>
    reservationDepositMail({
      ...restaurant,
      reservation,
      manageUrl,
      amount: '$40.00',
      isFee: false,
      heldUntil: 'November 20, 2026 at 6:00 p.m.',
    }),
  reminder: ({ reservation } = sampleTyped) =>
    reservationReminderMail({ ...restaurant, reservation, manageUrl, asksConfirmation: true }),
  reservation_changed: ({ reservation } = sampleTyped) =>
    reservationChangedMail(
      { ...restaurant, reservation, manageUrl },
      { date: '2026-11-21', time: '18:00', partySize: 2 },
    ),
  reservation_move: ({ reservation, reason } = sampleTyped) =>
    reservationMoveMail({ ...restaurant, reservation, manageUrl, message: reason }),
  reservation_links: ({ customerName, reservation } = sampleTyped) =>
    reservationLinksMail({
      brand: sampleBrand,
      customerName,
      reservations: [{ ...reservation, locationName: sampleLocation.name, manageUrl }],
    }),
  reservation_cancelled: ({ reservation, reason } = sampleTyped) =>
    reservationCancelledMail({
      ...restaurant,
      reservation,
      manageUrl,
      byGuest: false,
      reason,
      bookUrl: 'https://sizzleandspice.test/reservations',
    }),
  custom: ({ customerName } = sampleTyped) =>
    customMail({
      brand: sampleBrand,
      customerName,
      subject: 'We found your umbrella, {customerName}',
      message:
        'Hello {customerName},\n\nYou left a blue umbrella at table 7 on Friday.\nIt is behind the counter.\n\nThe team',
      imageUrl: null,
    }),
  promotion: ({ customerName } = sampleTyped) =>
    promotionMail({
      brand: sampleBrand,
      customerName,
      offer: {
        offerTitle: 'Two thalis for the price of one',
        validUntil: 'November 30, 2026',
        terms: 'Monday to Thursday, dine-in only.',
        title: 'Bring a friend',
        imageUrl: null,
      },
      unsubscribeUrl: 'https://sizzleandspice.test/unsubscribe?token=t0k3n',
      menuUrl: 'https://sizzleandspice.test/menu/truro',
    }),
  welcome: ({ customerName } = sampleTyped) =>
    welcomeMail({
      brand: sampleBrand,
      customerName,
      code: 'WELCOME-7KQ4M',
      menuUrl: 'https://sizzleandspice.test/menu',
      unsubscribeUrl: 'https://sizzleandspice.test/unsubscribe?token=t0k3n',
    }),
  password_reset: ({ customerName } = sampleTyped) => passwordResetMail({ ...link, customerName }),
  verify_email: ({ customerName } = sampleTyped) =>
    confirmEmailMail({
      ...link,
      customerName,
      url: 'https://sizzleandspice.test/confirm-email?code=402718',
      code: '402718',
    }),
};
