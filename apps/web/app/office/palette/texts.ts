/** Texts of the command palette. */
export const texts = {
  title: 'Search or jump',
  placeholder: 'Last five of an order, a section, a person',
  orders: 'Orders',
  actions: 'Actions',
  goTo: 'Go to',
  people: 'People',
  nothing: 'Nothing found',
  searching: 'Searching…',
  failed: 'The search did not work',
  move: 'move',
  open: 'open',
  hint: 'Type the last five of an order',
  statusAt: (status: string, at: string) => `${status}, ordered ${at}`,
  paid: { unpaid: 'Unpaid', pending: 'Payment pending', paid: 'Paid', failed: 'Payment failed', refunded: 'Refunded' },
  back: 'Back to the search',
  openOrder: 'Open the order',
  openUsers: 'Open Users',
  total: 'Total',
  inactive: 'Inactive',
  personFigures: (orders: number, spent: string) =>
    orders === 1 ? `1 order, ${spent} spent` : `${orders} orders, ${spent} spent`,
} as const;
