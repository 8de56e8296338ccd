interface Ways {
  readonly delivers: boolean;
  readonly seats: boolean;
}

export const texts = {
  // An owner types the cuisine and the names, so no sentence may depend on their grammar: 'Bakery', 'Thai', 'Le Plateau'.
  title: (cuisine: string, places: string) => (cuisine === '' ? places : `${places}: ${cuisine}`),
  cooking: (cuisine: string, places: string, count: number) =>
    cuisine === ''
      ? count === 1
        ? `Our restaurant: ${places}.`
        : `Our restaurants: ${places}.`
      : count === 1
        ? `Our restaurant: ${places}. Our cuisine: ${cuisine}.`
        : `Our restaurants: ${places}. Our cuisine: ${cuisine}.`,
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
  /** What a guest can choose stands between asterisks. */
  tableTonight: (place: string) => `A table for *two* at *${place}*, *tonight*?`,
  findTable: 'Find a table',
} as const;
