import { say } from '@tiffin/domain/core';
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
    (entry) => shows === 'all' || needsTranslation(entry) || typed.has(menuTextKey(entry)),
  );

  async function saveTyped() {
    setFailure(null);
    try {
      await save.mutateAsync({ language, texts: toSave });
      toast.success(toSave.length === 1 ? say`One text saved` : say`${toSave.length} texts saved`);
      setTyped(new Map());
    } catch (reason) {
      const isRemoved = reason instanceof ApiError && reason.status === 404;
      setFailure(
        isRemoved
          ? say`One of these is no longer on the menu. Please open the list again.`
          : errorTextOrServerMessage(reason, [400, 403]),
      );
    }
  }

  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      dismissable={!save.isPending}
      unsaved={toSave.length > 0}
      title={say`The menu in ${languageName(language)}, ${location.name}`}
      description={say`Under each of your texts is what guests read in this language. If it is empty, they read your own text.`}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={save.isPending}>
            {say`Done`}
          </Button>
          <Button busy={save.isPending} disabled={toSave.length === 0} onClick={() => void saveTyped()}>
            {say`Save texts`}
          </Button>
        </>
      }
    >
      <div className="stack gap-16">
        <ErrorBanner title={say`The texts could not be saved`} says={failure} />
        <Segmented
          legend={say`Texts to show`}
          legendHidden
          options={[
            { value: 'open', label: say`To review` },
            { value: 'all', label: say`All texts` },
          ]}
          value={shows}
          onValue={setShows}
        />
        {!data ? (
          <MissingDish
            query={menuTexts}
            labels={{
              loadFailed: say`The texts could not be loaded`,
              tryAgain: say`Try Again`,
              loading: say`Loading the texts…`,
            }}
            height={200}
          />
        ) : shown.length === 0 ? (
          <EmptyState
            title={say`Nothing is left to translate`}
            text={say`When you change a text of your menu, it comes back here.`}
          />
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
  return texts.map((entry) => {
    const key = menuTextKey(entry);
    return (
      <LanguageField
        key={key}
        entry={entry}
        language={language}
        typed={typed.get(key)}
        withOwn
        onText={(newText) => onTyped(new Map(typed).set(key, { text: newText, own: typed.get(key)?.own ?? entry.own }))}
      />
    );
  });
}
