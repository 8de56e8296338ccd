import { say, sayNow } from '../core/language.ts';
import type { FiscalRule } from '../law/index.ts';
import { countryName } from '../locations/index.ts';
import { entryOf } from '../core/variants.ts';
import { PROVINCES } from '../pricing/index.ts';

/** 'Spain: a certified till is required' */
export function fiscalChangeTitle({ country, region = '', verdict, source }: FiscalRule): string {
  if (source === null) return say`Ask whether a till must be certified`;
  const place = sayNow(entryOf(PROVINCES, region) ?? '') || (countryName(country) ?? country);
  return verdict === 'refuse'
    ? say`${place}: a certified till is required`
    : say`${place}: a certified till will be required`;
}
