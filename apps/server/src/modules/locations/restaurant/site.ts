import { siteFields } from '@tiffin/contract/restaurant/settings';
import { RESTAURANT_LANGUAGES, UNNAMED_RESTAURANT, DEFAULT_LANGUAGES } from '@tiffin/domain/restaurant';
import { centsOf, HOME_CURRENCY, toDollars } from '@tiffin/domain/core';
import {
  DEFAULT_COIN,
  DEFAULT_DISCOUNT_LIMIT,
  WELCOME_DISCOUNT_PERCENT,
  type PointsTerms,
} from '@tiffin/domain/pricing';
import { ADDRESS_DAYS, GUEST_RETENTION_MONTHS, UNCONFIRMED_SMS_LIMITS } from '@tiffin/domain/people';
import { z } from 'zod';
import type { Db, Tx } from '../../../platform/db/connection.ts';

export const siteSettings = z.object({
  ...siteFields,
  timeZone: z.string(),
  locale: z.string(),
});
export type SiteSettings = z.output<typeof siteSettings>;

/** Defaults of the settings that were never saved. */
export const DEFAULT_RULES = {
  setUp: [],
  guestCheckout: true,
  staffDiscountPercent: DEFAULT_DISCOUNT_LIMIT.percent,
  staffDiscountMost: toDollars(DEFAULT_DISCOUNT_LIMIT.most),
  pointsStep: 100,
  pointsStepWorth: 5,
  welcomePercent: WELCOME_DISCOUNT_PERCENT,
  welcomeIsActive: true,
  textsTo: UNCONFIRMED_SMS_LIMITS.to,
  strangersTextsMost: UNCONFIRMED_SMS_LIMITS.most,
  securityAddressDays: ADDRESS_DAYS.default,
  forgetGuestsAfterMonths: GUEST_RETENTION_MONTHS.default,
} satisfies Partial<SiteSettings>;

/** The settings before the first save. */
const DEFAULT_SETTINGS: SiteSettings = {
  name: UNNAMED_RESTAURANT,
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
  coin: DEFAULT_COIN,
  nextCoin: null,
  languages: [...DEFAULT_LANGUAGES],
  locale: 'en-CA',
  defaultLocationId: '',
  ...DEFAULT_RULES,
};

/** The settings of the restaurant, with defaults. */
export async function readSite(db: Db | Tx): Promise<SiteSettings> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'site').executeTakeFirst();
  // Until the first save, the set-up guide follows the browser's language.
  return row ? { ...DEFAULT_SETTINGS, ...row.value } : { ...DEFAULT_SETTINGS, languages: [...RESTAURANT_LANGUAGES] };
}

/** The currency cannot change after the first payment session. */
const currencies = new WeakMap<Db, string>();

/** For code that already has a payment session: the currency is read once per process. */
export async function fixedCurrency(db: Db): Promise<string> {
  const currency = currencies.get(db) ?? (await readSite(db)).currency;
  currencies.set(db, currency);
  return currency;
}

/** Reads and locks the settings before a change. */
export async function lockSite(tx: Tx): Promise<{ site: SiteSettings; updatedAt: Date | null }> {
  const row = await tx
    .selectFrom('settings')
    .select(['value', 'updated_at'])
    .where('key', '=', 'site')
    .forUpdate()
    .executeTakeFirst();
  return { site: { ...DEFAULT_SETTINGS, ...row?.value }, updatedAt: row?.updated_at ?? null };
}

/** Stores the settings, which `lockSite` must have locked. */
export async function writeSite(tx: Tx, value: SiteSettings, now: Date, by: string | null): Promise<void> {
  const row = { value: JSON.stringify(siteSettings.parse(value)), updated_at: now, updated_by: by };
  await tx
    .insertInto('settings')
    .values({ key: 'site', ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

/** What points buy by the stored settings. */
export function pointsTermsOf(stored: Partial<SiteSettings> | null): PointsTerms {
  const { pointsStep: step, pointsStepWorth: worth } = { ...DEFAULT_SETTINGS, ...stored };
  return { step, worth: centsOf(worth) };
}
