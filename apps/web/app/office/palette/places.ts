import type { Section } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { matchScore } from '../handbook/match.ts';
import { WORDS } from './words.ts';

/**
 * The settings, actions and pages that are not sections: the target, the title, and the section that people must be able
 * to see, if the target does not begin with it. 'orders/pause' is a part of a section, a * stands for each location, and
 * what follows a space only tells two entries apart.
 */
export const PLACES: readonly (readonly [target: string, title: string, section?: Section])[] = [
  ['orders/pause', say`Pause or slow down online orders`],
  ['orders/sold-out', say`Mark dishes as sold out`],
  ['orders/waiting', say`Read in orders of a device that was offline`],
  ['find-order refund', say`Refund an order or a dish`],
  ['find-order cancel', say`Cancel an order`],
  ['find-order receipt', say`Print a receipt again`],
  ['create-order/gift-card', say`Sell a gift card`],
  ['locations/*/delivery', say`Delivery fee and areas`],
  ['locations/*/hours', say`Opening hours`],
  ['locations/*/dates', say`Holidays and closed days`],
  ['locations/*/taxes', say`Taxes and tips`],
  ['locations/*/charges', say`Charges`],
  ['locations/*/kitchen', say`Kitchen limits`],
  ['locations/*/bookings', say`Bookings and switches`],
  ['locations/*/pay', say`Pay periods and overtime`],
  ['locations/*/contact', say`Address and contacts`],
  ['locations/*/readers', say`Card readers`],
  ['locations/add', say`Add Location`],
  ['users/invite', say`Invite to the team`],
  ['/devices', say`Sign-in and devices`],
  ['stations/printers', say`Printers on the network`],
  ['stations/screens', say`Pick-up screens`],
  ['settings/restaurant', say`The restaurant`],
  ['settings/look', say`Appearance`],
  ['settings/money', say`Currency and smallest coin`],
  ['settings/languages', say`Languages`],
  ['settings/discounts', say`Discounts by staff`],
  ['settings/points', say`Points`],
  ['settings/texts', say`Texts to guests we do not know`],
  ['settings/addresses', say`Network addresses`],
  ['settings/privacy', say`When guests are erased`],
  ['settings/sender', say`Email sender`],
  ['settings/services', say`Services: cards, email and texts`],
  ['/admin/set-up#print', say`QR code of the menu`, 'settings'],
  ['/admin/set-up', say`The set-up guide`, 'settings'],
  ['connections/webhooks', say`Webhooks`],
  ['connections/keys', say`API keys`],
  ['reservations/book', say`New reservation`],
  ['reservations/calendar', say`Reservations in your calendar`],
  ['menu/add', say`Add Item`],
  ['menu/file', say`Import or export a menu`],
  ['menu/categories', say`Manage Categories`],
  ['menu/groups', say`Option Groups`],
  ['messages/write', say`Write to guests`],
  ['messages/day', say`Write to the guests of one day`],
  ['?page=accountant#report', say`Files for the accountant`, 'report'],
  ['?page=mails#report', say`Reports by email`, 'report'],
  ['/admin/handbook', say`Handbook`],
];

/** What people call each target. */
const namesByTarget = new Map(
  WORDS.trim()
    .split('\n')
    .map((line) => line.split(': ', 2) as [string, string]),
);

/** A section, setting, action or page that matches what was typed. */
export interface FoundPlace {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  /** The location that it belongs to. */
  readonly locationName?: string;
  /** A hash within the back office, or another page. */
  readonly address: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The places of the visible sections that match, the best first. A section comes before its parts. */
export function findPlaces(
  sections: readonly { readonly id: Section; readonly label: string; readonly heading?: string }[],
  locations: readonly Named[],
  typed: string,
): readonly FoundPlace[] {
  const scoreOf = (target: string, title: string) => matchScore(typed, `${title}, ${namesByTarget.get(target) ?? ''}`);
  const scored = [
    ...sections.map(({ id, label, heading = '' }) => ({
      score: scoreOf(id, `${label}, ${heading}`),
      found: [{ id, section: id, title: label, address: `#${id}` }],
    })),
    ...PLACES.map(([target, title, section = sectionOf(target)]) => ({
      score: isVisible(section, sections) ? scoreOf(target, title) : 0,
      found: foundPlaces(target, locations).map((found) => ({ ...found, section, title })),
    })),
  ];
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .flatMap(({ found }) => found);
}

/** The section that a target begins with; '' for another page, which everybody sees. */
const sectionOf = (target: string) => /^[a-z-]*/.exec(target)?.[0] ?? '';

const isVisible = (section: string, sections: readonly { readonly id: Section }[]) =>
  section === '' || sections.some(({ id }) => id === section);

function foundPlaces(target: string, locations: readonly Named[]) {
  const [path = ''] = target.split(' ');
  if (sectionOf(target) === '') return [{ id: target, address: path }];
  if (!path.includes('*')) return [{ id: target, address: `#${path}` }];
  return locations.map(({ id, name }) => {
    const address = `#${path.replace('*', id)}`;
    return { id: address, address, locationName: name };
  });
}
