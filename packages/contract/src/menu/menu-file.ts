import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { CATEGORY_MAX } from '@tiffin/domain/menu';
import { MENU_FILE_LIMITS, MENU_FILE_TOO_LARGE } from '@tiffin/domain/menu-file';
import { CSV_FILE, defineCalls } from '../call.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { arrayOf, namedObject } from '../objects.ts';
import { instant, locationId, moneyOutput } from '../wire.ts';

const { get, post } = defineCalls('Menu management');

/** Base64 needs four characters for three bytes. */
const MAX_BASE64_LENGTH = 4 * Math.ceil((MENU_FILE_LIMITS.bytes + 1024) / 3);
/** Includes the other fields of the request. */
export const MAX_MENU_FILE_KB = Math.ceil(MAX_BASE64_LENGTH / 1024) + 64;
/** More than any restaurant has. The limit keeps one request from locking too many menus. */
const MAX_LOCATIONS = 50;

const locationIds = z
  .array(locationId)
  .min(1, say`Please choose a location.`)
  .max(MAX_LOCATIONS)
  .transform((ids) => [...new Set(ids)]);

export const getMenuCsv = get('/getMenuCsv', {
  summary: 'Exports menus as a CSV file for `importMenu`. With several locations each row names its location',
  access: 'manager',
  query: z.object({
    locationIds: z
      .string()
      .min(1, say`Please choose a location.`)
      .max(51 * MAX_LOCATIONS)
      .describe('Separated by commas'),
  }),
  ...CSV_FILE,
});

/** A file and what its columns mean. */
export const chosenFile = {
  file: z
    .string({ error: say`Please choose a file.` })
    .min(1, say`Please choose a file.`)
    .max(MAX_BASE64_LENGTH, MENU_FILE_TOO_LARGE)
    .openapi({ description: 'The content of the file as base64', format: 'byte' }),
  columns: z
    .array(z.string().max(60))
    .max(MENU_FILE_LIMITS.columns)
    .nullish()
    .describe(
      'What each column means, as in `columns` of the plan; empty if it is not read. Otherwise the headings tell',
    ),
};

const file = {
  ...chosenFile,
  locationIds,
  category: z.string().max(CATEGORY_MAX).nullish().describe('The category of new dishes whose row names none'),
  isPasted: z.boolean().nullish().describe('True for a text that may be a list: a name, a description and a price'),
};

const row = z.number().describe('The number of the row in the file, starting at 1');
export const refusedRows = arrayOf({ row, name: z.string(), reason: z.string() });

/** What a preview says about a file. */
export const filePlan = {
  token: z.string().describe('Identifies exactly these differences'),
  rows: z.number(),
  program: z.string().nullable().describe('The program that wrote the file, if its headings tell'),
  columns: arrayOf({
    heading: z.string(),
    meaning: z.string().describe('The field of a dish or of a guest, or empty'),
    samples: z.array(z.string()).describe('The first values'),
  }).describe('Empty for a list'),
  ignoredColumns: z.array(z.string()).describe('Headings of columns that have values and are not imported'),
};

const plan = namedObject('MenuImportPlan', {
  ...filePlan,
  places: arrayOf({
    locationId: z.string(),
    name: z.string(),
    added: arrayOf({
      row,
      name: z.string(),
      category: z.string(),
      price: moneyOutput,
      sizes: z.string().optional().describe('Its sizes with their prices'),
    }),
    changed: arrayOf({
      row,
      itemId: z.string(),
      name: z.string(),
      changes: arrayOf({ field: z.string(), label: z.string(), before: z.string(), after: z.string() }),
    }),
    same: z.number().describe('The number of rows that change nothing'),
    refused: refusedRows,
    missing: z.array(z.string()).describe('Dishes that are not in the file. They do not change'),
  }),
  refused: refusedRows.describe('Rows that cannot be read, for all locations'),
  newCategories: z.array(z.string()),
  newGroups: z.array(z.string()).describe('Sizes that become option groups'),
  unknownGroups: z
    .array(z.string())
    .describe('Option groups that do not exist. Their dishes are imported without them'),
  changes: z.number().describe('The number of dishes that would be added or changed'),
});

export const previewMenuImport = post('/previewMenuImport', {
  summary: 'Returns what an import would change, without changing anything',
  access: 'manager',
  isRead: true,
  maxKb: MAX_MENU_FILE_KB,
  rate: CALL_RATE_LIMITS.upload,
  body: z.object(file),
  response: plan,
});

const completedImport = namedObject('MenuImport', {
  importId: z.string(),
  at: instant,
  by: z.string().nullable(),
  undoUntil: instant,
  locationIds: z.array(z.string()),
  added: z.number(),
  changed: z.number(),
});

export const importMenu = post('/importMenu', {
  summary: 'Imports a file, all of it or nothing. Fails with 409 and the current `plan` if it differs from `token`',
  access: 'manager',
  creating: true,
  maxKb: MAX_MENU_FILE_KB,
  rate: CALL_RATE_LIMITS.upload,
  body: z.object({ ...file, token: z.string().min(1).max(100) }),
  response: completedImport,
});

export const undoMenuImport = post('/undoMenuImport', {
  summary: 'Restores menus as they were before an import, within one hour and if none of its dishes was changed since',
  access: 'manager',
  body: z.object({ importId: z.string().min(1).max(100) }),
  response: z.object({ importId: z.string(), removed: z.number(), restored: z.number() }),
});

export const getMenuImports = get('/getMenuImports', {
  summary: 'Lists the imports of the last hour that can be undone, newest first',
  access: 'manager',
  response: z.object({ imports: z.array(completedImport) }),
});
