import type { UnderstoodOf } from '@tiffin/contract';
import type { saveMenuTexts as saveMenuTextsCall } from '@tiffin/contract/menu-texts';
import { refuse, say } from '@tiffin/domain/core';
import { textProblem } from '@tiffin/domain/menu';
import { heldGroupText } from '@tiffin/domain/options';
import { isAdmin, menusOfOthers, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { TextOf } from '../../db/schema.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { readSite } from '../settings/site.ts';
import { readGroups } from './dish-groups.ts';
import { announceMenu, lockMenu, lockMenus } from './lock-menu.ts';
import { readMenuTexts, readOwnTexts, type MenuTextAnswer, type OwnText } from './menu-texts.ts';
import { mustEditGroup, readUsedBy } from './option-groups.ts';
import { keyOfText } from './say-menu.ts';

type Wanted = UnderstoodOf<typeof saveMenuTextsCall>['body'];

/** What is written down in another language, each in the place it is of; every menu that says it is another from then on. */
export async function saveMenuTexts(
  context: Context,
  tx: Tx,
  { actor, from }: { readonly actor: Actor; readonly from: From | null },
  { locationId, language, texts }: Wanted,
): Promise<MenuTextAnswer[]> {
  if (language === (await readSite(tx)).languages[0]) {
    throw refuse('invalid-argument', say`This is the house’s own language. Please change the menu itself.`, {
      field: 'language',
    });
  }
  const isOfDishes = texts.every(({ kind }) => kind === 'dish');
  // What is every place's changes every menu; a dish may be of all places.
  const menus = isOfDishes && !isAdmin(actor) ? [await lockMenu(tx, locationId)] : await lockMenus(tx);
  const own = new Map((await readOwnTexts(tx, actor, locationId)).map((text) => [keyOfText(text), text]));
  const now = context.clock.now();
  const groups = new Set<string>();
  const categories = new Map<string, string>();
  for (const [index, { text, own: madeFrom, ...wanted }] of texts.entries()) {
    const within = wanted.kind === 'dish' ? locationId : wanted.kind === 'option' ? (wanted.groupId ?? '') : '';
    const problem = textProblem(wanted.kind, wanted.field, text);
    if (problem !== null) throw refuse('invalid-argument', problem, { field: `texts.${index}.text` });
    const there = own.get(keyOfText({ ...wanted, within }));
    if (!there) {
      throw refuse('not-found', say`What you translated is not on this menu any more. Please look again.`, {
        field: `texts.${index}`,
      });
    }
    if (there.kind === 'category') categories.set(there.id, there.own);
    if (there.kind === 'group') groups.add(there.id);
    if (there.kind === 'option') groups.add(there.within);
    await write(tx, there, { language, text, of: madeFrom, at: now, everywhere: isAdmin(actor) });
  }
  await mustEditGroups(tx, actor, groups);
  await mustEditCategories(tx, actor, categories);
  const changed = texts.map(({ kind, id, field, text }) => [`${kind} ${id} ${field}`, text || null]);
  await recordChange(tx, {
    at: now,
    actor,
    action: 'update-menu-texts',
    subject: { kind: 'menu-texts', id: `${locationId}/${language}` },
    locationId,
    before: null,
    after: { language, ...Object.fromEntries(changed) },
    from,
  });
  for (const menu of menus) await announceMenu(context, tx, menu, 'updated', []);
  if (texts.some(({ kind }) => kind === 'house')) {
    await context.events.append(tx, { type: 'site.changed', locationId: null, at: now, data: {} });
  }
  return readMenuTexts(tx, actor, { locationId, language });
}

/** A dish that says what the chain does is translated for all places, by whoever may. */
async function write(
  tx: Tx,
  { kind, within, id, field, own, chainId, saysChains }: OwnText,
  {
    language,
    text,
    of,
    at,
    everywhere,
  }: {
    readonly language: string;
    readonly text: string;
    readonly of: string;
    readonly at: Date;
    readonly everywhere: boolean;
  },
): Promise<void> {
  // What is made from something that this place alone is about to say is this place's.
  const ofChain = everywhere && chainId !== null && saysChains && of === own;
  const target: { kind: TextOf; within: string; id: string } = ofChain
    ? { kind: 'chain-dish', within: '', id: chainId }
    : { kind, within, id };
  const gone = text === '' ? [target] : [];
  // The place's own would hide what is said for all.
  for (const each of ofChain ? [{ kind, within, id }, ...gone] : gone) {
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
    .onConflict((there) =>
      there.columns(['kind', 'within', 'id', 'field', 'language']).doUpdateSet({ text, of, updated_at: at }),
    )
    .execute();
}

/** Groups belong to the chain: whoever says one in another language edits every menu it is on. */
async function mustEditGroups(tx: Tx, actor: Actor, ids: ReadonlySet<string>): Promise<void> {
  if (ids.size === 0) return;
  const groups = await readGroups(tx);
  const used = await readUsedBy(tx);
  for (const id of ids) {
    const group = groups.get(id);
    if (group) mustEditGroup(actor, group, groups, used);
  }
}

/** So do categories: what one is called stands on every menu with a dish in it. */
async function mustEditCategories(tx: Tx, actor: Actor, names: ReadonlyMap<string, string>): Promise<void> {
  if (names.size === 0 || isAdmin(actor)) return;
  const used = await tx
    .selectFrom('menu_items as m')
    .innerJoin('locations as l', 'l.id', 'm.location_id')
    .select(['m.category', 'l.id as locationId', 'l.name'])
    .distinct()
    .where('m.category', 'in', [...names.keys()])
    .where('l.deleted_at', 'is', null)
    .orderBy('l.name')
    .execute();
  for (const [id, name] of names) {
    const places = menusOfOthers(
      actor,
      used.filter(({ category }) => category === id),
    ).map((place) => place.name);
    if (places.length > 0) throw refuse('permission-denied', heldGroupText(name, places), { heldBy: places });
  }
}
