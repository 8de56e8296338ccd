import { setCurrency } from '@tiffin/domain/core';
import { setPhoneCountry } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { logFailure } from '../../platform/db/outage-log.ts';
import { setRestaurantLanguages } from '../../platform/i18n/request-language.ts';
import { readSite } from './restaurant/site.ts';
import { homeCountry } from './queries.ts';

/** Keeps the restaurant's languages, country and currency of this process up to date with its settings and locations. */
export async function followRestaurant({ db, events, log }: Pick<Context, 'db' | 'events' | 'log'>): Promise<void> {
  async function readRestaurant(): Promise<void> {
    const { languages, defaultLocationId, currency } = await readSite(db);
    setRestaurantLanguages(languages);
    setCurrency(currency);
    setPhoneCountry(await homeCountry(db, defaultLocationId));
  }
  // One after the other. Otherwise an earlier read could end last and bring back older settings.
  let lastRead = Promise.resolve();
  const readNext = (): Promise<void> => {
    lastRead = lastRead.catch(() => undefined).then(readRestaurant);
    return lastRead;
  };
  events.listen((all) => {
    if (!all.some(({ type }) => type === 'site.changed' || type === 'location.changed')) return;
    readNext().catch((error: unknown) =>
      logFailure(log, error, "the restaurant's languages and country could not be read"),
    );
  });
  await readNext();
}
