import type { SetUpStep } from '@tiffin/domain/restaurant';

interface StepTexts {
  readonly name: string;
  readonly title: string;
  readonly lead: string;
}

const steps: Readonly<Record<SetUpStep, StepTexts>> = {
  look: {
    name: 'Name and look',
    title: 'What is your restaurant called?',
    lead: 'The name appears on the website, on receipts and in messages to your guests.',
  },
  place: {
    name: 'Location and hours',
    title: 'Where are you, and when?',
    lead: 'One location now. You can add others later.',
  },
  tax: {
    name: 'Taxes',
    title: 'What your guests pay in tax',
    lead: 'Based on your address. You only need to change it if you sell something special.',
  },
  menu: {
    name: 'Menu',
    title: 'What do you cook?',
    lead: 'One dish is enough to start. You can change dishes and prices at any time.',
  },
  payments: {
    name: 'Payments',
    title: 'How do guests pay?',
    lead: 'Cash works right away. You can add cards later.',
  },
  people: { name: 'People', title: 'Who works with you?', lead: 'You can do this at any time.' },
  print: { name: 'QR code', title: 'Print it', lead: 'One at the counter and one in the window.' },
  order: {
    name: 'Test order',
    title: 'Order something yourself',
    lead: 'The kitchen will ring. Cancel the order on the board afterwards, so that no figure includes it.',
  },
};

export const texts = {
  steps,
  title: 'Set up the restaurant',
  description: 'From nothing to the first order.',
  list: 'Steps',
  left: (count: number) => (count === 1 ? '1 step to the first order' : `${count} steps to the first order`),
  ready: 'Your restaurant is open',
  readyText: 'Everything is ready for the first order.',
  readyWithout: 'Your website, menu and reservations are ready. Orders wait for a certified device.',
  toBoard: 'To the orders',
  later: 'Continue later',
  laterText: 'Your changes are saved, and the guide opens where you left it.',
  done: 'done',
  save: 'Save and continue',
  right: 'That is correct',
  next: 'Continue',
  failed: 'This could not be saved',

  look: {
    tagline: 'Order online or book a table',
    pickColour: 'Choose the main colour',
    language: 'Main language',
    languageHint: 'Your menu is written in it, and guests see it first. You can add others under Settings.',
  },
  place: {
    postalCode: 'Postal code',
    opens: 'Opens',
    closes: 'Closes',
    night: 'A closing time before the opening time means the next morning. Set single days under Locations.',
    zone: (city: string) => `Times are in the time zone of ${city}.`,
    services: 'What guests may do',
    pickup: 'They can pick up their order. And also:',
    area: (prefixes: string) =>
      `You deliver to postal codes that begin with ${prefixes}, without a fee. Change areas and fees later under Locations.`,
    noArea: 'Enter the postal code: you deliver to addresses with the same beginning.',
    hoursMissing: 'A time like 11:30',
    more: 'More settings, and other locations: Locations',
  },
  needsPlace: 'First enter your address, in the previous step.',
  tax: {
    none: 'We do not know the tax law of this country. Enter what your guests pay. Set several taxes and exemptions under Locations.',
    name: 'Its name',
    onMeals: 'On meals, percent',
    onLiquor: 'On liquor, percent',
    included: 'Prices include it',
    edit: 'Change the taxes',
    numberHint: 'Printed on receipts. You can add it later.',
  },
  menu: {
    have: (shown: number, hidden: number) =>
      hidden > 0
        ? shown === 1
          ? `1 dish on the menu, ${hidden} hidden until you show them.`
          : `${shown} dishes on the menu, ${hidden} hidden until you show them.`
        : shown === 1
          ? '1 dish on the menu.'
          : `${shown} dishes on the menu.`,
    byHand: 'Add the first dish',
    category: 'Category',
    dish: 'Dish',
    description: 'What is in it',
    price: 'Price',
    add: 'Put it on the menu',
    starter: 'Start with a sample menu',
    starterHint: 'Its dishes are hidden at first: check prices and above all allergens, then show them.',
    take: (name: string) => `Start with: ${name}`,
    taken: (count: number) => `${count} dishes added, hidden until you show them`,
    look: 'Check them and show them',
    import: 'Import your menu from a file',
    required: (name: string) => `${name} is required`,
    price10: 'A price like 10.00',
  },
  payments: {
    cards: 'Cards are taken.',
    cash: 'Guests can now pay in cash at the counter and at the door.',
    noCards: 'Cards need a Stripe account. It takes about ten minutes:',
    howCards: 'How to take cards',
    terminal: 'Your own card terminal works too: at the till, record a payment as paid by card.',
    go: 'Start with this',
    without: 'Go on without payments',
  },
  people: {
    how: 'Ask everybody to create an account with their own email address. Then set their role and location under Users: staff, manager or admin.',
    address: 'Where they sign up',
    users: 'To the users',
    done: 'That is everybody for now',
  },
  print: {
    label: (name: string) => `QR code of the menu of ${name}`,
    scan: 'Scan to order',
    print: 'Print',
    done: 'I have printed it',
  },
  order: {
    menu: 'To the menu, as guests see it',
    board: 'To the board',
    none: 'No order yet. It appears here when it comes in.',
  },
} as const;
