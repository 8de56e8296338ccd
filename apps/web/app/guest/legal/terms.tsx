import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { useSite, type Site } from '../../shared/site/site.ts';
import { LegalPage, type Section } from './legal-page.tsx';

export const TERMS = {
  title: say`Terms of Service`,
  description: say`What you can expect from us when you order online or book a table, and what we ask of you.`,
  updated: say`November 1, 2026`,
  path: paths.terms(),
} as const;

export function TermsPage() {
  const site = useSite();
  return (
    <LegalPage
      about={TERMS}
      lead={
        <p>{say`These are the rules between you and ${site.name} when you order online, book a table or keep an account. We wrote them to be read. Nothing here takes away a right that the consumer law where you live gives you.`}</p>
      }
      sections={sections(site)}
    />
  );
}

function sections(site: Site): readonly Section[] {
  const mail = <a href={`mailto:${site.email}`}>{site.email}</a>;
  return [
    {
      id: 'us',
      title: say`Who we are`,
      body: (
        <p>
          {site.name}, {site.address}, {site.phone}, {mail}
          {site.hstNumber && say`, tax number ${site.hstNumber}`}.
        </p>
      ),
    },
    {
      id: 'account',
      title: say`Your account`,
      body: say`With an account you find your orders again and keep your points; a table can be booked without one. Give a name and a way to reach you that are true, keep your password to yourself, and tell us if you think somebody else uses it. You may close your account at any time. We may close one that is used to harm others or to cheat, and say why.`,
    },
    {
      id: 'orders',
      title: say`Orders`,
      body: (
        <>
          <p>{say`An order is a contract once our page says “Order Confirmed!”. Until then we may decline it, for instance when a dish has run out. An order made while the restaurant is closed is for its next opening; we say so and ask before you place it.`}</p>
          <p>{say`The time we give for an order to be ready is our honest estimate, not a promise to the minute. Please pick up your order on the day it is for; food that waited too long cannot be handed out.`}</p>
        </>
      ),
    },
    {
      id: 'prices',
      title: say`Prices, tax and tips`,
      body: (
        <p>
          {say`Prices are in ${site.currency}. What tax there is, added or in the price, is shown before you order. Tips are your choice. The price that counts is the one on the menu at the moment you order; if it changed while you were choosing, we show you the new one before anything is placed.`}
          {site.coin === 5 && ` ${say`Cash totals are rounded to the nearest five cents.`}`}
        </p>
      ),
    },
    {
      id: 'payment',
      title: say`Payment`,
      body: say`You pay online through our card payment provider, or in cash when you pick up, receive or eat your order. An online order goes to the kitchen once the payment is confirmed. If the payment is interrupted, no order is made.`,
    },
    {
      id: 'cancel',
      title: say`Cancelling and refunds`,
      body: (
        <>
          <p>{say`You can cancel an order yourself until it is ready. What you paid online goes back the way it came; depending on your bank that takes five to ten business days. Once an order is ready it has been cooked for you and cannot be cancelled online: call us.`}</p>
          <p>{say`If something is wrong with your food, tell us the same day, with the order number. We replace it or refund it.`}</p>
        </>
      ),
    },
    {
      id: 'delivery',
      title: say`Delivery`,
      body: say`Where a restaurant delivers, please see to it that somebody can take the food in at the address you gave and that your phone is on. If we reach nobody, the order counts as delivered after a fair attempt.`,
    },
    {
      id: 'tables',
      title: say`Tables`,
      body: say`A booking holds your table for 15 minutes. Each guest may hold one upcoming booking per restaurant. Please cancel with the link in your confirmation when plans change, so that others can sit. Larger parties than the page offers: call us.`,
    },
    {
      id: 'allergies',
      title: say`Allergies and diets`,
      body: say`The menu names the priority allergens of each dish as our recipes have them. Our kitchens work with all of them, and traces cannot be ruled out. If an allergy is serious, call the restaurant before you order. Heat levels are our cooks’ judgement.`,
    },
    {
      id: 'points',
      title: say`Loyalty points`,
      body: say`Completed orders earn 1 point for every $1 before tax and tip. A refund takes the points of the order back. Points belong to one person, have no cash value and cannot be sold.`,
    },
    {
      id: 'fair-use',
      title: say`Fair use`,
      body: say`Please do not order for people who know nothing of it, book tables you do not mean to use, break into parts of the service that are not yours, or load it by machine. The texts and drawings are ours; link to them as you like, copy them only with our leave.`,
    },
    {
      id: 'liability',
      title: say`What we answer for`,
      body: say`We answer for the food we make and for harm we cause by carelessness or on purpose. We do our best to keep the site up, but cannot promise that it never fails; for losses from that alone we answer up to the price of the order concerned, as far as the law lets us limit it.`,
    },
    {
      id: 'law',
      title: say`Law and changes`,
      body: (
        <p>
          {say`The law of the place you order from applies. If we change these terms, the new ones are for what you order after the date at the top. Talk to us first:`}{' '}
          {mail}
          {say`. Most things are settled with a phone call.`}
        </p>
      ),
    },
  ];
}
