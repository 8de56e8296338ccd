import type { SetUpStep } from '@tiffin/domain/restaurant';

interface StepTexts {
  readonly name: string;
  readonly title: string;
  readonly lead: string;
}

const steps: Readonly<Record<SetUpStep, StepTexts>> = {
  look: {
    name: 'Name and look',
    title: 'What is your house called?',
    lead: 'The name stands on the website, the receipts and the texts to your guests.',
  },
  place: { name: 'Place and hours', title: 'Where are you, and when?', lead: 'One place now. Others can follow.' },
  tax: {
    name: 'Taxes',
    title: 'What your guests pay in tax',
    lead: 'Taken from your address. You need to do nothing unless you sell something special.',
  },
  menu: {
    name: 'Menu',
    title: 'What do you cook?',
    lead: 'One dish is enough to begin. Every dish and price can be changed at any time.',
  },
  payments: {
    name: 'Payments',
    title: 'How do guests pay?',
    lead: 'Cash works from the first minute. Cards can follow.',
  },
  people: { name: 'People', title: 'Who works with you?', lead: 'You can do this on any day.' },
  print: { name: 'QR code', title: 'Print it', lead: 'One at the counter and one in the window.' },
  order: {
    name: 'Test order',
    title: 'Order something yourself',
    lead: 'The kitchen rings. Cancel the order on the board afterwards, and no figure counts it.',
  },
};

export const texts = {
  steps,
  title: 'Set up the house',
  description: 'From an empty house to its first order.',
  list: 'Steps',
  left: (count: number) => (count === 1 ? '1 step to the first order' : `${count} steps to the first order`),
  ready: 'Your house is open',
  readyText: 'Everything a first order needs is there.',
  toBoard: 'To the orders',
  later: 'Go on later',
  laterText: 'What you saved stays, and the guide opens where you left it.',
  done: 'done',
  save: 'Save and go on',
  right: 'That is right',
  next: 'Go on',
  failed: 'This could not be saved',

  look: {
    tagline: 'Order online or book a table',
    language: 'Language of the house',
    languageHint: 'Your menu is written in it, and guests read it first. Others follow under Settings.',
  },
  place: {
    postalCode: 'Postal code',
    opens: 'Opens',
    closes: 'Closes',
    night: 'A closing time before the opening time is the next morning. Single days are set under Locations.',
    zone: (city: string) => `Times are those of ${city}.`,
    services: 'What guests may do',
    pickup: 'They may fetch their order. Beside that:',
    hoursMissing: 'A time like 11:30',
    more: 'More of this place, and other places: Locations',
  },
  needsPlace: 'First say where you are: the step before this one.',
  tax: {
    none: 'We do not know the law of this country. Write down what your guests pay; several taxes, and what pays none, are set under Locations.',
    name: 'Its name',
    onMeals: 'On meals, percent',
    onLiquor: 'On liquor, percent',
    included: 'Prices have it in them',
    edit: 'Change the taxes',
    numberHint: 'Printed on receipts. You may add it later.',
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
    byHand: 'Write the first dish',
    category: 'Category',
    dish: 'Dish',
    description: 'What is in it',
    price: 'Price',
    add: 'Put it on the menu',
    starter: 'Begin with another kitchen’s menu',
    starterHint: 'Its dishes come hidden: look at prices and above all at allergens, then show them.',
    take: (name: string) => `Begin with: ${name}`,
    taken: (count: number) => `${count} dishes taken, hidden until you show them`,
    look: 'Look at them and show them',
    import: 'Bring your menu in from a file',
    required: (name: string) => `${name} is required`,
    price10: 'A price like 10.00',
  },
  payments: {
    cards: 'Cards are taken.',
    cash: 'Cash is taken at the counter and at the door, from now on.',
    noCards: 'Cards need a Stripe account. It takes about ten minutes:',
    howCards: 'How to take cards',
    terminal: 'A card terminal of your own works, too: at the till, say that a part of a bill was paid by card.',
    go: 'Begin with this',
  },
  people: {
    how: 'Ask everybody to make an account with their own email address. Then say under Users what they do here: staff, manager or admin, and where.',
    address: 'Where they do so',
    users: 'To the users',
    done: 'That is everybody for now',
  },
  print: {
    label: (name: string) => `QR code of the menu of ${name}`,
    scan: 'Scan to order',
    print: 'Print',
    done: 'It is printed',
  },
  order: {
    menu: 'To the menu, as guests see it',
    board: 'To the board',
    none: 'No order yet. This page sees it when it comes.',
  },
} as const;
