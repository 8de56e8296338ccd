import type { ImportKind } from '@tiffin/domain/menu-file';
import { implement, implementChange, type ImplementedCall } from '../platform/http/implement.ts';
import type { FileImport } from '../modules/log/file-imports.ts';
import { giftCardImport } from '../modules/money/gift-cards/import-gift-cards.ts';
import { guestImport } from '../modules/people/import-guests.ts';
import { bookingImport } from '../modules/reservations/import-bookings.ts';

const IMPORTS: Readonly<Record<ImportKind, FileImport>> = {
  guests: guestImport,
  'gift-cards': giftCardImport,
  bookings: bookingImport,
};

export const fileImportRoutes: readonly ImplementedCall[] = [
  implement('previewFileImport', ({ context, body }) => IMPORTS[body.kind].preview(context, context.db, body)),

  implementChange('importFile', (context, tx, by, body) => IMPORTS[body.kind].run(context, tx, by, body)),

  implementChange('undoFileImport', (context, tx, by, { kind, importId }) =>
    IMPORTS[kind].undo(context, tx, by, importId),
  ),

  implement('getFileImports', async ({ context, query }) => ({
    imports: await IMPORTS[query.kind].list(context, context.db),
  })),
];
