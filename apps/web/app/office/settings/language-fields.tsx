import { HOUSE_LANGUAGES, languageName, withOwnLanguage } from '@tiffin/domain/house';
import { Banner } from '../../ui/banner.tsx';
import { CheckField, SelectField } from '../../ui/form-fields.tsx';
import type { FieldProps } from '../../ui/use-form.ts';
import { settingsTexts as texts } from './texts.ts';
import type { Settings } from './use-settings.ts';

type Languages = Settings['languages'];

/** The house's own language, and what guests read besides; what a change does to them is said before it is saved. */
export function LanguageFields({ value, onValue, error, before }: FieldProps<Languages> & { before: Languages }) {
  const [own = HOUSE_LANGUAGES[0]] = value;
  const others = HOUSE_LANGUAGES.filter((language) => language !== own);
  const gone = before.filter((language) => !value.includes(language));
  return (
    <div className="stack gap-12">
      <SelectField
        label={texts.ownLanguage}
        error={error}
        value={own ?? ''}
        onValue={(chosen) => {
          const language = HOUSE_LANGUAGES.find((each) => each === chosen);
          if (language) onValue(withOwnLanguage(value, language));
        }}
      >
        {HOUSE_LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {languageName(language)}
          </option>
        ))}
      </SelectField>
      <fieldset className="stack gap-8">
        <legend className="weight-600">{texts.alsoSpeaks}</legend>
        {others.map((language) => (
          <CheckField
            key={language}
            label={languageName(language)}
            value={value.includes(language)}
            onValue={(speaks) => onValue(speaks ? [...value, language] : value.filter((each) => each !== language))}
          />
        ))}
      </fieldset>
      {own !== undefined && own !== before[0] && <Banner tone="warn">{texts.otherOwn(languageName(own))}</Banner>}
      {gone.map((language) => (
        <Banner key={language} tone="warn">
          {texts.languageGoes(languageName(language))}
        </Banner>
      ))}
    </div>
  );
}
