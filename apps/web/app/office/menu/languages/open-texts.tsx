import { languageName } from '@tiffin/domain/restaurant';
import { say } from '@tiffin/domain/core';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { EditableLocation } from '../menu-data.ts';
import { needsTranslation, useMenuTexts, useOtherLanguages, type Language } from './texts-data.ts';

/** A button per further language, with the number of texts to check. */
export function LanguageButtons({
  location,
  onOpen,
}: {
  location: EditableLocation;
  onOpen: (language: Language) => void;
}) {
  return useOtherLanguages().map((language) => (
    <LanguageButton key={language} place={location} language={language} onOpen={() => onOpen(language)} />
  ));
}

function LanguageButton({
  place,
  language,
  onOpen,
}: {
  place: EditableLocation;
  language: Language;
  onOpen: () => void;
}) {
  const { data = [] } = useMenuTexts(place.id, language);
  const count = data.filter(needsTranslation).length;
  return (
    <Button look="quiet" onClick={onOpen}>
      {say`In ${languageName(language)}`}
      {count > 0 && (
        <Badge tone="warn">
          <span aria-hidden="true">{count}</span>
          <span className="sr-only">{count === 1 ? say`one text to review` : say`${count} texts to review`}</span>
        </Badge>
      )}
    </Button>
  );
}
