import { useState } from 'react';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { Language } from '@tiffin/domain/core';
import { useCall } from '../../../shared/api/use-call.ts';
import { LanguageField, type TypedTranslation } from './text-field.tsx';
import { textsQuery, useOtherLanguages, type MenuText } from './texts-data.ts';

/**
 * The translation fields of some texts of a menu: inside the form of a dish, category or group, or of all texts in the
 * language `only`. For a new record they appear once it exists (`place` is null before).
 */
export function useTranslations(
  place: { readonly id: string } | null,
  isMine: (entry: MenuText) => boolean,
  only?: Language,
) {
  const client = useQueryClient();
  const others = useOtherLanguages();
  const languages = only ? [only] : others;
  const locationId = place?.id ?? '';
  const queries = useQueries({
    queries: languages.map((language) => ({ ...textsQuery(locationId, language), enabled: place !== null })),
  });
  const save = useCall('saveMenuTranslations', {
    onDone: (answer, { language }) => client.setQueryData(textsQuery(locationId, language).queryKey, answer),
  });
  const [typed, setTyped] = useState<Readonly<Record<string, TypedTranslation>>>({});
  const fields = languages.flatMap((language, at) =>
    (queries[at]?.data ?? []).filter(isMine).map((entry) => {
      const key = [language, entry.kind, entry.groupId ?? '', entry.id, entry.field].join('\n');
      return { language, entry, key, typed: typed[key] };
    }),
  );
  // Those that differ, or that confirm a stale translation.
  const changed = fields.flatMap(({ language, entry, typed: input }) => {
    const isChanged = input && (input.text.trim() !== (entry.text ?? '') || entry.state === 'stale');
    return isChanged ? [{ language, entry, input }] : [];
  });

  return {
    count: changed.length,
    isTyped: changed.length > 0,
    /** The fields of the matching texts, shown below the original's field. */
    fieldsOf: (is: (entry: MenuText, isTyped: boolean) => boolean) =>
      fields
        .filter(({ entry, typed: input }) => is(entry, input !== undefined))
        .map(({ language, entry, key, typed: input }) => (
          <LanguageField
            key={key}
            entry={entry}
            language={language}
            typed={input}
            withOwn={only !== undefined}
            onText={(next) => setTyped({ ...typed, [key]: { text: next, own: input?.own ?? entry.own } })}
          />
        )),
    /** Saves the typed texts, as translations of the new originals that `own` returns. */
    async save(own?: (entry: MenuText) => string): Promise<void> {
      for (const language of languages) {
        const texts = changed
          .filter((each) => each.language === language)
          .map(({ entry, input }) => ({
            kind: entry.kind,
            id: entry.id,
            field: entry.field,
            groupId: entry.groupId,
            own: own?.(entry) ?? input.own,
            text: input.text,
          }));
        if (texts.length > 0) await save.sendOrThrow({ locationId, language, texts });
      }
      setTyped({});
    },
  };
}
