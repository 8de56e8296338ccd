import { HOME_COUNTRY, provinceOf } from '../locations/index.ts';

/** Hours after which work counts as overtime; null for no limit. */
export interface OvertimeLimits {
  readonly dailyHours: number | null;
  readonly weeklyHours: number | null;
}

/**
 * When overtime begins in a province: a reading of public pages on 2026-11-30, and no legal advice. Three tables agree
 * on all of it (https://acsess.org/data-resources/resource-materials/legislative-landscape, https://centvise.com/resources/overtime,
 * https://support.collage.co/en/articles/9612600-provincial-overtime-guidelines), docs/handbook/what-the-law-asks.md has
 * more. Not covered: British Columbia's second rate after 12 hours, and Saskatchewan, where the limit depends on the roster.
 */
const WEEKLY_HOURS: Readonly<Record<string, number>> = {
  NS: 48,
  PE: 48,
  AB: 44,
  NB: 44,
  ON: 44,
  BC: 40,
  MB: 40,
  NL: 40,
  NT: 40,
  NU: 40,
  QC: 40,
  YT: 40,
};
const DAILY_HOURS: Readonly<Record<string, number>> = { AB: 8, BC: 8, MB: 8, NT: 8, NU: 8, YT: 8 };

/** The limits of the province of an address in Canada. Elsewhere the law was not looked up: no hours are overtime. */
export function overtimeLimits(address: { country: string; region: string; postalCode: string }): OvertimeLimits {
  if (address.country !== HOME_COUNTRY) return { dailyHours: null, weeklyHours: null };
  const province = address.region || (provinceOf(address.postalCode) ?? '');
  return { dailyHours: DAILY_HOURS[province] ?? null, weeklyHours: WEEKLY_HOURS[province] ?? null };
}
