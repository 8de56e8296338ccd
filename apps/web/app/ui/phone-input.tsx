import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { digitsOf, nationalDigits, normalisePhone, phoneCountry, phoneText } from '@tiffin/domain/people';
import { Check, ChevronDown } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { classNames } from './class-names.ts';
import { Dialog } from './dialog.tsx';
import { TextInput } from './inputs.tsx';
import { findCountries, hasPhonePlans, loadPhonePlans, phoneCountryOf, splitPhone } from './phone-plans.ts';
import type { PhoneCountry } from './phone-countries.ts';
import { SearchInput } from './search-input.tsx';
import { toast } from './toasts.ts';
import styles from './phone-input.module.css';

/** Ends with the visible text, for people who use voice control. */
const countryText = ({ name, code, calling }: PhoneCountry) =>
  calling === '' ? say`Country: ${name}, ${code}` : say`Country: ${name}, ${code} +${calling}`;

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
  const [isReadWithPlans, setReadWithPlans] = useState(hasPhonePlans);
  const [hadFocus, setHadFocus] = useState(false);
  const [code, setCode] = useState(() => countryIn(value));
  const country = phoneCountryOf(code);
  const [typed, setTyped] = useState(() => nationalText(value, country));
  /** The value that this input reported last, or got from outside. */
  const [known, setKnown] = useState(value);
  const [choosing, setChoosing] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  // The value changed from outside (a saved number, a draft), so it replaces the typed text and the chosen country.
  if (value !== known) {
    setKnown(value);
    const next = countryIn(value);
    setCode(next);
    setTyped(nationalText(value, phoneCountryOf(next)));
  }

  function changeNumber(typedNumber: string, from: PhoneCountry) {
    const text = typedNumber.replace(DIALLED_ABROAD, '+');
    const digits = digitsOf(text);
    // While the country's calling code is unknown, a national number stays as it is.
    const prefix = text.trim().startsWith('+') ? '+' : from.calling && `+${from.calling}`;
    const incomplete = prefix + digits;
    const next = digits === '' ? '' : (normalisePhone(text, from.code) ?? incomplete);
    setTyped(text);
    setKnown(next);
    if (next !== value) onValue(next);
    // A complete number was pasted or autofilled: its country shows at once.
    if (text.trim().startsWith('+') && text.length > typed.length + 1) showParts(next);
  }

  function showParts(number: string) {
    const parts = splitPhone(number);
    if (!parts) return;
    if (parts.country) setCode(parts.country);
    setTyped(parts.national);
  }

  const needsPlans = hadFocus || country.calling === '' || (value !== '' && nationalDigits(value) === null);
  /** Reads again what was typed before the plans came. An unfinished number stays as it is while somebody types. */
  const readWithPlans = useEffectEvent(() => {
    if (isReadWithPlans) return;
    setReadWithPlans(true);
    if (typed !== '') changeNumber(typed, phoneCountryOf(code));
    const number = normalisePhone(typed, code);
    if (document.activeElement !== input.current || (typed.startsWith('+') && number !== null))
      showParts(number ?? known);
  });
  useEffect(() => {
    // Without them the field works, except that it refuses national numbers of other countries.
    if (needsPlans) void loadPhonePlans().then(readWithPlans, () => {});
  }, [needsPlans]);

  return (
    <div className={`relative ${styles.phone}`} onFocus={() => setHadFocus(true)}>
      <button
        type="button"
        className={`row absolute gap-4 soft text-sm weight-550 nowrap ${styles.country}`}
        aria-label={countryText(country)}
        aria-haspopup="dialog"
        onClick={() =>
          void loadPhonePlans().then(
            () => setChoosing(true),
            () => toast.error(say`The list of countries could not be loaded. Type the number with its country code.`),
          )
        }
      >
        <span aria-hidden="true">
          {country.code} {country.calling && <span className="num">+{country.calling}</span>}
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
        onChange={(event) => changeNumber(event.target.value, country)}
        onBlur={() => {
          onBlur?.();
          showParts(known);
        }}
      />
      {name && <input type="hidden" name={name} value={value} />}
      {choosing && (
        <Dialog onClose={() => setChoosing(false)} title={say`Country`} size="sm">
          <CountryList
            chosen={country.code}
            onChoose={(next) => {
              setCode(next.code);
              setChoosing(false);
              changeNumber(typed.trim().startsWith('+') ? '' : typed, next);
              requestAnimationFrame(() => input.current?.focus());
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

function countryIn(value: string): string {
  return splitPhone(value)?.country ?? phoneCountry();
}

/** A number without the calling code of its country. */
function nationalText(value: string, { calling }: PhoneCountry): string {
  const withoutCode = value.startsWith(`+${calling}`) ? value.slice(calling.length + 1) : phoneText(value);
  return splitPhone(value)?.national ?? withoutCode;
}

function CountryList({ chosen, onChoose }: { chosen: string; onChoose: (country: PhoneCountry) => void }) {
  const [search, setSearch] = useState('');
  const found = findCountries(search);
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
