interface RestaurantFacts {
  readonly name: string;
  readonly address: string;
}

/** Sentences with a link are split into the text before and after it. */
export const texts = {
  title: 'Privacy Policy',
  description: 'What we keep when you order or book a table, why, for how long, and how to see, correct or delete it.',
  updated: 'November 1, 2026',
  lead: (name: string) =>
    `We cook for you; we do not trade in you. This page says what ${name} keeps when you order or book a table, why, and what you can ask of us.`,
  law: 'It follows Canada’s Personal Information Protection and Electronic Documents Act (PIPEDA) and Canada’s Anti-Spam Legislation (CASL).',
  lawElsewhere: 'It follows the data protection law of the place you order from.',
  who: {
    title: 'Who answers for it',
    before: ({ name, address }: RestaurantFacts) =>
      `${name}, ${address}. Questions about your personal information go to our privacy officer at`,
    after: (phone: string) => `or ${phone}. You get an answer within 30 days.`,
  },
  what: {
    title: 'What we keep',
    account: {
      title: 'Your account:',
      text: 'name, email address, phone number if you give it, your choices about messages, and when you last signed in. Your password is kept only as a one-way hash that nobody can read.',
    },
    orders: {
      title: 'Your orders:',
      text: 'what you ordered, where, when, how it was paid, the address for a delivery, the table for a meal with us, and what you wrote for the kitchen.',
    },
    tables: { title: 'Your tables:', text: 'date, time, number of guests, contact, and special requests.' },
    loyalty: { title: 'Loyalty:', text: 'the points you earned and the dishes you marked as favourites.' },
    technical: {
      title: 'Technical records:',
      text: 'the address your device connects from and what it asked of our server, to keep the service running and to stop abuse.',
    },
  },
  why: {
    title: 'Why we keep it',
    needed:
      'To cook and hand over your order, hold your table, take your payment, send you its confirmation and receipt, answer your questions, count your points, and meet our duties under tax and food-safety law. We ask for no more than that needs, and use it for nothing else without asking you first.',
    allergies:
      'Notes about allergies are used to prepare your food and are shown only to the people who work on your order.',
  },
  cards: {
    title: 'Card payments',
    text: 'Card numbers never reach us. You type them on the page of our card payment provider, who tells us whether the payment went through, the amount, and a reference with which a refund can be made.',
  },
  share: {
    title: 'Who else sees it',
    people:
      'The people of the restaurant you order from. Beyond them, only companies that do a part of the work for us, each given just what that part needs: the card payment provider, the carriers of email and text messages, and the company that runs our servers. If you choose to sign in with Google or Facebook, they learn that you did.',
    abroad: 'Some of them may handle data outside Canada, where other laws apply.',
    elsewhere: 'Some of them may handle data in other countries, where other laws apply.',
    never: 'We never sell your information, and we give it to authorities only where the law obliges us to.',
  },
  messages: {
    title: 'Messages from us',
    service:
      'We write or text you about an order or a table you made with us: received, ready, changed, cancelled. These come with the service.',
    offers:
      'Offers and news come only if you said yes, and we note when and where you did, with the words you agreed to. Each one names us, carries our postal address and a link that unsubscribes you with one click and without signing in. You can change your mind at any time in your account; it takes effect at once.',
  },
  cookies: {
    title: 'Cookies and your device',
    text: 'We set one cookie, and only when you sign in: it keeps you signed in for up to 30 days. Your cart and the menu are kept on your device so that they survive a reload or a lost connection. There are no advertising cookies and no tracking by others.',
  },
  howLong: {
    title: 'How long we keep it',
    orders: 'Orders and payments: six years after the year they belong to, as Canadian tax law demands.',
    ordersElsewhere: 'Orders and payments: as long as the tax law of our country demands.',
    account: 'Your account and your tables: until you close your account, or after three years without use.',
    consent:
      'Records of consent and of unsubscribing: three years after they end, so that we can show we kept to them.',
    technical: 'Technical records: 90 days.',
  },
  rights: {
    title: 'What you can ask of us',
    before:
      'You may see what we hold about you, get a copy, have mistakes corrected, withdraw your consent, or have your account deleted. Write to',
    after:
      '; we check that it is you, and it costs nothing. What the law makes us keep, such as invoices, is kept apart and used for nothing else.',
    complain: 'If our answer does not satisfy you, you can turn to the Office of the Privacy Commissioner of Canada at',
    complainElsewhere:
      'If our answer does not satisfy you, you can turn to the authority for data protection of the country you live in.',
  },
  safe: {
    title: 'How we keep it safe',
    text: 'Connections are encrypted, passwords are hashed, access is limited to the people whose work needs it and is written down. Should a breach put you at real risk of significant harm, we tell you and the authority for data protection as soon as we can.',
  },
  children: {
    title: 'Young guests',
    text: 'Accounts are for people of 16 and over. Younger guests are welcome at the table with someone who ordered.',
  },
  changes: {
    title: 'Changes to this page',
    text: 'When we change how we treat your information, we change this page and its date. If the change matters, people with an account get an email before it takes effect.',
  },
} as const;
