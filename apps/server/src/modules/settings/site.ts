import { siteFields } from '@tiffin/contract/settings';
import { HOUSE_LANGUAGES, UNNAMED_HOUSE, USUAL_LANGUAGES } from '@tiffin/domain/house';
import { HOME_CURRENCY, toDollars } from '@tiffin/domain/core';
import { COIN, GIVEN_LIMIT } from '@tiffin/domain/pricing';
import { STRANGERS_TEXTS } from '@tiffin/domain/people';
import { z } from 'zod';
import type { Db, Tx } from '../../platform/db/connection.ts';

export const siteSettings = z.object({
  ...siteFields,
  timeZone: z.string(),
  locale: z.string(),
});
export type SiteSettings = z.output<typeof siteSettings>;

/** Defaults of the settings that were never saved. */
export const USUAL_RULES = {
  setUp: [],
  guestCheckout: true,
  staffDiscountPercent: GIVEN_LIMIT.percent,
  staffDiscountMost: toDollars(GIVEN_LIMIT.most),
  textsTo: STRANGERS_TEXTS.to,
  strangersTextsMost: STRANGERS_TEXTS.most,
} satisfies Partial<SiteSettings>;

/** The settings before the first save. */
const UNNAMED: SiteSettings = {
  name: UNNAMED_HOUSE,
  legalName: '',
  tagline: 'Order online or book a table',
  cuisine: '',
  headline: '',
  heroUrl: null,
  priceRange: '',
  brandColour: null,
  accentColour: null,
  phone: '',
  email: '',
  supportEmail: '',
  address: '',
  hstNumber: null,
  logoUrl: null,
  sender: { name: '', email: '', postalAddress: '' },
  timeZone: 'America/Halifax',
  currency: HOME_CURRENCY,
  coin: COIN,
  languages: [...USUAL_LANGUAGES],
  locale: 'en-CA',
  defaultLocationId: '',
  ...USUAL_RULES,
};

export async function readSite(db: Db | Tx): Promise<SiteSettings> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'site').executeTakeFirst();
  // Until the first save, the set-up guide follows the browser's language.
  return row ? { ...UNNAMED, ...row.value } : { ...UNNAMED, languages: [...HOUSE_LANGUAGES] };
}

/** The currency cannot change after the first payment session. */
const currencies = new WeakMap<Db, string>();

/** For code that already has a payment session: the currency is read once per process. */
export async function currencyForGood(db: Db): Promise<string> {
  const known = currencies.get(db) ?? (await readSite(db)).currency;
  currencies.set(db, known);
  return known;
}

/** Reads and locks the settings before a change. */
export async function lockSite(tx: Tx): Promise<{ site: SiteSettings; updatedAt: Date | null }> {
  const row = await tx
    .selectFrom('settings')
    .select(['value', 'updated_at'])
    .where('key', '=', 'site')
    .forUpdate()
    .executeTakeFirst();
  return { site: { ...UNNAMED, ...row?.value }, updatedAt: row?.updated_at ?? null };
}

export async function writeSite(tx: Tx, value: SiteSettings, now: Date, by: string | null): Promise<void> {
  const row = { value: JSON.stringify(siteSettings.parse(value)), updated_at: now, updated_by: by };
  await tx
    .insertInto('settings')
    .values({ key: 'site', ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}
