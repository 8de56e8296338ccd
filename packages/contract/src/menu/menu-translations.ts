import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { TEXT_KINDS, TEXT_STATES } from '@tiffin/domain/menu';
import { defineCalls } from '../call.ts';
import { arrayOf, namedObject } from '../objects.ts';
import { language, locationId } from '../wire.ts';

const { get, post } = defineCalls('Menu management');

const id = z.string().min(1).max(100);
/** The longest text with a translation is the description of a dish. */
const MAX_TEXT_LENGTH = 1000;
/** Enough to save the translation of a whole menu at once. */
export const MAX_MENU_TRANSLATIONS_KB = 512;

const textReference = {
  kind: z.enum(TEXT_KINDS),
  id,
  field: z.string().min(1).max(20).describe('name or description; for the restaurant tagline, headline or cuisine'),
};

const menuText = namedObject('MenuText', {
  ...textReference,
  groupId: z.string().nullable().describe('The option group of an option'),
  name: z.string().describe('The name of the dish, or of the option’s group'),
  own: z.string().describe('The text in the restaurant’s main language'),
  text: z.string().nullable().describe('The translation; null if there is none'),
  madeFrom: z.string().nullable().describe('The original text at the time of the translation'),
  state: z.enum(TEXT_STATES).describe('stale: the original has changed, and guests see the original'),
  heldBy: z
    .array(z.string())
    .optional()
    .describe('Locations that use it and whose menu the caller may not edit. The caller may not change it'),
});

export const getMenuTranslations = get('/getMenuTranslations', {
  summary: 'Lists the texts of a menu with their translations; for admins also the restaurant’s own texts',
  access: 'manager',
  query: z.object({ locationId, language }),
  response: z.object({ texts: z.array(menuText) }),
});

export const saveMenuTranslations = post('/saveMenuTranslations', {
  summary:
    'Saves translations, all of them or none. Texts of categories and option groups apply to every location and need edit rights for every menu that uses them. Texts of shared dishes need an admin',
  access: 'manager',
  maxKb: MAX_MENU_TRANSLATIONS_KB,
  body: z.object({
    locationId,
    language,
    texts: arrayOf({
      ...textReference,
      groupId: id.nullish(),
      own: z
        .string()
        .max(MAX_TEXT_LENGTH)
        .describe('The original text that was translated. If it has changed, the translation is stale'),
      text: z.string().trim().max(MAX_TEXT_LENGTH).describe('Leave empty to remove the translation'),
    })
      .min(1, 'texts is required')
      .max(400, say`At most 400 texts at once.`),
  }),
  response: z.object({ texts: z.array(menuText) }),
});
