export interface Example {
  readonly summary: string;
  readonly value: Readonly<Record<string, unknown>>;
}

const locationInfo = { id: 'truro', name: 'Truro Heights' };
const customerInfo = { name: 'Asha Menon', email: 'asha@example.com', phone: '(902) 555-0177' };
const lassis = { id: 'mango-lassi', name: 'Mango Lassi', price: 5.95, quantity: 2 };
const twoLassis = { subtotal: 11.9, tax: 1.67, tip: 0, total: 13.57 };
const naan = { id: 'garlic-naan', quantity: 1, note: 'No butter' };

const pickupOrder = { customerInfo, items: [lassis], locationInfo, orderType: 'pickup', pricing: twoLassis };
const orderAtTable = {
  ...pickupOrder,
  orderType: 'dine-in',
  tableInfo: { tableNumber: '4', partySize: 2 },
  tipAmount: 2,
  pricing: { ...twoLassis, tip: 2, total: 15.57 },
  specialInstructions: 'One without ice, please',
};
const guestOrders = (toBody: (order: typeof pickupOrder) => Example['value']): readonly Example[] => [
  { summary: 'Pickup as soon as possible', value: toBody(pickupOrder) },
  { summary: 'At a table, with a tip and a note', value: toBody(orderAtTable) },
];

/** Two request bodies for each call that prices or places an order. A test sends them to the demo restaurant. */
export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  quoteOrder: [
    {
      summary: 'Pickup as soon as possible',
      value: { locationId: 'truro', orderType: 'pickup', items: [{ id: 'mango-lassi', quantity: 2 }] },
    },
    {
      summary: 'A delivery with a note and a tip',
      value: {
        locationId: 'truro',
        orderType: 'delivery',
        postalCode: 'B2N 5B3',
        items: [{ id: 'mango-lassi', quantity: 4 }, naan],
        tipAmount: 3,
      },
    },
  ],
  validatePricing: [
    {
      summary: 'Ask for the sums',
      value: { locationInfo, items: [lassis], tipAmount: 0, frontendPricing: {} },
    },
    {
      summary: 'Compare with what the client shows',
      value: { locationInfo, items: [lassis], tipAmount: 0, frontendPricing: twoLassis },
    },
  ],
  createCustomerOrderCash: guestOrders((order) => ({ ...order })),
  createCustomerPayment: guestOrders((orderData) => ({ orderData })),
  createAdminOrderUnpaid: guestOrders((order) => ({ ...order })),
  createAdminOrderOnline: guestOrders((order) => ({ ...order })),
  createAdminOrderCash: guestOrders((order) => ({ ...order, cashConfirmed: true, finalTotal: order.pricing.total })),
  createAdminPaymentLink: guestOrders((orderData) => ({ orderData })),
};
