import atTheTill from '../../../../../docs/handbook/a-day-at-the-till.md?raw';
import deliveries from '../../../../../docs/handbook/deliveries.md?raw';
import guests from '../../../../../docs/handbook/guests-questions.md?raw';
import kitchen from '../../../../../docs/handbook/in-the-kitchen.md?raw';
import leaving from '../../../../../docs/handbook/leaving.md?raw';
import openARestaurant from '../../../../../docs/handbook/open-a-restaurant.md?raw';
import cards from '../../../../../docs/handbook/taking-cards.md?raw';
import tables from '../../../../../docs/handbook/tables.md?raw';
import menu from '../../../../../docs/handbook/the-menu.md?raw';
import margins from '../../../../../docs/handbook/margins.md?raw';
import closingTheMonth from '../../../../../docs/handbook/closing-the-month.md?raw';
import lawCalendar from '../../../../../docs/handbook/the-law-calendar.md?raw';
import figures from '../../../../../docs/handbook/the-weeks-figures.md?raw';
import noNetwork from '../../../../../docs/handbook/working-offline.md?raw';
import people from '../../../../../docs/handbook/who-may-do-what.md?raw';
import signIns from '../../../../../docs/handbook/who-signed-in.md?raw';
import writing from '../../../../../docs/handbook/writing-to-guests.md?raw';
import certifiedTills from '../../../../../docs/handbook/certified-tills.md?raw';
import { parseHandbookPage, type HandbookPage } from './read-page.ts';

/** The files of docs/handbook, in reading order. */
const FILES = {
  'open-a-restaurant': openARestaurant,
  'in-the-kitchen': kitchen,
  'a-day-at-the-till': atTheTill,
  'guests-questions': guests,
  tables,
  deliveries,
  'the-menu': menu,
  'taking-cards': cards,
  'certified-tills': certifiedTills,
  'writing-to-guests': writing,
  'who-may-do-what': people,
  'who-signed-in': signIns,
  'working-offline': noNetwork,
  'the-weeks-figures': figures,
  margins,
  'closing-the-month': closingTheMonth,
  'the-law-calendar': lawCalendar,
  leaving,
} as const;

export const PAGES: readonly (HandbookPage & { readonly id: string })[] = Object.entries(FILES).map(([id, text]) => ({
  id,
  ...parseHandbookPage(text),
}));

/** The URL of each picture, by file name. */
export const PICTURES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('../../../../../docs/handbook/*.webp', { eager: true, query: '?url', import: 'default' }),
  ).map(([file, url]) => [file.replace(/^.*\//, ''), url]),
);
