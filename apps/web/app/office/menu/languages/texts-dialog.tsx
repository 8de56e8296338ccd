import { MissingDish } from '../missing-dish.tsx';
import { useState } from 'react';
import { languageName } from '@tiffin/domain/restaurant';
import { errorTextOrServerMessage } from '../../../shared/errors/error-text.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import { ErrorBanner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/choices.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { EditableLocation } from '../menu-data.ts';
import { LanguageField } from './text-field.tsx';
import {
  needsTranslation,
  menuTextKey,
  textsToSave,
  useMenuTexts,
  useSaveTexts,
  type Language,
  type MenuText,
  type TypedTranslations,
} from './texts-data.ts';
import { texts as words } from './texts.ts';

/** All texts of a menu in another language, missing and stale ones first. */
export function TextsDialog({
  location,
  language,
  onClose,
}: {
  location: EditableLocation;
  language: Language;
  onClose: () => void;
}) {
  const menuTexts = useMenuTexts(location.id, language);
  const { data } = menuTexts;
  const save = useSaveTexts(location.id);
  const [typed, setTyped] = useState<TypedTranslations>(new Map());
  const [shows, setShows] = useState<'open' | 'all'>('open');
  const [failure, setFailure] = useState<string | null>(null);
  const toSave = textsToSave(data ?? [], typed);
  // Typed texts stay visible.
  const shown = (data ?? []).filter(
    (text) => shows === 'all' || needsTranslation(text) || typed.has(menuTextKey(text)),
  );

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
      title={words.title(languageName(language), location.name)}
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
        <ErrorBanner title={words.saveFailed} says={failure} />
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
          <MissingDish query={menuTexts} labels={words} height={200} />
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
  typed: TypedTranslations;
  onTyped: (typed: TypedTranslations) => void;
}) {
  return texts.map((text) => {
    const key = menuTextKey(text);
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
