import { readCostedItems, readCosts } from '../modules/menu/costs/read-costs.ts';
import { setCosts } from '../modules/menu/costs/set-costs.ts';
import { toDollars } from '@tiffin/domain/core';
import { menuAnalytics } from '@tiffin/domain/menu';
import { worksAt } from '@tiffin/domain/people';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { addMenuItem, duplicateMenuItem } from '../modules/menu/dishes/add-menu-item.ts';
import { copyMenu } from '../modules/menu/dishes/copy-menu.ts';
import {
  addCategory,
  deleteCategory,
  readCategories,
  renameCategory,
  reorderCategories,
} from '../modules/menu/dishes/categories.ts';
import { specialDays } from '../modules/menu/dishes/check-menu-item.ts';
import { deleteMenuItem } from '../modules/menu/dishes/delete-menu-item.ts';
import { editMenuItems } from '../modules/menu/dishes/edit-menu-items.ts';
import { menuItemOf } from '../modules/menu/dishes/item-answer.ts';
import { requireMenuEditor } from '../modules/menu/dishes/lock-menu.ts';
import { editedItem, editedItems, readEditedMenu, readMenuRows } from '../modules/menu/dishes/read-edited-menu.ts';
import { reorderSharedDishes, reorderItems } from '../modules/menu/dishes/reorder-items.ts';
import { setMenuAvailability } from '../modules/menu/dishes/set-availability.ts';
import { updateMenuItem } from '../modules/menu/dishes/update-menu-item.ts';
import { sellSharedDish, resetToSharedDish } from '../modules/menu/dishes/sell-shared-dish.ts';
import { readSharedDish, readSharedDishes } from '../modules/menu/dishes/shared-dishes.ts';
import { addSharedDish, stopSharingDish, updateSharedDish } from '../modules/menu/dishes/edit-shared-dish.ts';
import { deleteOptionGroup } from '../modules/menu/options/delete-option-group.ts';
import { readEditedGroups } from '../modules/menu/options/option-groups.ts';
import { saveOptionGroup } from '../modules/menu/options/save-option-group.ts';
import { deleteDaypart, readDayparts, saveDaypart } from '../modules/menu/dishes/dayparts.ts';
import { setDishHours } from '../modules/menu/dishes/set-dish-hours.ts';
import { readMenuTexts } from '../modules/menu/translations/menu-texts.ts';
import { saveMenuTranslations } from '../modules/menu/translations/save-menu-texts.ts';

