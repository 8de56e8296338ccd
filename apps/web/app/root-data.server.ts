import { currentLanguage, languagePrefix } from '@tiffin/domain/core';
import type { RouterContextProvider } from 'react-router';
import { serverContext } from './shared/api/server-context.ts';
import type { Location, RootData, Site } from './shared/site/site.ts';

let lastValue: { site: Site; locations: readonly Location[] } | undefined;

/**
 * What every page knows. While the database is away, the last known name and locations let a page
 * still say who we are and how to reach us.
 */
export async function loadRootData(context: Readonly<RouterContextProvider>): Promise<RootData> {
  const { api, me, publicUrl } = context.get(serverContext);
  const [chain, person] = await Promise.all([loadChain(api), me().catch(() => undefined)]);
  const pagesUrl = publicUrl + languagePrefix(chain.site.languages, currentLanguage());
  const year = new Date().getFullYear();
  return { ...chain, me: person ?? null, isSessionLoaded: person !== undefined, publicUrl, pagesUrl, year };
}

async function loadChain(api: import('./shared/api/api.ts').Api) {
  try {
    const [{ site }, { locations }] = await Promise.all([api('getSite'), api('getLocations')]);
    lastValue = { site, locations };
    return lastValue;
  } catch (error) {
    if (lastValue) return lastValue;
    throw error;
  }
}
