import { partsOfColumn, type FileTexts, type TextColumn } from '@tiffin/domain/menu-file';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/connection.ts';
import type { ImportedLocation, ImportedText } from '../../../platform/db/stored-json.ts';
import type { MenuItemRow } from '../dishes/item-answer.ts';

/** Writes the translations of a file, based on the current originals. Returns the earlier translations. */
export async function writeTexts(
  tx: Tx,
  locationId: string,
  dishes: readonly { readonly row: MenuItemRow; readonly texts: FileTexts }[],
  now: Date,
): Promise<ImportedLocation['texts']> {
  const texts = dishes.flatMap(({ row, texts: translations }) =>
    (Object.keys(translations) as TextColumn[]).map((column): ImportedText => {
      const { field, language } = partsOfColumn(column);
      return { id: row.id, field, language, text: translations[column] ?? '', of: row[field] };
    }),
  );
  if (texts.length === 0) return undefined;
  const before = await sql<ImportedText>`
    select id, field, language, text, of from texts t
    where kind = 'dish' and within = ${locationId} and exists (
      select from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as w (id text, field text, language text)
      where w.id = t.id and w.field = t.field and w.language = t.language
    )
    order by id, field, language
  `.execute(tx);
  await insertTexts(tx, locationId, texts, now);
  return { written: texts.map(({ id, field, language }) => ({ id, field, language })), before: before.rows };
}

async function insertTexts(tx: Tx, locationId: string, texts: readonly ImportedText[], at: Date): Promise<void> {
  await sql`
    insert into texts (kind, within, id, field, language, text, of, updated_at)
    select 'dish', ${locationId}, w.id, w.field, w.language, w.text, w.of, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
      as w (id text, field text, language text, text text, of text)
    on conflict (kind, within, id, field, language) do update
      set text = excluded.text, of = excluded.of, updated_at = excluded.updated_at
  `.execute(tx);
}

/** Restores the earlier translations, except those edited since. */
export async function undoTexts(
  tx: Tx,
  { locationId, texts }: ImportedLocation,
  { importedAt, now }: { readonly importedAt: Date; readonly now: Date },
): Promise<void> {
  if (!texts) return;
  const { rows: deleted } = await sql<Pick<ImportedText, 'id' | 'field' | 'language'>>`
    delete from texts t using jsonb_to_recordset(${JSON.stringify(texts.written)}::jsonb)
      as w (id text, field text, language text)
    where t.kind = 'dish' and t.within = ${locationId} and t.updated_at = ${importedAt}::timestamptz
      and t.id = w.id and t.field = w.field and t.language = w.language
    returning t.id, t.field, t.language
  `.execute(tx);
  const restored = texts.before.filter((before) =>
    deleted.some((each) => each.id === before.id && each.field === before.field && each.language === before.language),
  );
  if (restored.length > 0) await insertTexts(tx, locationId, restored, now);
}
