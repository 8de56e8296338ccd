import type { Context } from '../../context.ts';
import { logFailure } from '../../platform/db/outage-log.ts';
import { readSite } from './site.ts';
import { setRestaurantLanguages } from '../../platform/i18n/request-language.ts';

/** Keeps the restaurant's languages of this process up to date with the settings. */
export async function followRestaurantLanguages({
  db,
  events,
  log,
}: Pick<Context, 'db' | 'events' | 'log'>): Promise<void> {
  // One after the other: of two looks at once the one that saw less could end last.
  let looked = Promise.resolve();
  const look = (): Promise<void> => {
    const next = looked.catch(() => undefined).then(async () => setRestaurantLanguages((await readSite(db)).languages));
    looked = next;
    return next;
  };
  events.listen((all) => {
    if (!all.some(({ type }) => type === 'site.changed')) return;
    look().catch((error: unknown) => logFailure(log, error, "the restaurant's languages could not be read"));
  });
  await look();
}
