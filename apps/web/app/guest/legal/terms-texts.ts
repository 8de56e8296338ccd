/** Sentences with a link are split into the text before and after it. */
export const texts = {
  title: 'Terms of Service',
  description: 'What you can expect from us when you order online or book a table, and what we ask of you.',
  updated: 'November 1, 2026',
  lead: (name: string) =>
    `These are the rules between you and ${name} when you order online, book a table or keep an account. We wrote them to be read. Nothing here takes away a right that the consumer law where you live gives you.`,
  us: {
    title: 'Who we are',
    tax: (number: string) => `, tax number ${number}`,
  },
  account: {
    title: 'Your account',
    text: 'With an account you find your orders again and keep your points; a table can be booked without one. Give a name and a way to reach you that are true, keep your password to yourself, and tell us if you think somebody else uses it. You may close your account at any time. We may close one that is used to harm others or to cheat, and say why.',
  },
  orders: {
    title: 'Orders',
    contract:
      'An order is a contract once our page says “Order Confirmed!”. Until then we may decline it, for instance when a dish has run out. An order made while the restaurant is closed is for its next opening; we say so and ask before you place it.',
    times:
      'The time we give for an order to be ready is our honest estimate, not a promise to the minute. Please pick up your order on the day it is for; food that waited too long cannot be handed out.',
  },
  prices: {
    title: 'Prices, tax and tips',
    text: (currency: string) =>
      `Prices are in ${currency}. What tax there is, added or in the price, is shown before you order. Tips are your choice. The price that counts is the one on the menu at the moment you order; if it changed while you were choosing, we show you the new one before anything is placed.`,
    coins: 'Cash totals are rounded to the nearest five cents.',
  },
  payment: {
    title: 'Payment',
    text: 'You pay online through our card payment provider, or in cash when you pick up, receive or eat your order. An online order goes to the kitchen once the payment is confirmed. If the payment is interrupted, no order is made.',
  },
  cancel: {
    title: 'Cancelling and refunds',
    until:
      'You can cancel an order yourself until it is ready. What you paid online goes back the way it came; depending on your bank that takes five to ten business days. Once an order is ready it has been cooked for you and cannot be cancelled online: call us.',
    wrong:
      'If something is wrong with your food, tell us the same day, with the order number. We replace it or refund it.',
  },
  delivery: {
    title: 'Delivery',
    text: 'Where a restaurant delivers, please see to it that somebody can take the food in at the address you gave and that your phone is on. If we reach nobody, the order counts as delivered after a fair attempt.',
  },
  tables: {
    title: 'Tables',
    text: 'A booking holds your table for 15 minutes. Each guest may hold one upcoming booking per restaurant. Please cancel with the link in your confirmation when plans change, so that others can sit. Larger parties than the page offers: call us.',
  },
  allergies: {
    title: 'Allergies and diets',
    text: 'The menu names the priority allergens of each dish as our recipes have them. Our kitchens work with all of them, and traces cannot be ruled out. If an allergy is serious, call the restaurant before you order. Heat levels are our cooks’ judgement.',
  },
  points: {
    title: 'Loyalty points',
    text: 'Completed orders earn 1 point for every $1 before tax and tip. A refund takes the points of the order back. Points belong to one person, have no cash value and cannot be sold.',
  },
  fairUse: {
    title: 'Fair use',
    text: 'Please do not order for people who know nothing of it, book tables you do not mean to use, break into parts of the service that are not yours, or load it by machine. The texts and drawings are ours; link to them as you like, copy them only with our leave.',
  },
  liability: {
    title: 'What we answer for',
    text: 'We answer for the food we make and for harm we cause by carelessness or on purpose. We do our best to keep the site up, but cannot promise that it never fails; for losses from that alone we answer up to the price of the order concerned, as far as the law lets us limit it.',
  },
  law: {
    title: 'Law and changes',
    before:
      'The law of the place you order from applies. If we change these terms, the new ones are for what you order after the date at the top. Talk to us first:',
    after: '. Most things are settled with a phone call.',
  },
} as const;
