import { isNorthAmerican, nationalDigits, phoneText, setNumberingPlans } from '@tiffin/domain/people';
import { LOCALE } from './locale.ts';
import type { PhoneCountry } from './phone-countries.ts';

/* The numbering plans of all countries are 30 kB. A page loads them once someone types a number, or shows one from
   outside North America. */

type Plans = typeof import('./phone-countries.ts');
let plans: Plans | null = null;

export function setPhonePlans(all: Plans): void {
  plans = all;
  setNumberingPlans(all.readWithPlans);
}

export async function loadPhonePlans(): Promise<void> {
  if (!plans) setPhonePlans(await import('./phone-countries.ts'));
}

export const hasPhonePlans = () => plans !== null;

export function phoneCountryOf(code: string): PhoneCountry {
  if (plans) return plans.phoneCountryOf(code, LOCALE);
  const name = new Intl.DisplayNames(LOCALE, { type: 'region' }).of(code) ?? code;
  return { code, name, calling: isNorthAmerican(code) ? '1' : '' };
}

/** An international number as its country writes it, with that country if it is known. */
export function splitPhone(international: string): { readonly country?: string; readonly national: string } | null {
  if (plans) return plans.splitPhone(international);
  return nationalDigits(international) === null ? null : { national: phoneText(international) };
}

/** The countries to choose from; empty while the plans are not loaded. */
export function findCountries(typed: string): PhoneCountry[] {
  return plans ? plans.findCountries(plans.phoneCountries(LOCALE), typed) : [];
}