export const menuEditorRoutes: readonly ImplementedCall[] = [
  implement('getAvailableLocations', async ({ context, actor }) => {
    const rows = await context.db
      .selectFrom('locations')
      .select(['id', 'name', 'is_active as isActive', 'time_zone as timeZone'])
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute();
    return { locations: rows.filter((row) => worksAt(actor, row.id)) };
  }),

  implement('getLocationMenuAdmin', async ({ context, actor, query }) => {
    requireMenuEditor(actor, query.locationId);
    return readEditedMenu(context.db, query.locationId);
  }),

  implement('getMenuAnalytics', async ({ context, actor, query }) => {
    requireMenuEditor(actor, query.locationId);
    const { averagePrice, priceRange, popularItems, ...counts } = menuAnalytics(
      (await readMenuRows(context.db, query.locationId)).map(menuItemOf),
    );
    return {
      analytics: {
        ...counts,
        averagePrice: toDollars(averagePrice),
        priceRange: { min: toDollars(priceRange.min), max: toDollars(priceRange.max) },
        popularItems: popularItems.map((item) => ({ ...item, price: toDollars(item.price) })),
      },
    };
  }),

  implement('addMenuItem', async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    const { isTodaysSpecial, specialStartDate, specialEndDate, optionGroups: groups, ...item } = body.item;
    const special = specialDays(isTodaysSpecial, specialStartDate, specialEndDate);
    return once(async (tx) => {
      const { row, version } = await addMenuItem(
        context,
        tx,
        { actor, from },
        { ...item, locationId: body.locationId, special, art: null, groups },
      );
      return { item: await editedItem(tx, row), version };
    });
  }),

  implement('updateMenuItem', async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    return once(async (tx) => {
      const { row, version } = await updateMenuItem(context, tx, { actor, from }, body);
      return { item: await editedItem(tx, row), version };
    });
  }),

  implement('deleteMenuItem', async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    return once(async (tx) => ({
      itemId: body.itemId,
      version: await deleteMenuItem(context, tx, { actor, from }, body),
    }));
  }),

  implement('duplicateMenuItem', async ({ context, actor, body, from, once }) => {
    const toLocationId = body.toLocationId ?? body.locationId;
    requireMenuEditor(actor, body.locationId);
    requireMenuEditor(actor, toLocationId);
    return once(async (tx) => {
      const { row, version } = await duplicateMenuItem(context, tx, { actor, from }, { ...body, toLocationId });
      return { item: await editedItem(tx, row), locationId: toLocationId, version };
    });
  }),

  implement('copyMenu', async ({ context, actor, body, from, once }) =>
    once(async (tx) => ({ copied: await copyMenu(context, tx, { actor, from }, body) })),
  ),

  implement('setMenuAvailability', async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    return once(async (tx) => {
      const { rows, version } = await setMenuAvailability(context, tx, { actor, from }, body);
      return { items: await editedItems(tx, rows), version };
    });
  }),

  implement('editMenuItems', async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    return once(async (tx) => {
      const { rows, version } = await editMenuItems(context, tx, { actor, from }, body);
      return { items: await editedItems(tx, rows), version };
    });
  }),

  implement('reorderMenuItems', async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    const arrange = body.everywhere ? reorderSharedDishes : reorderItems;
    return once((tx) => arrange(context, tx, { actor, from }, body));
  }),

  implement('getCategories', async ({ context }) => ({ categories: await readCategories(context.db) })),

  // Categories apply to all locations. Any menu editor may add one.
  implement('addCategory', async ({ context, actor, body, from, once }) =>
    once(async (tx) => ({ category: await addCategory(context, tx, { actor, from }, body.name) })),
  ),

  implement('renameCategory', async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      await renameCategory(context, tx, { actor, from }, body);
      return { categories: await readCategories(tx) };
    }),
  ),

  implement('deleteCategory', async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      await deleteCategory(context, tx, { actor, from }, body.categoryId);
      return { categoryId: body.categoryId };
    }),
  ),

  implement('reorderCategories', async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      await reorderCategories(context, tx, { actor, from }, body.categoryIds);
      return { categories: await readCategories(tx) };
    }),
  ),

  implement('getCosts', async ({ context, actor, query: { locationId } }) => {
    requireMenuEditor(actor, locationId);
    const items = await readCostedItems(context.db, locationId);
    const costs = Map.groupBy(
      (await readCosts(context.db, [locationId])).get(locationId) ?? [],
      ({ itemId }) => itemId,
    );
    return {
      items: items.map((item) => ({
        ...item,
        costs: (costs.get(item.itemId) ?? []).map(({ validFrom, cost }) => ({
          validFrom,
          cost: cost === null ? null : toDollars(cost),
        })),
      })),
    };
  }),

  implement('setCosts', async ({ context, actor, body, from, once }) =>
    once(async (tx) => ({ saved: await setCosts(context, tx, { actor, from }, body) })),
  ),

  // Shared dishes need an admin; a location's own values need the right to edit its menu.
  implement('getSharedMenu', async ({ context, actor }) => ({ dishes: await readSharedDishes(context.db, actor) })),

  implement('updateSharedDish', async ({ context, actor, body, from, once }) =>
    once(async (tx) => ({ dish: await updateSharedDish(context, tx, { actor, from }, body) })),
  ),

  implement('resetSharedDishFields', async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    return once(async (tx) => {
      const { row, version } = await resetToSharedDish(context, tx, { actor, from }, body);
      return { item: await editedItem(tx, row), version };
    });
  }),

  implement('shareDish', async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      const chainId = await addSharedDish(context, tx, { actor, from }, body);
      return { dish: await readSharedDish(tx, actor, chainId) };
    }),
  ),

  implement('addSharedDishToMenu', async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    return once(async (tx) => {
      const { row, version } = await sellSharedDish(context, tx, { actor, from }, body);
      return { item: await editedItem(tx, row), version };
    });
  }),

  implement('stopSharingDish', async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      await stopSharingDish(context, tx, { actor, from }, body.chainId);
      return { chainId: body.chainId };
    }),
  ),

  // Option groups are shared. Editing one needs the right to edit every menu that shows it.
  implement('getOptionGroups', async ({ context, actor }) => ({ groups: await readEditedGroups(context.db, actor) })),

  implement('saveOptionGroup', async ({ context, actor, body, from, once }) =>
    once((tx) => saveOptionGroup(context, tx, { actor, from }, body)),
  ),

  implement('deleteOptionGroup', async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      await deleteOptionGroup(context, tx, { actor, from }, body);
      return { groupId: body.groupId };
    }),
  ),

  implement('getDayparts', async ({ context, actor, query: { locationId } }) => {
    requireMenuEditor(actor, locationId);
    return { dayparts: await readDayparts(context.db, locationId) };
  }),

  implement('saveDaypart', async ({ context, actor, body, from, once }) =>
    once(async (tx) => ({ daypart: await saveDaypart(context, tx, { actor, from }, body) })),
  ),

  implement('deleteDaypart', async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      await deleteDaypart(context, tx, { actor, from }, body);
      return { daypartId: body.daypartId };
    }),
  ),

  implement('setDishHours', async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    return once(async (tx) => {
      const { rows, version } = await setDishHours(context, tx, { actor, from }, body);
      return { items: await editedItems(tx, rows), version };
    });
  }),

  implement('getMenuTranslations', async ({ context, actor, query }) => {
    requireMenuEditor(actor, query.locationId);
    return { texts: await readMenuTexts(context.db, actor, query) };
  }),

  implement('saveMenuTranslations', async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    return once(async (tx) => ({ texts: await saveMenuTranslations(context, tx, { actor, from }, body) }));
  }),
];
