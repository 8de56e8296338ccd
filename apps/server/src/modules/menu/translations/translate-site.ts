import { currentLanguage } from '@tiffin/domain/core';
import { translatedText } from '@tiffin/domain/menu';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { SITE_ID, SITE_FIELDS } from './menu-texts.ts';
import { translationFinder } from './translate-menu.ts';
import type { SiteSettings } from '../../locations/restaurant/site.ts';

/** The site settings with their texts in the language of the request. */
export async function translateSite(db: Db | Tx, site: SiteSettings): Promise<SiteSettings> {
  const language = currentLanguage();
  if (language === site.languages[0]) return site;
  const find = translationFinder(
    await db.selectFrom('texts').selectAll().where('kind', '=', 'house').where('language', '=', language).execute(),
  );
  const translations = SITE_FIELDS.map((field) => [
    field,
    translatedText(site[field], find('house', '', SITE_ID, field)),
  ]);
  return { ...site, ...Object.fromEntries(translations) };
}
