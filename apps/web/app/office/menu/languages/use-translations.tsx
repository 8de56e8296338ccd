import { useState } from 'react';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { Language } from '@tiffin/domain/core';
import { useCall } from '../../../shared/api/use-call.ts';
import { TranslationField, type TypedTranslation } from './translation-field.tsx';
import { textsQuery, useOtherLanguages, type MenuText } from './texts-data.ts';

/**
 * The translation fields of the texts of a menu that match: in the form of a dish, category or group, and in all
 * languages unless `onlyLanguage` names one. A new record has none until it is saved, so its form passes null as the
 * location.
 */
export function useTranslations(
  location: { readonly id: string } | null,
  matches: (entry: MenuText) => boolean,
  onlyLanguage?: Language,
) {
  const client = useQueryClient();
  const others = useOtherLanguages();
  const languages = onlyLanguage ? [onlyLanguage] : others;
  const locationId = location?.id ?? '';
  const queries = useQueries({
    queries: languages.map((language) => ({ ...textsQuery(locationId, language), enabled: location !== null })),
  });
  const save = useCall('saveMenuTranslations', {
    onDone: (answer, { language }) => client.setQueryData(textsQuery(locationId, language).queryKey, answer),
  });
  const [typed, setTyped] = useState<Readonly<Record<string, TypedTranslation>>>({});
  const fields = languages.flatMap((language, index) =>
    (queries[index]?.data ?? []).filter(matches).map((entry) => {
      const key = [language, entry.kind, entry.groupId ?? '', entry.id, entry.field].join('\n');
      return { language, entry, key, typed: typed[key] };
    }),
  );
  // Fields whose text differs, or confirms a stale translation.
  const changed = fields.flatMap(({ language, entry, typed: input }) => {
    const isChanged = input && (input.text.trim() !== (entry.text ?? '') || entry.state === 'stale');
    return isChanged ? [{ language, entry, input }] : [];
  });

  return {
    count: changed.length,
    isTyped: changed.length > 0,
    /** The fields to show below the field of the original. */
    fieldsOf: (isShown: (entry: MenuText, isTyped: boolean) => boolean) =>
      fields
        .filter(({ entry, typed: input }) => isShown(entry, input !== undefined))
        .map(({ language, entry, key, typed: input }) => (
          <TranslationField
            key={key}
            entry={entry}
            language={language}
            typed={input}
            showsOriginal={onlyLanguage !== undefined}
            onText={(next) => setTyped({ ...typed, [key]: { text: next, original: input?.original ?? entry.own } })}
          />
        )),
    /** Saves the typed texts. `originalOf` returns an original that is being saved too, if it may have changed. */
    async save(originalOf?: (entry: MenuText) => string): Promise<void> {
      for (const language of languages) {
        const texts = changed
          .filter((each) => each.language === language)
          .map(({ entry, input }) => ({
            kind: entry.kind,
            id: entry.id,
            field: entry.field,
            groupId: entry.groupId,
            own: originalOf?.(entry) ?? input.original,
            text: input.text,
          }));
        if (texts.length > 0) await save.sendOrThrow({ locationId, language, texts });
      }
      setTyped({});
    },
  };
}
