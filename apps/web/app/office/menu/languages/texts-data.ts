import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Calls, InputOf } from '@tiffin/contract';
import { CACHE_LIFETIMES } from '../../../shared/api/lifetimes.ts';
import { api, type Answer } from '../../../shared/api/api.ts';
import { newKey } from '../../../shared/api/new-key.ts';
import { useRootDataIfAny } from '../../../shared/site/site.ts';
import { apiQuery, useRefetchOn } from '../../../shared/api/queries.ts';

export type MenuText = Answer<'getMenuTranslations'>['texts'][number];
type Body = NonNullable<InputOf<Calls['saveMenuTranslations']>['body']>;
export type Language = Body['language'];
type Sent = Body['texts'][number];

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

export function useSaveTexts(locationId: string) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'menu' },
    mutationFn: ({ language, texts }: { language: Language; texts: Sent[] }) =>
      api('saveMenuTranslations', { body: { locationId, language, texts } }, { idempotencyKey: newKey() }),
    onSuccess: (answer, { language }) => {
      client.setQueryData(textsQuery(locationId, language).queryKey, answer);
    },
  });
}

/** True if the translation is missing or stale and the user may edit it. */
export function needsTranslation({ state, heldBy }: MenuText): boolean {
  return state !== 'current' && heldBy === undefined;
}

/** A typed translation and the original text it was typed for. */
export interface TypedTranslation {
  readonly text: string;
  readonly own: string;
}

export type TypedTranslations = ReadonlyMap<string, TypedTranslation>;

export function menuTextKey({ kind, id, field, groupId }: MenuText): string {
  return [kind, groupId ?? '', id, field].join('\n');
}

/** The typed texts to save: those that differ, or that confirm a stale translation. */
export function textsToSave(texts: readonly MenuText[], typed: TypedTranslations): Sent[] {
  return texts.flatMap((entry): Sent[] => {
    const { kind, id, field, groupId } = entry;
    const typedText = typed.get(menuTextKey(entry));
    if (!typedText) return [];
    const isOther = typedText.text.trim() !== (entry.text ?? '') || entry.state === 'stale';
    return isOther ? [{ kind, id, field, groupId, own: typedText.own, text: typedText.text }] : [];
  });
}
