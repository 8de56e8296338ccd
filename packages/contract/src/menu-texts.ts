import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { TEXT_KINDS, TEXT_STATES } from '@tiffin/domain/menu';
import { callsOf } from './call.ts';
import { RATES } from './rates.ts';
import { language, locationId } from './wire.ts';

const { get, post } = callsOf('Menu management');

const id = z.string().min(1).max(100);
/** The longest that has a translation is a dish's description. */
const LONGEST = 1000;
/** A menu may be translated at one sitting. */
export const MENU_TEXTS_KB = 512;

/** What a text is of. */
const place = {
  kind: z.enum(TEXT_KINDS),
  id,
  field: z
    .string()
    .min(1)
    .max(20)
    .openapi({ description: 'name, description; of the house tagline, headline, cuisine' }),
};

const menuText = z
  .object({
    ...place,
    groupId: z.string().nullable().openapi({ description: 'Of an option its group' }),
    name: z.string().openapi({ description: 'Of what it is: the dish’s name, the option’s group' }),
    own: z.string().openapi({ description: 'What the house says, in its own language' }),
    text: z.string().nullable().openapi({ description: 'What was written in this language; null: nothing yet' }),
    madeFrom: z.string().nullable().openapi({ description: 'What the house said when that was written' }),
    state: z
      .enum(TEXT_STATES)
      .openapi({ description: 'stale: the house says something else since, and guests read that' }),
    heldBy: z
      .array(z.string())
      .optional()
      .openapi({ description: 'Places that have it and whose menu the asker does not edit: they may not change it' }),
  })
  .openapi('MenuText');

export const getMenuTranslations = get('/getMenuTranslations', {
  deprecatedPaths: ['/getMenuTexts'],
  summary: 'What of a menu can be said in another language, and what is; for an admin the house’s own words too',
  who: 'manager',
  query: z.object({ locationId, language }),
  answer: z.object({ texts: z.array(menuText) }),
});

export const saveMenuTranslations = post('/saveMenuTranslations', {
  deprecatedPaths: ['/saveMenuTexts'],
  summary:
    'Write texts down in another language, all of them or none; categories and groups for every place, by who edits every menu that has them, a dish of all places by an admin, too',
  who: 'manager',
  maxKb: MENU_TEXTS_KB,
  rate: RATES.work,
  body: z.object({
    locationId,
    language,
    texts: z
      .array(
        z.object({
          ...place,
          groupId: id.nullish(),
          own: z
            .string()
            .max(LONGEST)
            .openapi({ description: 'What it was made from: does the house say something else by now, it is stale' }),
          text: z.string().trim().max(LONGEST).openapi({ description: 'Empty: taken away' }),
        }),
      )
      .min(1, 'texts is required')
      .max(400, say`At most 400 texts at once.`),
  }),
  answer: z.object({ texts: z.array(menuText) }),
});
