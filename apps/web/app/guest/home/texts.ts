interface Ways {
  readonly delivers: boolean;
  readonly seats: boolean;
}

const cooking = (cuisine: string) => (cuisine === '' ? 'Food and drink' : `${cuisine} cooking`);

export const texts = {
  title: (cuisine: string, places: string) => `${cuisine === '' ? 'Restaurant' : `${cuisine} restaurant`} in ${places}`,
  description: (cuisine: string, places: string, ways: string) => `${cooking(cuisine)} in ${places}. ${ways}`,
  ways: ({ delivers, seats }: Ways) =>
    `Order online for pickup${delivers ? ' or delivery' : ''}${seats ? ', or book a table' : ''}.`,
  heroText: (cuisine: string, places: string, { delivers, seats }: Ways) =>
    `${cooking(cuisine)} in ${places}. Pick it up${delivers ? ', have it brought to you' : ''}${seats ? ', or take a table' : ''}.`,
  soon: 'Opening soon',
  soonText: (name: string) => `${name} is getting ready. Please look in again.`,
  soonSignIn: 'Sign in to set it up',
  orderNow: 'Order Now',
  reserve: 'Make a reservation',
  order: 'Order',
  orderFrom: (place: string) => `from ${place}`,
  reserveTable: 'Reserve a table',
  reserveAt: (place: string) => `at ${place}`,
  reviews: (count: number) => `from ${count} reviews`,
  rating: (rating: number, count: number) => `Rated ${rating} of 5 from ${count} reviews`,
  map: 'Map',
  mapOf: (place: string) => `of ${place}`,
  locations: 'Our restaurants',
  menu: 'The menu',
  everyDish: 'See every dish',
  tableFor: 'A table for ',
  two: 'two',
  at: ' at ',
  tonight: 'tonight',
  findTable: 'Find a table',
} as const;
