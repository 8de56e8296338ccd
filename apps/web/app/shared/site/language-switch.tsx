import { LANGUAGE_NAMES, currentLanguage } from '@tiffin/domain/core';
import { useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { useRootDataIfAny } from './site.ts';

/** Links to this page in the other languages. A link loads the whole page, and the choice is remembered. */
export function LanguageSwitch({ className = '' }: { className?: string }) {
  const { pathname, search } = useLocation();
  const languages = useRootDataIfAny()?.site.languages ?? [];
  return languages
    .filter((each) => each !== currentLanguage())
    .map((each) => (
      <a
        key={each}
        lang={each}
        hrefLang={each}
        className={`inline-row justify-center touch-width touch-height ${className}`}
        rel="nofollow"
        href={paths.inLanguage(each, pathname + search)}
      >
        {LANGUAGE_NAMES[each]}
      </a>
    ));
}
