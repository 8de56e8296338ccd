import { language } from '@tiffin/domain/core';
import { saidAs } from '@tiffin/domain/menu';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { HOUSE, HOUSE_FIELDS } from '../menu/menu-texts.ts';
import { byOwner } from '../menu/say-menu.ts';
import type { SiteSettings } from './site.ts';

/** What the house says of itself, to whoever is spoken to. */
export async function saySite(db: Db | Tx, site: SiteSettings): Promise<SiteSettings> {
  const spoken = language();
  if (spoken === site.languages[0]) return site;
  const find = byOwner(
    await db.selectFrom('texts').selectAll().where('kind', '=', 'house').where('language', '=', spoken).execute(),
  );
  const said = HOUSE_FIELDS.map((field) => [field, saidAs(site[field], find('house', '', HOUSE, field))]);
  return { ...site, ...Object.fromEntries(said) };
}
