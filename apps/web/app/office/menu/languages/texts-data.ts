import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Language } from '@tiffin/domain/core';
import { CACHE_LIFETIMES } from '../../../shared/api/lifetimes.ts';
import type { Answer } from '../../../shared/api/api.ts';
import { useRootDataIfAny } from '../../../shared/site/site.ts';
import { apiQuery, useRefetchOn } from '../../../shared/api/queries.ts';

export type MenuText = Answer<'getMenuTranslations'>['texts'][number];

/** The languages besides the restaurant's own; empty when the page's data does not include them. */
export function useOtherLanguages(): readonly Language[] {
  const [, ...others] = useRootDataIfAny()?.site.languages ?? [];
  return others;
}

export const textsQuery = (locationId: string, language: Language) =>
  queryOptions({
    ...apiQuery(['menu-texts', locationId, language], 'getMenuTranslations', { query: { locationId, language } }),
    staleTime: CACHE_LIFETIMES.menu,
    select: (answer) => answer.texts,
  });

/** The menu's texts in a language, reloaded when the menu changes. */
export function useMenuTexts(locationId: string, language: Language) {
  useRefetchOn(['menu.changed', 'site.changed', 'reset'], ['menu-texts']);
  return useQuery(textsQuery(locationId, language));
}

/** True if the translation is missing or stale and the user may edit it. */
export function needsTranslation({ state, heldBy }: MenuText): boolean {
  return state !== 'current' && heldBy === undefined;
}
