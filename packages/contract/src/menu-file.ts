import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { MENU_FILE_LIMITS, tooLargeMenuFile, type FileTarget } from '@tiffin/domain/menu-file';
import { callsOf } from './call.ts';
import { RATES } from './rates.ts';
import { instant, locationId, moneyOut } from './wire.ts';

const { get, post } = callsOf('Menu management');

/** A file's bytes as text are four characters for three. */
const TEXT_MOST = 4 * Math.ceil((MENU_FILE_LIMITS.bytes + 1024) / 3);
/** With what is said beside it. */
export const MENU_FILE_KB = Math.ceil(TEXT_MOST / 1024) + 64;
/** A house has no more places than this, and a request does not lock them all for nothing. */
const MOST_PLACES = 50;

const places = z
  .array(locationId)
  .min(1, say`Please choose a location.`)
  .max(MOST_PLACES)
  .transform((ids) => [...new Set(ids)]);

export const getMenuCsv = get('/getMenuCsv', {
  summary: 'Menus as a CSV file that importMenu takes; of several locations each row says which it is of',
  who: 'manager',
  query: z.object({
    locationIds: z
      .string()
      .min(1, say`Please choose a location.`)
      .max(51 * MOST_PLACES)
      .openapi({ description: 'Parted by commas' }),
  }),
  answer: z.string(),
  answersWith: 'text/csv',
});

const file = {
  file: z
    .string({ error: say`Please choose a file.` })
    .min(1, say`Please choose a file.`)
    .max(TEXT_MOST, tooLargeMenuFile)
    .openapi({ description: 'The bytes of the file as base64', format: 'byte' }),
  locationIds: places,
  columns: z
    .array(
      z
        .string()
        .max(100)
        .nullable()
        .transform((target) => target as FileTarget | null),
    )
    .max(200)
    .nullish()
    .openapi({ description: 'What each column holds, where the headings do not say it; null: it is left out' }),
};

const plan = z
  .object({
    token: z.string().openapi({ description: 'Stands for exactly these differences' }),
    encoding: z.enum(['UTF-8', 'UTF-16', 'Latin-1', 'Mac Roman']),
    separator: z.string(),
    decimal: z.enum(['.', ',']),
    rows: z.number(),
    columns: z.array(
      z.object({
        heading: z.string(),
        samples: z.array(z.string()),
        target: z.string().nullable().openapi({ description: 'What it holds; null: it is left out' }),
        isSure: z.boolean().openapi({ description: 'false: a guess' }),
      }),
    ),
    targets: z
      .array(z.object({ id: z.string(), label: z.string() }))
      .openapi({ description: 'What a column may be said to hold' }),
    places: z.array(
      z.object({
        locationId: z.string(),
        name: z.string(),
        added: z.array(z.object({ row: z.number(), name: z.string(), category: z.string(), price: moneyOut })),
        changed: z.array(
          z.object({
            row: z.number(),
            itemId: z.string(),
            name: z.string(),
            changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
          }),
        ),
        same: z.number(),
        refused: z.array(z.object({ row: z.number(), name: z.string(), reason: z.string() })),
        missing: z.array(z.string()).openapi({ description: 'Dishes that are not in the file: they stay as they are' }),
      }),
    ),
    refused: z
      .array(z.object({ row: z.number(), name: z.string(), reason: z.string() }))
      .openapi({ description: 'Rows that cannot be read, whatever the location' }),
    newCategories: z.array(z.string()),
    newGroups: z.array(z.string()).openapi({ description: 'Sizes of dishes that have a row for each' }),
    unknownGroups: z.array(z.string()).openapi({ description: 'Option groups the file has and the house has not' }),
    changes: z.number().openapi({ description: 'Dishes that would be new or changed' }),
  })
  .openapi('MenuImportPlan');

export const previewMenuImport = post('/previewMenuImport', {
  summary: 'What taking a file would do to menus; it changes nothing',
  who: 'manager',
  maxKb: MENU_FILE_KB,
  rate: RATES.upload,
  body: z.object(file),
  answer: plan,
});

const taken = z
  .object({
    importId: z.string(),
    at: instant,
    by: z.string().nullable(),
    undoUntil: instant,
    locationIds: z.array(z.string()),
    added: z.number(),
    changed: z.number(),
  })
  .openapi('MenuImport');

export const importMenu = post('/importMenu', {
  summary: 'Take a file, all of it or nothing; 409 with the `plan` as it is now when it is not what `token` stands for',
  who: 'manager',
  creating: true,
  maxKb: MENU_FILE_KB,
  rate: RATES.upload,
  body: z.object({
    ...file,
    token: z.string().min(1).max(100),
    leaveOut: z
      .array(z.int().min(1))
      .max(MENU_FILE_LIMITS.rows)
      .default([])
      .openapi({ description: 'Rows not to take' }),
  }),
  answer: taken,
});

export const undoMenuImport = post('/undoMenuImport', {
  summary:
    'Put menus back as they were before an import, within the hour and while none of its dishes was changed since',
  who: 'manager',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ importId: z.string().min(1).max(100) }),
  answer: z.object({ importId: z.string(), removed: z.number(), restored: z.number() }),
});

export const getMenuImports = get('/getMenuImports', {
  summary: 'The imports of the last hour that may still be undone, newest first',
  who: 'manager',
  answer: z.object({ imports: z.array(taken) }),
});
