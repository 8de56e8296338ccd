import { endWithFullStop } from '@tiffin/domain/core';
import type { DeliveryState } from '@tiffin/domain/delivery';
import { orderNotices } from '@tiffin/domain/errors';
import { NO_ORDER_INFORMATION } from '@tiffin/domain/order';
import { CARD_REFUND_TIME } from '@tiffin/domain/payment';
import type { NotificationChannel } from './notification-channel.ts';

export const texts = {
  change: 'Change my order',
  changeFailed: 'This could not be loaded. Please load the page again.',
  changeSave: 'Save the change',
  changeSaved: 'Your order was changed.',
  title: 'Your order',
  description: 'Where your order is now, and what happens next.',
  notFoundText: 'The address may be incomplete, or the order belongs to another account.',
  lost: 'Please call us about your order',
  notPlaced: 'Your order was not placed',
  paymentReturned: 'Your payment goes back to your card automatically.',
  nothingCharged: 'Nothing was charged.',
  processingText:
    'Your payment is being confirmed. This takes a few seconds; the page shows your order as soon as it is there.',
  lateText:
    'Your payment takes longer than usual to reach us. This page shows your order as soon as it is there; we also send you its link. Please do not pay again.',
  backToMenu: 'Back to Menu',
  tryAgain: 'Try again',
  paymentDone: 'Payment successful! Your order is being processed.',
  paidTwice: 'You had already ordered this. The second payment is returned to your card automatically.',
  fallback: orderNotices.incomplete,
  noInformation: NO_ORDER_INFORMATION,
  loadError: orderNotices.loadFailed,
  fetchFailed: orderNotices.fetchFailed,
  thanksAll: 'Thank you.',
  thanks: (name: string) => endWithFullStop(`Thank you, ${name}`),
  about: (id: string, what: string) => endWithFullStop(`Order ${id}, ${what}`),
  cancelledTitle: 'Order Cancelled',
  completedTitle: 'Order Completed',
  deliveryTexts: {
    taken: 'Order Confirmed!',
    'on-the-way': 'On Its Way',
    'at-door': 'At Your Door',
    delivered: 'Delivered',
    failed: 'We Could Not Deliver It',
    returned: 'We Could Not Deliver It',
  } satisfies Record<DeliveryState, string>,
  confirmedTab: 'Confirmed',
  timeTab: (status: string, time: string) => `${status}, ${time}`,
  codeTab: (status: string, code: string) => `${status}: ${code}`,
  sayCode: 'Say these five characters at the counter',
  askWithCode: 'Give these five characters if you have a question',
  onDay: (what: string, day: string) => `${what} ${day}`,
  estimated: 'Estimated ready',
  withYou: 'With you about',
  wasReady: 'Ready since',
  completedAt: 'Completed',
  cancelledAt: 'Cancelled',
  track: 'Order status',
  trackOrder: 'Track order',
  receiptShort: 'Receipt',
  receiptOf: (id: string) => `of order ${id}`,
  cancel: 'Cancel order',
  cancelTitle: 'Cancel this order?',
  cancelText: (id: string) => `Order ${id} will not be prepared. This cannot be undone.`,
  reason: 'Reason',
  cancelYes: 'Cancel order',
  cancelNo: 'Keep it',
  cancelled: 'Your order was cancelled.',
  inKitchen: 'In the kitchen now',
  will: { text: 'We’ll text you', mail: 'We’ll email you', page: 'You’ll see it here' } satisfies Record<
    NotificationChannel,
    string
  >,
  moved: (now: string) => `→ ${now}`,
  movedWhy: (moved: string, why: string) => `${endWithFullStop(moved)} ${endWithFullStop(why)}`,
  log: {
    title: 'What happened',
    received: 'Received.',
    paidAndReceived: 'Paid and received.',
    paid: 'Paid.',
    moved: (was: string, now: string) => endWithFullStop(`The time moved from ${was} to ${now}`),
    changed: 'The order was changed.',
    here: 'You told us that you are here.',
    byUs: 'To change it now, please call us.',
    refunded: (money: string) => `${money} went back to you.`,
  },
  offlineBand: {
    title: 'You’re offline.',
    known: (time: string, age: string) => `You’re offline. This is what we knew at ${time}, ${age}.`,
    age: (minutes: number) =>
      minutes < 1
        ? 'just now'
        : minutes === 1
          ? '1 minute ago'
          : minutes < 60
            ? `${minutes} minutes ago`
            : minutes < 120
              ? '1 hour ago'
              : `${Math.floor(minutes / 60)} hours ago`,
    text: 'It updates by itself when you are back. To be sure, call',
  },
  dueAtDoor: (due: string) => `${due}, to pay at your door.`,
  here: {
    button: 'I’m here',
    hint: (car: string) => `Press it when you have parked. We will look for: ${car}`,
    existingAccount: {
      title: 'We know that you are here.',
      text: (time: string, car: string) =>
        `We bring it out as soon as it is ready. You told us at ${time}, and we are looking for: ${car}`,
    },
    coming: {
      title: 'We are coming out.',
      text: (time: string, car: string) => `You told us at ${time}, and we are looking for: ${car}`,
    },
    offline: 'You’re offline.',
    call: 'Please call us instead:',
  },
  onTheWay: ['Your driver is on the way.', 'Please keep your phone within reach.'],
  atDoor: ['Your driver is at the door.', 'Please open, or call us.'],
  notDelivered: ['Please call us.', 'We could not deliver your order, and would like to make it right.'],
  callUs: (phone: string) => `Call us: ${phone}`,
  thanksAgain: ['Thank you for ordering with us.', 'We hope you enjoyed it.'],
  again: 'Order again',
  money: {
    nothing: ['You pay nothing.', 'Nothing was charged for this order.'],
    cash: (money: string) => ['Your money comes back in cash.', `The restaurant hands you ${money} back.`],
    card: (money: string) => [
      'You get your money back automatically.',
      `${money} goes to the card you paid with and shows there within ${CARD_REFUND_TIME}.`,
    ],
    manual: (money: string) => [
      'You get your money back.',
      `The restaurant will return ${money} the way you paid. Please ask there.`,
    ],
    back: (money: string) => [
      'Your money is back.',
      `We returned ${money}; on a card it shows within ${CARD_REFUND_TIME}.`,
    ],
  },
  whatsNext: 'What’s Next',
  paid: ['You’re paid up.', 'Nothing more to pay.'],
  cash: 'Have cash ready.',
  meanwhile: {
    text: ['Wait for our text.', 'This page updates by itself, so you can leave it open.'],
    mail: ['Wait for our email.', 'This page updates by itself, so you can leave it open.'],
    page: ['Watch this page.', 'It updates by itself, so you can leave it open.'],
  } satisfies Record<NotificationChannel, unknown>,
  offline: ['You are offline.', 'This page shows the last known state, and updates once you are connected.'],
  details: 'Your details',
  orderId: 'Order ID',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  paymentMethod: 'Payment method',
  orderType: 'Order type',
  table: 'Table',
  party: 'Party size',
  address: 'Delivery address',
  instructions: 'Instructions',
  help: 'Need to change something?',
  helpAfter: 'A question about this order?',
  call: (place: string) => `Call ${place} at `,
  cancelInAccount: 'Cancel it in your account',
  yourOrder: 'Your order',
  withoutTax: 'Without Tax',
  tip: 'Tip',
  total: 'Total',
  refunded: 'Refunded',
  refundedAt: (time: string) => `Refunded ${time}`,
  receipt: 'Click to View Receipt',
  myOrders: 'My Orders',
  home: 'Back to Home',
  statusNow: (status: string) => `Your order is now: ${status}`,
} as const;
