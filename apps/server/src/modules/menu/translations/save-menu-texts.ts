import type { ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { translationProblem } from '@tiffin/domain/menu';
import { groupInUseText } from '@tiffin/domain/options';
import { isAdmin } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import type { TextOwnerKind } from '../../../platform/db/schema.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { announceMenu, lockMenu, lockMenus } from '../dishes/lock-menu.ts';
import {
  readBlockingLocations,
  readMenuTexts,
  readOwnTexts,
  sharedName,
  type MenuTextAnswer,
  type OwnText,
} from './menu-texts.ts';
import { keyOfText } from './translate-menu.ts';

/** Saves translations for one location or for all. Every menu that shows a changed translation gets a new version. */
export async function saveMenuTranslations(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, language, texts }: ValidatedInput<'saveMenuTranslations'>['body'],
): Promise<MenuTextAnswer[]> {
  if (language === (await readSite(tx)).languages[0]) {
    throw refuse('invalid-argument', say`This is the restaurant’s own language. Please edit the menu itself.`, {
      field: 'language',
    });
  }
  const hasOnlyDishes = texts.every(({ kind }) => kind === 'dish');
  // Other texts are on every menu. So are those of a shared dish when an admin translates them.
  const menus = hasOnlyDishes && !isAdmin(by.actor) ? [await lockMenu(tx, locationId)] : await lockMenus(tx);
  const own = new Map((await readOwnTexts(tx, by.actor, locationId)).map((entry) => [keyOfText(entry), entry]));
  const now = context.clock.now();
  const textsInGroups = texts.map((entry) => ({ ...entry, within: entry.groupId ?? '' }));
  const blockersOf = await readBlockingLocations(tx, by.actor, textsInGroups);
  for (const [index, { text, own: madeFrom, ...textKey }] of texts.entries()) {
    const within = textKey.kind === 'dish' ? locationId : textKey.kind === 'option' ? (textKey.groupId ?? '') : '';
    const problem = translationProblem(textKey.kind, textKey.field, text);
    if (problem !== null) throw refuse('invalid-argument', problem, { field: `texts.${index}.text` });
    const original = own.get(keyOfText({ ...textKey, within }));
    if (!original) {
      throw refuse('not-found', say`A text you translated is no longer on this menu. Please check again.`, {
        field: `texts.${index}`,
      });
    }
    // Translating a category or group needs the right to edit every menu that shows it.
    const blockers = blockersOf(original);
    if (blockers.length > 0)
      throw refuse('permission-denied', groupInUseText(sharedName(original), blockers), { heldBy: blockers });
    await writeText(tx, original, { language, text, of: madeFrom, at: now, mayEditAll: isAdmin(by.actor) });
  }
  const changed = texts.map(({ kind, id, field, text }) => [`${kind} ${id} ${field}`, text || null]);
  await recordAuditEntry(tx, { at: now, ...by }, 'update-menu-texts', ['menu-texts', `${locationId}/${language}`], {
    locationId,
    before: null,
    after: { language, ...Object.fromEntries(changed) },
  });
  for (const menu of menus) await announceMenu(context, tx, menu, 'updated', []);
  if (texts.some(({ kind }) => kind === 'house')) {
    await context.events.append(tx, { type: 'site.changed', locationId: null, at: now, data: {} });
  }
  return readMenuTexts(tx, by.actor, { locationId, language });
}

/**
 * If a dish has the same text as its shared dish, the translation applies to all locations, provided that the actor may
 * edit all of them.
 */
async function writeText(
  tx: Tx,
  { kind, within, id, field, own, chainId, isSharedText }: OwnText,
  translation: {
    readonly language: string;
    readonly text: string;
    /** The original when it was translated. */
    readonly of: string;
    readonly at: Date;
    readonly mayEditAll: boolean;
  },
): Promise<void> {
  const { language, text, of, at, mayEditAll } = translation;
  // If the original changed since it was translated, the translation is only for this location.
  const isForAll = mayEditAll && chainId !== null && isSharedText && of === own;
  const target: { kind: TextOwnerKind; within: string; id: string } = isForAll
    ? { kind: 'chain-dish', within: '', id: chainId }
    : { kind, within, id };
  const deleted = text === '' ? [target] : [];
  // A translation of this location would hide the one for all.
  for (const each of isForAll ? [{ kind, within, id }, ...deleted] : deleted) {
    await tx
      .deleteFrom('texts')
      .where('kind', '=', each.kind)
      .where('within', '=', each.within)
      .where('id', '=', each.id)
      .where('field', '=', field)
      .where('language', '=', language)
      .execute();
  }
  if (text === '') return;
  await tx
    .insertInto('texts')
    .values({ ...target, field, language, text, of, updated_at: at })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'within', 'id', 'field', 'language']).doUpdateSet({ text, of, updated_at: at }),
    )
    .execute();
}
