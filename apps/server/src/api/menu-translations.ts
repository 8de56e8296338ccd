import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { requireMenuEditor } from '../modules/menu/dishes/lock-menu.ts';
import { readMenuTexts } from '../modules/menu/translations/menu-texts.ts';
import { saveMenuTranslations } from '../modules/menu/translations/save-menu-texts.ts';

export const translationRoutes: readonly ImplementedCall[] = [
  implement('getMenuTranslations', async ({ context, actor, query }) => {
    requireMenuEditor(actor, query.locationId);
    return { texts: await readMenuTexts(context.db, actor, query) };
  }),

  implement('saveMenuTranslations', async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    return once(async (tx) => ({ texts: await saveMenuTranslations(context, tx, { actor, from }, body) }));
  }),
];
