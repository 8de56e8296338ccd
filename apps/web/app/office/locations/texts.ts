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

  tax: {
    ofMeal: (price: string, taxes: string, included = false) =>
      included ? say`A meal of ${price} includes ${taxes}.` : say`A meal of ${price} pays ${taxes}.`,
    ofLiquor: (price: string, taxes: string, included = false) =>
      included ? say`Liquor of ${price} includes ${taxes}.` : say`Liquor of ${price} pays ${taxes}.`,
    tips: { 'with-tax': say`the subtotal with tax`, 'before-tax': say`the subtotal before tax` },
  },
} as const;
