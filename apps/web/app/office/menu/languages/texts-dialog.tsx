import { useState } from 'react';
import { languageName } from '@tiffin/domain/restaurant';
import { say, type Language } from '@tiffin/domain/core';
import { useAction } from '../../../shared/api/use-action.ts';
import { Loaded } from '../../../shared/page/loaded.tsx';
import { ErrorBanner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Segmented, optionsOf } from '../../../ui/choices.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { EditableLocation } from '../menu-data.ts';
import { needsTranslation, useMenuTexts } from './texts-data.ts';
import { useTranslations } from './use-translations.tsx';

interface TextsDialogProps {
  location: EditableLocation;
  language: Language;
  onClose: () => void;
}

/** All texts of a menu in another language, missing and stale ones first. */
export function TextsDialog({ location, language, onClose }: TextsDialogProps) {
  const menuTexts = useMenuTexts(location.id, language);
  const translations = useTranslations(location, () => true, language);
  const [filter, setFilter] = useState<'open' | 'all'>('open');
  const { count } = translations;
  const save = useAction(() => translations.save(), {
    doneText: () => (count === 1 ? say`One text saved` : say`${count} texts saved`),
  });
  // A text that was typed stays visible, although it counts as translated now.
  const fields = translations.fieldsOf((entry, isTyped) => filter === 'all' || needsTranslation(entry) || isTyped);
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      dismissable={!save.isBusy}
      unsaved={translations.isTyped}
      title={say`The menu in ${languageName(language)}, ${location.name}`}
      description={say`Under each of your texts is what guests read in this language. If it is empty, they read your own text.`}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={save.isBusy}>
            {say`Done`}
          </Button>
          <Button busy={save.isBusy} disabled={count === 0} onClick={() => void save.send()}>
            {say`Save texts`}
          </Button>
        </>
      }
    >
      <div className="stack gap-16">
        <ErrorBanner title={say`The texts could not be saved`} error={save.error} />
        <Segmented
          legend={say`Texts to show`}
          legendHidden
          options={optionsOf({ open: say`To review`, all: say`All texts` })}
          value={filter}
          onValue={setFilter}
        />
        <Loaded query={menuTexts} failed={say`The texts could not be loaded`} rows={1} height={200} level={3}>
          {() =>
            fields.length > 0 ? (
              fields
            ) : (
              <EmptyState
                title={say`Nothing is left to translate`}
                text={say`When you change a text of your menu, it comes back here.`}
              />
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}
