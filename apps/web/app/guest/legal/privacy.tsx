import { HOME_COUNTRY } from '@tiffin/domain/locations';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { useSite, type Site } from '../../shared/site/site.ts';
import { LegalPage, type Section } from './legal-page.tsx';

const STORED_DATA = [
  {
    title: say`Your account:`,
    text: say`name, email address, phone number if you give it, your choices about messages, and when you last signed in. Your password is kept only as a one-way hash that nobody can read.`,
  },
  {
    title: say`Your orders:`,
    text: say`what you ordered, where, when, how it was paid, the address for a delivery, the table for a meal with us, and what you wrote for the kitchen.`,
  },
  { title: say`Your tables:`, text: say`date, time, number of guests, contact, and special requests.` },
  { title: say`Loyalty:`, text: say`the points you earned and the dishes you marked as favourites.` },
  {
    title: say`Technical records:`,
    text: say`the address your device connects from and what it asked of our server, to keep the service running and to stop abuse.`,
  },
];

export const PRIVACY = {
  title: say`Privacy Policy`,
  description: say`What we keep when you order or book a table, why, for how long, and how to see, correct or delete it.`,
  updated: say`November 27, 2026`,
  path: paths.privacy(),
} as const;

export function PrivacyPage() {
  const site = useSite();
  return (
    <LegalPage
      about={PRIVACY}
      lead={
        <p>{`${say`We cook for you; we do not trade in you. This page says what ${site.name} keeps when you order or book a table, why, and what you can ask of us.`} ${isCanadian(site) ? say`It follows Canada’s Personal Information Protection and Electronic Documents Act (PIPEDA) and Canada’s Anti-Spam Legislation (CASL).` : say`It follows the data protection law of the place you order from.`}`}</p>
      }
      sections={sections(site)}
    />
  );
}

/** The statements that Canadian law requires show only for restaurants in Canada. */
function isCanadian({ country }: Site): boolean {
  return country === HOME_COUNTRY;
}

function sections(site: Site): readonly Section[] {
  const isHome = isCanadian(site);
  const mail = <a href={`mailto:${site.email}`}>{site.email}</a>;
  return [
    {
      id: 'who',
      title: say`Who answers for it`,
      body: (
        <p>
          {say`${site.name}, ${site.address}. Questions about your personal information go to our privacy officer at`}{' '}
          {mail} {say`or ${site.phone}. You get an answer within 30 days.`}
        </p>
      ),
    },
    {
      id: 'what',
      title: say`What we keep`,
      body: (
        <ul>
          {STORED_DATA.map(({ title, text }) => (
            <li key={title}>
              <b>{title}</b> {text}
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: 'why',
      title: say`Why we keep it`,
      body: (
        <>
          <p>{say`To cook and hand over your order, hold your table, take your payment, send you its confirmation and receipt, answer your questions, count your points, and meet our duties under tax and food-safety law. We ask for no more than that needs, and use it for nothing else without asking you first.`}</p>
          <p>{say`Notes about allergies are used to prepare your food and are shown only to the people who work on your order.`}</p>
        </>
      ),
    },
    {
      id: 'cards',
      title: say`Card payments`,
      body: say`Card numbers never reach us. You type them on the page of our card payment provider, who tells us whether the payment went through, the amount, and a reference with which a refund can be made.`,
    },
    {
      id: 'share',
      title: say`Who else sees it`,
      body: (
        <>
          <p>{say`The people of the restaurant you order from. Beyond them, only companies that do a part of the work for us, each given just what that part needs: the card payment provider, the carriers of email and text messages, and the company that runs our servers. If you choose to sign in with Google or Facebook, they learn that you did.`}</p>
          <p>{`${isHome ? say`Some of them may handle data outside Canada, where other laws apply.` : say`Some of them may handle data in other countries, where other laws apply.`} ${say`We never sell your information, and we give it to authorities only where the law obliges us to.`}`}</p>
        </>
      ),
    },
    {
      id: 'messages',
      title: say`Messages from us`,
      body: (
        <>
          <p>{say`We write or text you about an order or a table you made with us: received, ready, changed, cancelled. These come with the service.`}</p>
          <p>{say`Offers and news come only if you said yes, and we note when and where you did, with the words you agreed to. Each one names us, carries our postal address and a link that unsubscribes you with one click and without signing in. You can change your mind at any time in your account; it takes effect at once.`}</p>
        </>
      ),
    },
    {
      id: 'cookies',
      title: say`Cookies and your device`,
      body: say`We set one cookie, and only when you sign in: it keeps you signed in for up to 30 days. Your cart and the menu are kept on your device so that they survive a reload or a lost connection. An allergy that you state for a dish or an order stays on your device with the cart until you order, sign out or remove your details. There are no advertising cookies and no tracking by others.`,
    },
    {
      id: 'how-long',
      title: say`How long we keep it`,
      body: (
        <ul>
          <li>
            {isHome
              ? say`Orders and payments: six years after the year they belong to, as Canadian tax law demands.`
              : say`Orders and payments: as long as the tax law of our country demands.`}
          </li>
          <li>{say`Your account and your tables: until you close your account, or after three years without use.`}</li>
          <li>{say`Records of consent and of unsubscribing: three years after they end, so that we can show we kept to them.`}</li>
          <li>{say`Technical records: 90 days.`}</li>
        </ul>
      ),
    },
    {
      id: 'rights',
      title: say`What you can ask of us`,
      body: (
        <>
          <p>
            {say`You may see what we hold about you, get a copy, have mistakes corrected, withdraw your consent, or have your account deleted. Write to`}{' '}
            {mail}
            {say`; we check that it is you, and it costs nothing. What the law makes us keep, such as invoices, is kept apart and used for nothing else.`}
          </p>
          {isHome ? (
            <p>
              {say`If our answer does not satisfy you, you can turn to the Office of the Privacy Commissioner of Canada at`}{' '}
              <a href="https://www.priv.gc.ca/" rel="noreferrer">
                priv.gc.ca
              </a>
              .
            </p>
          ) : (
            <p>{say`If our answer does not satisfy you, you can turn to the authority for data protection of the country you live in.`}</p>
          )}
        </>
      ),
    },
    {
      id: 'safe',
      title: say`How we keep it safe`,
      body: say`Connections are encrypted, passwords are hashed, access is limited to the people whose work needs it and is written down. Should a breach put you at real risk of significant harm, we tell you and the authority for data protection as soon as we can.`,
    },
    {
      id: 'children',
      title: say`Young guests`,
      body: say`Accounts are for people of 16 and over. Younger guests are welcome at the table with someone who ordered.`,
    },
    {
      id: 'changes',
      title: say`Changes to this page`,
      body: say`When we change how we treat your information, we change this page and its date. If the change matters, people with an account get an email before it takes effect.`,
    },
  ];
}
