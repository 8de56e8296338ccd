import { addMinutes, localDate, valueOrThrow } from '@tiffin/domain/core';
import { menuCsv, menuFileName, readMenuFile } from '@tiffin/domain/menu-file';
import { authorise } from '@tiffin/domain/people';
import { idsOf } from '../platform/db/sql-lists.ts';
import { csvResponse } from '../platform/http/csv-response.ts';
import { implement, implementChange, type ImplementedCall } from '../platform/http/implement.ts';
import { readSite } from '../modules/locations/restaurant/site.ts';
import { importMenu } from '../modules/menu/menu-files/import-menu.ts';
import { readImports, UNDO_MINUTES } from '../modules/menu/menu-files/imports.ts';
import {
  requireEditableLocations,
  canEditEveryMenu,
  planAnswer,
  planMenuImport,
} from '../modules/menu/menu-files/plan-import.ts';
import { readMenus } from '../modules/menu/menu-files/read-menus.ts';
import { undoImport } from '../modules/menu/menu-files/undo-import.ts';

export const menuFileRoutes: readonly ImplementedCall[] = [
  implement('getMenuCsv', async ({ context, actor, query }) => {
    const ids = [...new Set(query.locationIds.split(','))];
    const places = (await requireEditableLocations(context.db, actor, ids)).filter(({ id }) => ids.includes(id));
    const { menus, chain } = await readMenus(context.db, idsOf(places));
    const { timeZone, languages } = await readSite(context.db);
    const csv = menuCsv(
      places.flatMap((place) => {
        const menu = menus.find(({ locationId }) => locationId === place.id);
        return menu ? { ...menu, location: place } : [];
      }),
      chain,
      languages.slice(1),
    );
    return csvResponse({
      name: menuFileName(places, localDate(context.clock.now(), timeZone)),
      text: csv,
      rows: menus.reduce((sum, { dishes }) => sum + dishes.length, 0),
    });
  }),

  implement('previewMenuImport', async ({ context, actor, body }) => {
    const places = await requireEditableLocations(context.db, actor, body.locationIds);
    const file = valueOrThrow(readMenuFile(Buffer.from(body.file, 'base64'), places, body));
    const plan = await planMenuImport(context.db, file, body.locationIds, await canEditEveryMenu(context.db, actor));
    return planAnswer(file, plan, places, context.clock.now());
  }),

  implement('importMenu', async ({ context, actor, body, from, onceWith }) =>
    onceWith(
      async () => {
        const places = await requireEditableLocations(context.db, actor, body.locationIds);
        return { places, file: valueOrThrow(readMenuFile(Buffer.from(body.file, 'base64'), places, body)) };
      },
      (tx, { places, file }) => importMenu(context, tx, { actor, from }, { ...body, places, file }),
    ),
  ),

  implementChange('undoMenuImport', (context, tx, by, body) => undoImport(context, tx, by, body.importId)),

  implement('getMenuImports', async ({ context, actor }) => {
    const since = addMinutes(context.clock.now(), -UNDO_MINUTES);
    const imports = await readImports(context.db, since);
    const canEdit = (locationId: string) => authorise('menu.edit', actor, { locationId }).ok;
    return { imports: imports.filter(({ locationIds }) => locationIds.every(canEdit)) };
  }),
];
