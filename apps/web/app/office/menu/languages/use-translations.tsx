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
  readonly fieldsOf: (is: (text: MenuText) => boolean) => ReactNode;
  /** Saves the typed texts as translations of the new originals that `own` returns. */
  readonly save: (own: (text: MenuText) => string) => Promise<void>;
}

/**
 * Translation fields inside the form of a dish, category or group. For a new one they appear once it exists (`place` is
 * null before).
 */
export function useTranslations(
  place: { readonly id: string } | null,
  isMine: (text: MenuText) => boolean,
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
        texts.filter(is).map((text) => (
          <LanguageField
            key={`${language} ${menuTextKey(text)}`}
            text={text}
            language={language}
            typed={typedTexts.get(menuTextKey(text))}
            withOwn={false}
            onText={(next) =>
              setTyped({
                ...typed,
                [language]: new Map(typedTexts).set(menuTextKey(text), { text: next, own: text.own }),
              })
            }
          />
        )),
      ),
    async save(own) {
      for (const { language, texts, said: typedTexts } of spoken) {
        const made = texts.map((text) => ({ ...text, own: own(text) }));
        const now = new Map(
          made.flatMap((text) => {
            const each = typedTexts.get(menuTextKey(text));
            return each ? [[menuTextKey(text), { ...each, own: text.own }] as const] : [];
          }),
        );
        const toSave = textsToSave(made, now);
        if (toSave.length > 0) await save.mutateAsync({ language, texts: toSave });
      }
    },
  };
}

const NOTHING: TypedTranslations = new Map();
