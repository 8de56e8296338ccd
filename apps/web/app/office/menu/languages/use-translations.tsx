import { useState, type ReactNode } from 'react';
import { useQueries } from '@tanstack/react-query';
import { LanguageField } from './text-field.tsx';
import {
  menuTextKey,
  textsQuery,
  textsToSave,
  useOtherLanguages,
  useSaveTexts,
  type MenuText,
  type TypedTranslations,
} from './texts-data.ts';

interface TextsUnder {
  readonly isTyped: boolean;
  /** The fields of the matching texts, shown below the original's field. */
  readonly fieldsOf: (is: (entry: MenuText) => boolean) => ReactNode;
  /** Saves the typed texts as translations of the new originals that `own` returns. */
  readonly save: (own: (entry: MenuText) => string) => Promise<void>;
}

/**
 * Translation fields inside the form of a dish, category or group. For a new one they appear once it exists (`place` is
 * null before).
 */
export function useTranslations(
  place: { readonly id: string } | null,
  isMine: (entry: MenuText) => boolean,
): TextsUnder {
  const languages = useOtherLanguages();
  const locationId = place?.id ?? '';
  const queries = useQueries({
    queries: languages.map((language) => ({ ...textsQuery(locationId, language), enabled: place !== null })),
  });
  const save = useSaveTexts(locationId);
  const [typed, setTyped] = useState<Readonly<Record<string, TypedTranslations>>>({});
  const spoken = languages.map((language, at) => ({
    language,
    said: typed[language] ?? NOTHING,
    texts: (queries[at]?.data ?? []).filter(isMine),
  }));

  return {
    isTyped: spoken.some(({ texts, said: typedTexts }) => textsToSave(texts, typedTexts).length > 0),
    fieldsOf: (is) =>
      spoken.flatMap(({ language, texts, said: typedTexts }) =>
        texts.filter(is).map((entry) => (
          <LanguageField
            key={`${language} ${menuTextKey(entry)}`}
            entry={entry}
            language={language}
            typed={typedTexts.get(menuTextKey(entry))}
            withOwn={false}
            onText={(next) =>
              setTyped({
                ...typed,
                [language]: new Map(typedTexts).set(menuTextKey(entry), { text: next, own: entry.own }),
              })
            }
          />
        )),
      ),
    async save(own) {
      for (const { language, texts, said: typedTexts } of spoken) {
        const made = texts.map((entry) => ({ ...entry, own: own(entry) }));
        const now = new Map(
          made.flatMap((entry) => {
            const each = typedTexts.get(menuTextKey(entry));
            return each ? [[menuTextKey(entry), { ...each, own: entry.own }] as const] : [];
          }),
        );
        const toSave = textsToSave(made, now);
        if (toSave.length > 0) await save.mutateAsync({ language, texts: toSave });
      }
    },
  };
}

const NOTHING: TypedTranslations = new Map();
