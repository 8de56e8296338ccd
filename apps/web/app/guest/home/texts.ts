interface Ways {
  readonly delivers: boolean;
  readonly seats: boolean;
}

export const texts = {
  title: (cuisine: string, places: string) =>
    cuisine === '' ? `Restaurant in ${places}` : `${cuisine} restaurant in ${places}`,
  cooking: (cuisine: string, places: string) =>
    cuisine === '' ? `Food and drink in ${places}.` : `${cuisine} cooking in ${places}.`,
  order: ({ delivers, seats }: Ways) =>
    delivers
      ? seats
        ? 'Order online for pickup or delivery, or book a table.'
        : 'Order online for pickup or delivery.'
      : seats
        ? 'Order online for pickup, or book a table.'
        : 'Order online for pickup.',
  come: ({ delivers, seats }: Ways) =>
    delivers
      ? seats
        ? 'Pick it up, have it delivered, or book a table.'
        : 'Pick it up, or have it delivered.'
      : seats
        ? 'Pick it up, or book a table.'
        : 'Pick it up.',
  soon: 'Opening soon',
  soonText: (name: string) => `${name} is getting ready. Please come back soon.`,
  soonSignIn: 'Sign in to set it up',
  orderNow: 'Order Now',
  reserve: 'Make a reservation',
  orderHere: 'Order',
  orderFrom: (place: string) => `from ${place}`,
  reserveTable: 'Reserve a table',
  reserveAt: (place: string) => `at ${place}`,
  reviews: (count: number) => `from ${count} reviews`,
  rating: (rating: number, count: number) => `Rated ${rating} of 5 from ${count} reviews`,
  mapOf: (place: string) => `Map of ${place}`,
  locations: 'Our restaurants',
  menu: 'The menu',
  everyDish: 'See every dish',
  tableFor: 'A table for ',
  two: 'two',
  at: ' at ',
  tonight: 'tonight',
  question: '?',
  findTable: 'Find a table',
} as const;
