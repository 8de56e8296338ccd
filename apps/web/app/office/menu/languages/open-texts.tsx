import { languageName } from '@tiffin/domain/restaurant';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Place } from '../menu-data.ts';
import { isToDo, useMenuTexts, useOtherLanguages, type Language } from './texts-data.ts';
import { texts } from './texts.ts';

/** A button per further language, with the number of texts to check. */
export function LanguageButtons({ place, onOpen }: { place: Place; onOpen: (language: Language) => void }) {
  return useOtherLanguages().map((language) => (
    <LanguageButton key={language} place={place} language={language} onOpen={() => onOpen(language)} />
  ));
}

function LanguageButton({ place, language, onOpen }: { place: Place; language: Language; onOpen: () => void }) {
  const { data = [] } = useMenuTexts(place.id, language);
  const count = data.filter(isToDo).length;
  return (
    <Button look="quiet" onClick={onOpen}>
      {texts.open(languageName(language))}
      {count > 0 && (
        <Badge tone="warn">
          <span aria-hidden="true">{count}</span>
          <span className="sr-only">{texts.toDo(count)}</span>
        </Badge>
      )}
    </Button>
  );
}
