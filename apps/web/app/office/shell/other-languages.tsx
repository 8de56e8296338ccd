import { language, LANGUAGE_NAMES, type Language } from '@tiffin/domain/core';
import { Languages } from 'lucide-react';
import { api } from '../../shared/api/api.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { toast } from '../../ui/toasts.ts';
import styles from './shell.module.css';

/** The office in another language of the house: kept with the account, so that it is so on every device. */
export function OtherLanguages() {
  const languages = useRootDataIfAny()?.site.languages ?? [];
  const speak = (wanted: Language) =>
    void api('updateMe', { body: { language: wanted } }).then(
      () => location.reload(),
      (error: unknown) => toast.error(wordsFor(error)),
    );
  return languages
    .filter((each) => each !== language())
    .map((each) => (
      <button
        key={each}
        type="button"
        lang={each}
        className={styles.item}
        title={LANGUAGE_NAMES[each]}
        onClick={() => speak(each)}
      >
        <Languages aria-hidden="true" />
        <span className={styles.label}>{LANGUAGE_NAMES[each]}</span>
      </button>
    ));
}
