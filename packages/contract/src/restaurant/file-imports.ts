import { z } from '@hono/zod-openapi';
import { IMPORT_KINDS } from '@tiffin/domain/menu-file';
import { defineCalls } from '../call.ts';
import { chosenFile, filePlan, MAX_MENU_FILE_KB, refusedRows } from '../menu/menu-file.ts';
import { arrayOf, namedObject } from '../objects.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { instant, locationId } from '../wire.ts';

const { get, post } = defineCalls('Moving in');

const kind = z.enum(IMPORT_KINDS).describe('What each row of the file is');
const file = {
  kind,
  ...chosenFile,
  locationId: locationId.nullish().describe('Where the gift cards or bookings belong to. Guests have no location'),
};

const completedImport = namedObject('FileImport', {
  importId: z.string(),
  at: instant,
  by: z.string().nullable(),
  added: z.number(),
  summary: z.string().describe('What was imported, in the language of the request'),
});

export const previewFileImport = post('/previewFileImport', {
  summary: 'Returns which rows of a file would be imported, without changing anything',
  access: 'admin',
  isRead: true,
  maxKb: MAX_MENU_FILE_KB,
  rate: CALL_RATE_LIMITS.upload,
  body: z.object(file),
  response: namedObject('FileImportPlan', {
    ...filePlan,
    added: arrayOf({ row: z.number(), name: z.string(), text: z.string() }),
    notes: z.array(z.string()).describe('What to know about all rows, such as their sum'),
    refused: refusedRows,
  }),
});

export const importFile = post('/importFile', {
  summary:
    'Adds guests without a password, with points and dated consents; gift cards of another system, which is no sale; or its bookings, of which guests are not notified. Fails with 409 if the plan has changed',
  access: 'admin',
  creating: true,
  maxKb: MAX_MENU_FILE_KB,
  rate: CALL_RATE_LIMITS.upload,
  body: z.object({ ...file, token: z.string().min(1).max(100) }),
  response: completedImport,
});

export const undoFileImport = post('/undoFileImport', {
  summary: 'Removes what nobody has used or changed since the import, within seven days',
  access: 'admin',
  body: z.object({ kind, importId: z.string().min(1).max(100) }),
  response: z.object({ removed: z.number(), stayed: z.number() }),
});

export const getFileImports = get('/getFileImports', {
  summary: 'Lists the imports of a kind that can be undone, newest first',
  access: 'admin',
  query: z.object({ kind }),
  response: z.object({ imports: z.array(completedImport) }),
});
