import type { UnderstoodOf } from '@tiffin/contract';
import type { saveMenuTexts as saveMenuTextsCall } from '@tiffin/contract/menu-texts';
import { refuse, say } from '@tiffin/domain/core';
import { textProblem } from '@tiffin/domain/menu';
import { heldGroupText } from '@tiffin/domain/options';
import { isAdmin } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { TextOf } from '../../platform/db/schema.ts';
import type { From } from '../../platform/http/implement.ts';
import { recordChange, type By } from '../audit/record-change.ts';
import { readSite } from '../settings/site.ts';
import { announceMenu, lockMenu, lockMenus } from './lock-menu.ts';
import {
  readHolding,
  readMenuTexts,
  readOwnTexts,
  sharedName,
  type MenuTextAnswer,
  type OwnText,
} from './menu-texts.ts';
import { keyOfText } from './say-menu.ts';

type Wanted = UnderstoodOf<typeof saveMenuTextsCall>['body'];

/** What is written down in another language, each in the place it is of; every menu that says it is another from then on. */
export async function saveMenuTexts(
  context: Context,
  tx: Tx,
  by: By<From | null>,
  { locationId, language, texts }: Wanted,
): Promise<MenuTextAnswer[]> {
  if (language === (await readSite(tx)).languages[0]) {
    throw refuse('invalid-argument', say`This is the house’s own language. Please change the menu itself.`, {
      field: 'language',
    });
  }
  const isOfDishes = texts.every(({ kind }) => kind === 'dish');
  // What is every place's changes every menu; a dish may be of all places.
  const menus = isOfDishes && !isAdmin(by.actor) ? [await lockMenu(tx, locationId)] : await lockMenus(tx);
  const own = new Map((await readOwnTexts(tx, by.actor, locationId)).map((text) => [keyOfText(text), text]));
  const now = context.clock.now();
  const holding = await readHolding(
    tx,
    by.actor,
    texts.map((text) => ({ ...text, within: text.groupId ?? '' })),
  );
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
    // Categories and groups are of every place: whoever says one in another language edits every menu that has it.
    const heldBy = holding(there);
    if (heldBy.length > 0) throw refuse('permission-denied', heldGroupText(sharedName(there), heldBy), { heldBy });
    await write(tx, there, { language, text, of: madeFrom, at: now, everywhere: isAdmin(by.actor) });
  }
  const changed = texts.map(({ kind, id, field, text }) => [`${kind} ${id} ${field}`, text || null]);
  await recordChange(tx, {
    at: now,
    ...by,
    action: 'update-menu-texts',
    subject: { kind: 'menu-texts', id: `${locationId}/${language}` },
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
