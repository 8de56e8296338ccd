import { say } from '@tiffin/domain/core';

export const texts = {
  slots: { all: say`In total`, mostOrders: say`Most orders`, mostUnits: say`Most units` },
  tickets: {
    acceptSoon: say`Not accepted, soon`,
    acceptLate: say`Not accepted, late`,
    dueSoon: say`Before it is due, soon`,
    passSoon: say`On the pass, soon`,
    passLate: say`On the pass, late`,
  },

  delivery: {
    invalidPosition: say`Latitude and longitude, like 45.3647, -63.2800`,
    kinds: { prefix: say`postal codes`, radius: say`a distance`, polygon: say`an area on the grid` },
    fields: {
      name: say`Name`,
      minimum: say`Minimum order`,
      freeOver: say`Free from`,
      extraMinutes: say`Extra minutes`,
      priority: say`Priority`,
      km: say`Kilometres from the restaurant`,
    },
    hints: {
      name: say`Guests see it, such as Downtown or Valley`,
      minimum: say`Of dishes. Empty: no minimum`,
      freeOver: say`Of dishes. Empty: never free`,
      extraMinutes: say`Compared with a delivery next door`,
      priority: say`Where zones overlap, the lowest decides`,
      km: undefined,
    },
    steps: { from: say`Dishes from`, fee: say`Fee` },
  },

  charges: {
    names: { service: say`Service charge`, bag: say`Bag or container fee`, 'small-order': say`Small-order fee` },
    about: {
      service: say`A percentage of the dishes, for example for large parties.`,
      bag: say`A fixed amount once per order. The rounds of a table have none.`,
      'small-order': say`A fixed amount for orders that are small. The rounds of a table have none.`,
    },
    fields: {
      percent: say`Percent of the dishes`,
      fromPartySize: say`At tables: from how many guests`,
      amount: say`Amount per order`,
      below: say`For dishes of less than`,
      taxClass: say`Taxed as`,
      isVoluntary: say`Voluntary`,
      staffMayRemove: say`Staff may take it off`,
      goesToStaff: say`It goes to the staff`,
    },
    hints: {
      percent: say`After discounts, before tax`,
      fromPartySize: say`Empty: for every party`,
      amount: undefined,
      below: say`After discounts, before tax`,
      taxClass: undefined,
      isVoluntary: say`Guests tick a box to pay it; the box starts empty. At the till it is on the bill until staff take it off.`,
      staffMayRemove: say`At the till, and from a bill that is not paid, with a reason.`,
      goesToStaff: say`It is shared by the rule of the tips, in a column of its own: by law it is no tip.`,
    },
  },

  pay: {
    week: say`Every week`,
    'two-weeks': say`Every two weeks`,
    'half-month': say`Twice a month`,
    month: say`Every month`,
  },
  tax: {
    ofMeal: (price: string, taxes: string, included = false) =>
      included ? say`A meal of ${price} includes ${taxes}.` : say`A meal of ${price} pays ${taxes}.`,
    ofLiquor: (price: string, taxes: string, included = false) =>
      included ? say`Liquor of ${price} includes ${taxes}.` : say`Liquor of ${price} pays ${taxes}.`,
    tips: { 'with-tax': say`the subtotal with tax`, 'before-tax': say`the subtotal before tax` },
  },
} as const;
