import type { Context } from '../context.ts';
import { readSite } from '../modules/settings/site.ts';
import { speakOnly } from './interpreter.ts';

/** The settings say what the house speaks: each copy of the server hears of a change. */
export async function followHouseLanguages({ db, events, log }: Pick<Context, 'db' | 'events' | 'log'>): Promise<void> {
  const look = async (): Promise<void> => speakOnly((await readSite(db)).languages);
  events.listen((all) => {
    if (!all.some(({ type }) => type === 'site.changed')) return;
    look().catch((error: unknown) => log.warn({ err: error }, 'what the house speaks could not be read'));
  });
  await look();
}
