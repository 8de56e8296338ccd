import { DEFAULT_LOCATION_ID } from '@tiffin/domain/locations';
import { z } from 'zod';
import type { Db, Tx } from '../../db/connection.ts';

/** What the chain says of itself; nowhere in code, always in the settings. */
export const siteSettings = z.object({
  name: z.string().trim().min(1).max(100),
  legalName: z.string().trim().max(200),
  tagline: z.string().trim().max(200),
  phone: z.string().trim().max(40),
  email: z.email().max(100),
  supportEmail: z.email().max(100),
  address: z.string().trim().max(300),
  hstNumber: z.string().trim().max(40).nullable(),
  logoUrl: z.string().max(500).nullable(),
  sender: z.object({
    name: z.string().trim().max(100),
    email: z.email().max(100),
    postalAddress: z.string().trim().max(300),
  }),
  timeZone: z.string(),
  currency: z.literal('CAD'),
  locale: z.string(),
  defaultLocationId: z.string(),
});
export type SiteSettings = z.output<typeof siteSettings>;

/** Before anybody has said anything. */
const UNNAMED: SiteSettings = {
  name: 'Our restaurant',
  legalName: '',
  tagline: 'Order online or book a table',
  phone: '',
  email: 'hello@localhost.invalid',
  supportEmail: 'support@localhost.invalid',
  address: '',
  hstNumber: null,
  logoUrl: null,
  sender: { name: 'Our restaurant', email: 'hello@localhost.invalid', postalAddress: '' },
  timeZone: 'America/Halifax',
  currency: 'CAD',
  locale: 'en-CA',
  defaultLocationId: DEFAULT_LOCATION_ID,
};

export async function readSite(db: Db | Tx): Promise<SiteSettings> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'site').executeTakeFirst();
  return { ...UNNAMED, ...row?.value };
}

export async function writeSite(tx: Tx, value: SiteSettings, now: Date, by: string | null): Promise<void> {
  const row = { value: JSON.stringify(siteSettings.parse(value)), updated_at: now, updated_by: by };
  await tx
    .insertInto('settings')
    .values({ key: 'site', ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}
