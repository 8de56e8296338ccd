import { useEffect, useRef, useState } from 'react';
import { phoneText } from '@tiffin/domain/people';
import { Check, ChevronDown } from 'lucide-react';
import { classNames } from './class-names.ts';
import { Dialog } from './dialog.tsx';
import { useFieldAttributes } from './field.tsx';
import { TextInput } from './inputs.tsx';
import type { PhoneCountry } from './phone-countries.ts';
import { SearchInput } from './search-input.tsx';
import { Loading, Skeleton } from './skeleton.tsx';
import styles from './phone-input.module.css';
import { phoneInputTexts } from './phone-input-texts.ts';
import { homeCountry, LOCALE } from './format.ts';

const CANADA = { code: 'CA', name: phoneInputTexts.home, calling: '1' };
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
  const [home, setHome] = useState<PhoneCountry>(CANADA);
  const [country, setCountry] = useState<PhoneCountry>(CANADA);
  const [typed, setTyped] = useState(() => shownAs(value, CANADA));
  const [sent, setSent] = useState(value);
  const [filled, setFilled] = useState(value);
  const [choosing, setChoosing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  /** The number now, because a country may be found after the number has changed. */
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const { id } = useFieldAttributes();

  // The value changed from outside (a saved number, a draft), so it replaces the typed text.
  if (value !== sent) {
    setSent(value);
    setFilled(value);
    // The country was chosen for the previous number. Another country of this one is found below.
    setCountry(home);
    setTyped(shownAs(value, home));
  }

  // The default is the restaurant's country, until a person chooses or types another.
  useEffect(() => {
    if (homeCountry === CANADA.code) return undefined;
    let isOver = false;
    async function begin() {
      const { phoneCountries } = await import('./phone-countries.ts');
      const found = phoneCountries(LOCALE).find(({ code }) => code === homeCountry);
      if (isOver || !found) return;
      setHome(found);
      setCountry((present) => (present === CANADA ? found : present));
    }
    void begin();
    return () => {
      isOver = true;
    };
  }, []);

  // Restores the country of a stored foreign number.
  useEffect(() => {
    if (filled === '' || filled !== sent || filled.startsWith('+1')) return undefined;
    let isOver = false;
    async function readOut() {
      const { phoneCountries, splitPhone } = await import('./phone-countries.ts');
      const found = splitPhone(filled);
      const itsCountry = phoneCountries(LOCALE).find(({ code }) => code === found?.country);
      if (isOver || !found || !itsCountry) return;
      setCountry(itsCountry);
      setTyped(found.national);
    }
    void readOut();
    return () => {
      isOver = true;
    };
  }, [filled, sent]);

  function notify(typedNumber: string, from: PhoneCountry) {
    const text = typedNumber.replace(DIALLED_ABROAD, '+');
    const digits = text.replaceAll(/\D/g, '');
    const next = digits === '' ? '' : text.trim().startsWith('+') ? `+${digits}` : international(digits, from);
    setTyped(text);
    setSent(next);
    latest.current = next;
    onValue(next);
    // A complete number was pasted or autofilled: its country shows at once.
    if (text.trim().startsWith('+') && text.length > typed.length + 1) void readCountry(next);
  }

  /** Reads the country of a number typed with a plus, and formats the number for it. */
  async function tidy() {
    onBlur?.();
    if (country.calling === '1' && !typed.trim().startsWith('+')) {
      setTyped(phoneText(typed));
      return;
    }
    await readCountry(sent);
  }

  async function readCountry(number: string) {
    const { phoneCountries, splitPhone } = await import('./phone-countries.ts');
    const found = splitPhone(number);
    if (!found || latest.current !== number) return;
    const itsCountry = phoneCountries(LOCALE).find(({ code }) => code === found.country);
    if (itsCountry && itsCountry.calling === found.calling) setCountry(itsCountry);
    setTyped(itsCountry?.calling === '1' ? phoneText(number) : found.national);
  }

  return (
    <div className={`relative ${styles.phone}`}>
      <button
        type="button"
        className={`row absolute gap-4 soft text-sm weight-550 nowrap ${styles.country}`}
        aria-label={phoneInputTexts.country(country)}
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
      >
        <span aria-hidden="true">
          {country.code} <span className="num">+{country.calling}</span>
        </span>
        <ChevronDown className="push-right" aria-hidden="true" />
      </button>
      <TextInput
        ref={input}
        type="tel"
        inputMode="tel"
        autoComplete={autoComplete}
        className={styles.input}
        value={typed}
        onChange={(event) => notify(event.target.value, country)}
        onBlur={() => void tidy()}
        {...(id && { id })}
      />
      {name && <input type="hidden" name={name} value={value} />}
      <CountryDialog
        open={choosing}
        chosen={country.code}
        onClose={() => setChoosing(false)}
        onChoose={(next) => {
          setCountry(next);
          setChoosing(false);
          notify(typed.trim().startsWith('+') ? '' : typed, next);
          requestAnimationFrame(() => input.current?.focus());
        }}
      />
    </div>
  );
}

function international(digits: string, { calling }: PhoneCountry): string {
  if (calling === '1') return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : `+1${digits}`;
  // the trunk zero is dialled only within the country
  return `+${calling}${digits.replace(/^0+/, '')}`;
}

function shownAs(value: string, country: PhoneCountry): string {
  if (value.startsWith('+1')) return northAmerican(value.slice(2));
  if (!value.startsWith('+')) return phoneText(value);
  return value.startsWith(`+${country.calling}`) ? value.slice(country.calling.length + 1) : value;
}

/** (902) 555-0123; an incomplete number in the same groups: 902 555 */
function northAmerican(digits: string): string {
  if (digits.length >= 10) return phoneText(digits);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join(' ');
}

function CountryDialog({
  open,
  chosen,
  onClose,
  onChoose,
}: {
  open: boolean;
  chosen: string;
  onClose: () => void;
  onChoose: (country: PhoneCountry) => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} title={phoneInputTexts.choose} size="sm">
      <CountryList chosen={chosen} onChoose={onChoose} />
    </Dialog>
  );
}

type Countries = typeof import('./phone-countries.ts');

/** The list of all countries, loaded on demand. */
function CountryList({ chosen, onChoose }: { chosen: string; onChoose: (country: PhoneCountry) => void }) {
  const [book, setBook] = useState<{ countries: PhoneCountry[]; find: Countries['findCountries'] } | null>(null);
  const [search, setSearch] = useState('');
  const loading = useRef(false);
  const load = () => {
    if (loading.current) return;
    loading.current = true;
    void import('./phone-countries.ts').then(({ phoneCountries, findCountries }) =>
      setBook({ countries: phoneCountries(LOCALE), find: findCountries }),
    );
  };
  const found = book?.find(book.countries, search) ?? [];
  return (
    <div ref={load} className="grid gap-12">
      <SearchInput
        label={phoneInputTexts.search}
        placeholder={phoneInputTexts.search}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== 'Enter' || !first) return;
          event.preventDefault();
          onChoose(first);
        }}
      />
      {book === null ? (
        <Loading label={phoneInputTexts.loading}>
          <Skeleton height={220} />
        </Loading>
      ) : (
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
                {country.code === chosen && <Check aria-hidden="true" />}
              </button>
            </li>
          ))}
          {found.length === 0 && <li className={`text-center soft ${styles.none}`}>{phoneInputTexts.none}</li>}
        </ul>
      )}
    </div>
  );
}
