import { getMenuTexts, saveMenuTexts as saveMenuTextsCall } from '@tiffin/contract/menu-texts';
import { implement, type Implemented } from '../../http/implement.ts';
import { mustEditMenu } from './lock-menu.ts';
import { readMenuTexts } from './menu-texts.ts';
import { saveMenuTexts } from './save-menu-texts.ts';

export const textRoutes: readonly Implemented[] = [
  implement(getMenuTexts, async ({ context, actor, query }) => {
    mustEditMenu(actor, query.locationId);
    return { texts: await readMenuTexts(context.db, actor, query) };
  }),

  implement(saveMenuTextsCall, async ({ context, actor, body, from, once }) => {
    mustEditMenu(actor, body.locationId);
    return once(async (tx) => ({ texts: await saveMenuTexts(context, tx, { actor, from }, body) }));
  }),
];
