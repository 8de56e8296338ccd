import { MissingDish } from '../missing-dish.tsx';
import { useState } from 'react';
import { languageName } from '@tiffin/domain/restaurant';
import { errorTextOrServerMessage } from '../../../shared/errors/words.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import { Problem } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/choices.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { Place } from '../menu-data.ts';
import { LanguageField } from './text-field.tsx';
import {
  isToDo,
  keyOf,
  textsToSave,
  useMenuTexts,
  useSaveTexts,
  type Language,
  type MenuText,
  type TypedTexts,
} from './texts-data.ts';
import { texts as words } from './texts.ts';

/** All texts of a menu in another language, missing and stale ones first. */
export function TextsDialog({ place, language, onClose }: { place: Place; language: Language; onClose: () => void }) {
  const menuTexts = useMenuTexts(place.id, language);
  const { data } = menuTexts;
  const save = useSaveTexts(place.id);
  const [typed, setTyped] = useState<TypedTexts>(new Map());
  const [shows, setShows] = useState<'open' | 'all'>('open');
  const [failure, setFailure] = useState<string | null>(null);
  const toSave = textsToSave(data ?? [], typed);
  // Typed texts stay visible.
  const shown = (data ?? []).filter((text) => shows === 'all' || isToDo(text) || typed.has(keyOf(text)));

  async function saveTyped() {
    setFailure(null);
    try {
      await save.mutateAsync({ language, texts: toSave });
      toast.success(words.saved(toSave.length));
      setTyped(new Map());
    } catch (reason) {
      const isRemoved = reason instanceof ApiError && reason.status === 404;
      setFailure(isRemoved ? words.removed : errorTextOrServerMessage(reason, [400, 403]));
    }
  }

  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      dismissable={!save.isPending}
      unsaved={toSave.length > 0}
      title={words.title(languageName(language), place.name)}
      description={words.intro}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={save.isPending}>
            {words.done}
          </Button>
          <Button busy={save.isPending} disabled={toSave.length === 0} onClick={() => void saveTyped()}>
            {words.save}
          </Button>
        </>
      }
    >
      <div className="stack gap-16">
        <Problem title={words.saveFailed} says={failure} />
        <Segmented
          legend={words.show}
          legendHidden
          options={[
            { value: 'open', label: words.filters.open },
            { value: 'all', label: words.filters.all },
          ]}
          value={shows}
          onValue={setShows}
        />
        {!data ? (
          <MissingDish query={menuTexts} words={words} height={200} />
        ) : shown.length === 0 ? (
          <EmptyState title={words.nothing} text={words.nothingText} />
        ) : (
          <TextFields texts={shown} language={language} typed={typed} onTyped={setTyped} />
        )}
      </div>
    </Dialog>
  );
}

function TextFields({
  texts,
  language,
  typed,
  onTyped,
}: {
  texts: readonly MenuText[];
  language: Language;
  typed: TypedTexts;
  onTyped: (typed: TypedTexts) => void;
}) {
  return texts.map((text) => {
    const key = keyOf(text);
    return (
      <LanguageField
        key={key}
        text={text}
        language={language}
        typed={typed.get(key)}
        withOwn
        onText={(newText) => onTyped(new Map(typed).set(key, { text: newText, own: typed.get(key)?.own ?? text.own }))}
      />
    );
  });
}
