import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../shared/api/api.ts';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { EDITED_MENU_KEY, menuKey } from './menu-data.ts';
import { texts } from './texts.ts';

type Menu = Answer<'getLocationMenuAdmin'>;

/** The changes of the menu editor. They show at once and wait while there is no connection. */
export function useMenuActions() {
  const client = useQueryClient();
  const locations = useRootDataIfAny()?.locations ?? [];
  const nameOf = (locationId: string, itemId: string) =>
    client.getQueryData<Menu>(menuKey(locationId))?.items.find(({ id }) => id === itemId)?.name ?? itemId;
  const report = { changes: [EDITED_MENU_KEY], queued: texts.queued };
  const { about, done } = texts;

  const setAvailability = useQueuedChange('setMenuAvailability', {
    ...report,
    about: ({ locationId, itemIds, isAvailable }) =>
      about.show(
        itemIds.map((id) => nameOf(locationId, id)),
        isAvailable,
      ),
    failed: texts.updateError,
  });
  // The forms show their own errors, and so does the photo dialog.
  const add = useQueuedChange('addMenuItem', {
    ...report,
    about: ({ item }) => about.add(item.name),
    done: ({ item }) => done.added(item.name),
  });
  const update = useQueuedChange('updateMenuItem', {
    ...report,
    isUncertain: true,
    about: ({ locationId, itemId }) => about.update(nameOf(locationId, itemId)),
    onDone: ({ item }, { locationId }) =>
      client.setQueryData<Menu>(
        menuKey(locationId),
        (menu) => menu && { ...menu, items: menu.items.map((each) => (each.id === item.id ? item : each)) },
      ),
  });
  const remove = useQueuedChange('deleteMenuItem', {
    ...report,
    about: ({ locationId, itemId }) => about.remove(nameOf(locationId, itemId)),
    done: (_answer, { locationId, itemId }) => done.deleted(nameOf(locationId, itemId)),
    failed: texts.deleteError,
  });
  const duplicate = useQueuedChange('duplicateMenuItem', {
    ...report,
    about: ({ locationId, itemId }) => about.duplicate(nameOf(locationId, itemId)),
    done({ item }, { toLocationId }) {
      const target = locations.find(({ id }) => id === toLocationId);
      return target ? done.copied(item.name, target.name) : done.duplicated(item.name);
    },
    failed: texts.duplicateError,
  });
  const reorder = useQueuedChange('reorderMenuItems', {
    ...report,
    about: () => about.reorder,
    failed: texts.arranging.failed,
  });
  return { setAvailability, add, update, remove, duplicate, reorder };
}
