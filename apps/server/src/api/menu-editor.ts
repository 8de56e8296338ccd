import { readCostedItems, readCosts } from '../modules/menu/costs/read-costs.ts';
import { setCosts } from '../modules/menu/costs/set-costs.ts';
import { toDollars } from '@tiffin/domain/core';
import { menuAnalytics } from '@tiffin/domain/menu';
import { worksAt } from '@tiffin/domain/people';
import { implement, implementChange, type ImplementedCall } from '../platform/http/implement.ts';
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

  implementChange('addMenuItem', async (context, tx, by, body) => {
    requireMenuEditor(by.actor, body.locationId);
    const { isTodaysSpecial, specialStartDate, specialEndDate, optionGroups: groups, ...item } = body.item;
    const special = specialDays(isTodaysSpecial, specialStartDate, specialEndDate);
    const { row, version } = await addMenuItem(context, tx, by, {
      ...item,
      locationId: body.locationId,
      special,
      art: null,
      groups,
    });
    return { item: await editedItem(tx, row), version };
  }),

  implementChange('updateMenuItem', async (context, tx, by, body) => {
    requireMenuEditor(by.actor, body.locationId);
    const { row, version } = await updateMenuItem(context, tx, by, body);
    return { item: await editedItem(tx, row), version };
  }),

  implementChange('deleteMenuItem', async (context, tx, by, body) => {
    requireMenuEditor(by.actor, body.locationId);
    return { itemId: body.itemId, version: await deleteMenuItem(context, tx, by, body) };
  }),

  implementChange('duplicateMenuItem', async (context, tx, by, body) => {
    const toLocationId = body.toLocationId ?? body.locationId;
    requireMenuEditor(by.actor, body.locationId);
    requireMenuEditor(by.actor, toLocationId);
    const { row, version } = await duplicateMenuItem(context, tx, by, { ...body, toLocationId });
    return { item: await editedItem(tx, row), locationId: toLocationId, version };
  }),

  implementChange('copyMenu', async (...change) => ({ copied: await copyMenu(...change) })),

  implementChange('setMenuAvailability', async (context, tx, by, body) => {
    requireMenuEditor(by.actor, body.locationId);
    const { rows, version } = await setMenuAvailability(context, tx, by, body);
    return { items: await editedItems(tx, rows), version };
  }),

  implementChange('editMenuItems', async (context, tx, by, body) => {
    for (const locationId of [body.locationId, ...(body.change.nextPrice?.alsoAt ?? [])]) {
      requireMenuEditor(by.actor, locationId);
    }
    const { rows, version } = await editMenuItems(context, tx, by, body);
    return { items: await editedItems(tx, rows), version };
  }),

  implementChange('reorderMenuItems', async (context, tx, by, body) => {
    requireMenuEditor(by.actor, body.locationId);
    const arrange = body.everywhere ? reorderSharedDishes : reorderItems;
    return arrange(context, tx, by, body);
  }),

  implement('getCategories', async ({ context }) => ({ categories: await readCategories(context.db) })),

  // Categories apply to all locations. Any menu editor may add one.
  implementChange('addCategory', async (context, tx, by, body) => ({
    category: await addCategory(context, tx, by, body.name),
  })),

  implementChange('renameCategory', async (context, tx, by, body) => {
    await renameCategory(context, tx, by, body);
    return { categories: await readCategories(tx) };
  }),

  implementChange('deleteCategory', async (context, tx, by, body) => {
    await deleteCategory(context, tx, by, body.categoryId);
    return { categoryId: body.categoryId };
  }),

  implementChange('reorderCategories', async (context, tx, by, body) => {
    await reorderCategories(context, tx, by, body.categoryIds);
    return { categories: await readCategories(tx) };
  }),

  implement('getCosts', async ({ context, actor, query: { locationId } }) => {
    requireMenuEditor(actor, locationId);
    const items = await readCostedItems(context.db, locationId);
    const allCosts = (await readCosts(context.db, [locationId])).get(locationId) ?? [];
    const costsByItem = Map.groupBy(allCosts, ({ itemId }) => itemId);
    return {
      items: items.map((item) => ({
        ...item,
        costs: (costsByItem.get(item.itemId) ?? []).map(({ validFrom, cost }) => ({
          validFrom,
          cost: cost === null ? null : toDollars(cost),
        })),
      })),
    };
  }),

  implementChange('setCosts', async (...change) => ({ saved: await setCosts(...change) })),

  // Shared dishes need an admin; a location's own values need the right to edit its menu.
  implement('getSharedMenu', async ({ context, actor }) => ({ dishes: await readSharedDishes(context.db, actor) })),

  implementChange('updateSharedDish', async (...change) => ({ dish: await updateSharedDish(...change) })),

  implementChange('resetSharedDishFields', async (context, tx, by, body) => {
    requireMenuEditor(by.actor, body.locationId);
    const { row, version } = await resetToSharedDish(context, tx, by, body);
    return { item: await editedItem(tx, row), version };
  }),

  implementChange('shareDish', async (context, tx, by, body) => {
    const chainId = await addSharedDish(context, tx, by, body);
    return { dish: await readSharedDish(tx, by.actor, chainId) };
  }),

  implementChange('addSharedDishToMenu', async (context, tx, by, body) => {
    requireMenuEditor(by.actor, body.locationId);
    const { row, version } = await sellSharedDish(context, tx, by, body);
    return { item: await editedItem(tx, row), version };
  }),

  implementChange('stopSharingDish', async (context, tx, by, body) => {
    await stopSharingDish(context, tx, by, body.chainId);
    return { chainId: body.chainId };
  }),

  // Option groups are shared. Editing one needs the right to edit every menu that shows it.
  implement('getOptionGroups', async ({ context, actor }) => ({ groups: await readEditedGroups(context.db, actor) })),

  implementChange('saveOptionGroup', saveOptionGroup),

  implementChange('deleteOptionGroup', async (context, tx, by, body) => {
    await deleteOptionGroup(context, tx, by, body);
    return { groupId: body.groupId };
  }),

  implement('getDayparts', async ({ context, actor, query: { locationId } }) => {
    requireMenuEditor(actor, locationId);
    return { dayparts: await readDayparts(context.db, locationId) };
  }),

  implementChange('saveDaypart', async (...change) => ({ daypart: await saveDaypart(...change) })),

  implementChange('deleteDaypart', async (context, tx, by, body) => {
    await deleteDaypart(context, tx, by, body);
    return { daypartId: body.daypartId };
  }),

  implementChange('setDishHours', async (context, tx, by, body) => {
    requireMenuEditor(by.actor, body.locationId);
    const { rows, version } = await setDishHours(context, tx, by, body);
    return { items: await editedItems(tx, rows), version };
  }),

  implement('getMenuTranslations', async ({ context, actor, query }) => {
    requireMenuEditor(actor, query.locationId);
    return { texts: await readMenuTexts(context.db, actor, query) };
  }),

  implementChange('saveMenuTranslations', async (context, tx, by, body) => {
    requireMenuEditor(by.actor, body.locationId);
    return { texts: await saveMenuTranslations(context, tx, by, body) };
  }),
];
