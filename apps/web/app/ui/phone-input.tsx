import { useRef, useState } from 'react';
import { digitsOf, normalisePhone, phoneCountry, phoneText } from '@tiffin/domain/people';
import { Check, ChevronDown } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { classNames } from './class-names.ts';
import { Dialog } from './dialog.tsx';
import { useFieldAttributes } from './field.tsx';
import { TextInput } from './inputs.tsx';
import { findCountries, phoneCountries, phoneCountryOf, splitPhone, type PhoneCountry } from './phone-countries.ts';
import { SearchInput } from './search-input.tsx';
import styles from './phone-input.module.css';
import { LOCALE } from './format.ts';

/** Ends with the visible text, for people who use voice control. */
const countryText = ({ name, code, calling }: PhoneCountry) => say`Country: ${name}, ${code} +${calling}`;

/** The international prefix, in North America or elsewhere. */
const DIALLED_ABROAD = /^\s*(?:011|00)(?=[\s\d])/;

export interface PhoneInputProps {
  name?: string;
  /** International, with a leading plus; empty if nothing was typed. */
  value: string;
  onValue: (value: string) => void;
  onBlur?: () => void;
  autoComplete?: string;
}

/** An input for a phone number of any country, by default the restaurant's. */
export function PhoneInput({ name, value, onValue, onBlur, autoComplete = 'tel' }: PhoneInputProps) {
  const [country, setCountry] = useState(() => countryOf(value));
  const [typed, setTyped] = useState(() => shownAs(value, country));
  const [sent, setSent] = useState(value);
  const [choosing, setChoosing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { id } = useFieldAttributes();

  // The value changed from outside (a saved number, a draft), so it replaces the typed text and the chosen country.
  if (value !== sent) {
    setSent(value);
    const next = countryOf(value);
    setCountry(next);
    setTyped(shownAs(value, next));
  }

  function notify(typedNumber: string, from: PhoneCountry) {
    const text = typedNumber.replace(DIALLED_ABROAD, '+');
    const digits = digitsOf(text);
    const incomplete = text.trim().startsWith('+') ? `+${digits}` : `+${from.calling}${digits}`;
    const next = digits === '' ? '' : (normalisePhone(text, from.code) ?? incomplete);
    setTyped(text);
    setSent(next);
    onValue(next);
    // A complete number was pasted or autofilled: its country shows at once.
    if (text.trim().startsWith('+') && text.length > typed.length + 1) showParts(next);
  }

  function showParts(number: string) {
    const found = splitPhone(number);
    if (!found) return;
    setCountry(phoneCountryOf(found.country, LOCALE));
    setTyped(found.national);
  }

  return (
    <div className={`relative ${styles.phone}`}>
      <button
        type="button"
        className={`row absolute gap-4 soft text-sm weight-550 nowrap ${styles.country}`}
        aria-label={countryText(country)}
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
      >
        <span aria-hidden="true">
          {country.code} <span className="num">+{country.calling}</span>
        </span>
        <ChevronDown className="push-right" />
      </button>
      <TextInput
        ref={input}
        type="tel"
        inputMode="tel"
        autoComplete={autoComplete}
        className={styles.input}
        value={typed}
        onChange={(event) => notify(event.target.value, country)}
        onBlur={() => {
          onBlur?.();
          showParts(sent);
        }}
        {...(id && { id })}
      />
      {name && <input type="hidden" name={name} value={value} />}
      {choosing && (
        <Dialog onClose={() => setChoosing(false)} title={say`Country`} size="sm">
          <CountryList
            chosen={country.code}
            onChoose={(next) => {
              setCountry(next);
              setChoosing(false);
              notify(typed.trim().startsWith('+') ? '' : typed, next);
              requestAnimationFrame(() => input.current?.focus());
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

function countryOf(value: string): PhoneCountry {
  return phoneCountryOf(splitPhone(value)?.country ?? phoneCountry(), LOCALE);
}

function shownAs(value: string, { calling }: PhoneCountry): string {
  const withoutCode = value.startsWith(`+${calling}`) ? value.slice(calling.length + 1) : phoneText(value);
  return splitPhone(value)?.national ?? withoutCode;
}

function CountryList({ chosen, onChoose }: { chosen: string; onChoose: (country: PhoneCountry) => void }) {
  const [countries] = useState(() => phoneCountries(LOCALE));
  const [search, setSearch] = useState('');
  const found = findCountries(countries, search);
  return (
    <div className="grid gap-12">
      <SearchInput
        label={say`Search for a country`}
        placeholder={say`Search for a country`}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== 'Enter' || !first) return;
          event.preventDefault();
          onChoose(first);
        }}
      />
      <ul className={`grid content-start ${styles.list}`}>
        {found.map((country) => (
          <li key={country.code}>
            <button
              type="button"
              className={classNames(
                'row gap-12 icon-18 full-width touch-height round-sm quiet-hover text-sm text-left',
                styles.option,
              )}
              aria-pressed={country.code === chosen}
              onClick={() => onChoose(country)}
            >
              <span className="grow">{country.name}</span>
              <span className="num">+{country.calling}</span>
              {country.code === chosen && <Check />}
            </button>
          </li>
        ))}
        {found.length === 0 && <li className={`text-center soft ${styles.none}`}>{say`No country found`}</li>}
      </ul>
    </div>
  );
}
