import { useQueryClient } from '@tanstack/react-query';
import { menuNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { EDITED_MENU_KEY, menuKey } from './menu-data.ts';
import { texts } from './texts.ts';

type Menu = Answer<'getLocationMenuAdmin'>;

/** A change of more dishes is described by their number. */
const MAX_NAMED_DISHES = 3;

/** The changes of the menu editor. They show at once and wait while there is no connection. */
export function useMenuActions() {
  const client = useQueryClient();
  const locations = useRootDataIfAny()?.locations ?? [];
  const nameOf = (locationId: string, itemId: string) =>
    client.getQueryData<Menu>(menuKey(locationId))?.items.find(({ id }) => id === itemId)?.name ?? itemId;
  const report = { changes: [EDITED_MENU_KEY], queued: menuNotices.queued };

  const setAvailability = useQueuedChange('setMenuAvailability', {
    ...report,
    about({ locationId, itemIds, isAvailable }) {
      const { length } = itemIds;
      if (length > MAX_NAMED_DISHES) return isAvailable ? say`Show ${length} dishes` : say`Hide ${length} dishes`;
      const names = itemIds.map((id) => nameOf(locationId, id)).join(', ');
      return isAvailable ? say`Show ${names}` : say`Hide ${names}`;
    },
    failed: say`An error occurred while updating item`,
  });
  // `add` and `update` have no `failed`: the forms and the photo dialog show their errors.
  const add = useQueuedChange('addMenuItem', {
    ...report,
    about: ({ item }) => say`Add ${item.name}`,
    doneText: ({ item }) => say`${item.name} is on the menu`,
  });
  const update = useQueuedChange('updateMenuItem', {
    ...report,
    isUncertain: true,
    about: ({ locationId, itemId }) => say`Edit ${nameOf(locationId, itemId)}`,
    onDone: ({ item }, { locationId }) =>
      client.setQueryData<Menu>(
        menuKey(locationId),
        (menu) => menu && { ...menu, items: menu.items.map((each) => (each.id === item.id ? item : each)) },
      ),
  });
  const remove = useQueuedChange('deleteMenuItem', {
    ...report,
    about: ({ locationId, itemId }) => say`Delete ${nameOf(locationId, itemId)}`,
    doneText: (_answer, { locationId, itemId }) => say`${nameOf(locationId, itemId)} deleted`,
    failed: say`An error occurred while deleting item`,
  });
  const duplicate = useQueuedChange('duplicateMenuItem', {
    ...report,
    about: ({ locationId, itemId }) => say`Duplicate ${nameOf(locationId, itemId)}`,
    doneText({ item }, { toLocationId }) {
      const target = locations.find(({ id }) => id === toLocationId);
      return target
        ? say`${item.name} copied to ${target.name}, hidden there until it is shown`
        : say`${item.name} added, hidden until you show it`;
    },
    failed: say`An error occurred while duplicating item`,
  });
  const reorder = useQueuedChange('reorderMenuItems', {
    ...report,
    about: () => say`Arrange the dishes`,
    failed: texts.reorderFailed,
  });
  return { setAvailability, add, update, remove, duplicate, reorder };
}
