import { useCallback } from 'react';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, type Answer, type Body } from '../../shared/api/api.ts';
import { isServerReachable } from '../../shared/offline/online.ts';
import { errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { sendOrQueue } from '../../shared/offline/send-or-queue.ts';
import { toast } from '../../ui/toasts.ts';
import { EDITED_MENU_KEY, menuKey, type WireItem } from './menu-data.ts';
import { texts } from './texts.ts';

/* All changes of the menu editor. The input of a change is complete, so that a change made offline can be queued and
   sent later. Changes run one after the other, because the second may build on the first. */

type Menu = Answer<'getLocationMenuAdmin'>;

type Outcome<A> = { readonly queued: true } | { readonly queued: false; readonly answer: A };

interface Change<V, A> {
  readonly mutationKey: readonly ['menu', string];
  /** `about` describes the change in the queue. */
  readonly send: (change: V, about: string) => Promise<Outcome<A>>;
}

const scope = { id: 'menu' };

/** A create request keeps its key, so that a retry makes no second dish. */
interface Keyed<B> {
  readonly body: B;
  readonly key: string;
}

/** For changes that cannot be queued. */
async function atOnceOnly<A>(answer: Promise<A>): Promise<Outcome<A>> {
  return { queued: false, answer: await answer };
}

const menuChanges = {
  add: {
    mutationKey: ['menu', 'add'],
    send: ({ body, key }, about) => sendOrQueue<'addMenuItem'>({ call: 'addMenuItem', body }, about, key),
  } satisfies Change<Keyed<Body<'addMenuItem'>>, Answer<'addMenuItem'>>,
  update: {
    mutationKey: ['menu', 'update'],
    send: (body, about) => sendOrQueue<'updateMenuItem'>({ call: 'updateMenuItem', body }, about),
  } satisfies Change<Body<'updateMenuItem'>, Answer<'updateMenuItem'>>,
  remove: {
    mutationKey: ['menu', 'remove'],
    send: (body, about) => sendOrQueue<'deleteMenuItem'>({ call: 'deleteMenuItem', body }, about),
  } satisfies Change<Body<'deleteMenuItem'>, Answer<'deleteMenuItem'>>,
  duplicate: {
    mutationKey: ['menu', 'duplicate'],
    send: ({ body, key }, about) => sendOrQueue<'duplicateMenuItem'>({ call: 'duplicateMenuItem', body }, about, key),
  } satisfies Change<Keyed<Body<'duplicateMenuItem'>>, Answer<'duplicateMenuItem'>>,
  setAvailability: {
    mutationKey: ['menu', 'availability'],
    send: (body, about) => sendOrQueue<'setMenuAvailability'>({ call: 'setMenuAvailability', body }, about),
  } satisfies Change<Body<'setMenuAvailability'>, Answer<'setMenuAvailability'>>,
  reorder: {
    mutationKey: ['menu', 'order'],
    send: (body, about) => sendOrQueue<'reorderMenuItems'>({ call: 'reorderMenuItems', body }, about),
  } satisfies Change<Body<'reorderMenuItems'>, Answer<'reorderMenuItems'>>,
  removePhoto: {
    mutationKey: ['menu', 'photo'],
    send: (body) => atOnceOnly(api('deleteMenuImage', { body })),
  } satisfies Change<Body<'deleteMenuImage'>, Answer<'deleteMenuImage'>>,
  addCategory: {
    mutationKey: ['menu', 'add-category'],
    send: ({ body, key }) => atOnceOnly(api('addCategory', { body }, { idempotencyKey: key })),
  } satisfies Change<Keyed<Body<'addCategory'>>, Answer<'addCategory'>>,
  renameCategory: {
    mutationKey: ['menu', 'rename-category'],
    send: (body) => atOnceOnly(api('renameCategory', { body })),
  } satisfies Change<Body<'renameCategory'>, Answer<'renameCategory'>>,
  removeCategory: {
    mutationKey: ['menu', 'remove-category'],
    send: (body) => atOnceOnly(api('deleteCategory', { body })),
  } satisfies Change<Body<'deleteCategory'>, Answer<'deleteCategory'>>,
  reorderCategories: {
    mutationKey: ['menu', 'category-order'],
    send: (body) => atOnceOnly(api('reorderCategories', { body })),
  } satisfies Change<Body<'reorderCategories'>, Answer<'reorderCategories'>>,
};

interface Steps<V, A> {
  /** Applies the change optimistically. */
  readonly atOnce?: (menu: Menu, change: V) => Menu;
  readonly locationOf: (change: V) => string | null;
  /** Describes the change while it is queued. */
  readonly about?: (change: V, nameOf: (itemId: string) => string) => string;
  /** Shown before the reason when it fails. */
  readonly failed?: string;
  readonly done?: (answer: A, change: V) => void;
}

/** Feedback beyond what the menu itself shows. */
interface Hearing<A> {
  readonly onSuccess?: (answer: A) => void;
  readonly onError?: (error: Error) => void;
  /** The change was queued until the connection returns, so the user is done. */
  readonly onQueued?: () => void;
}

/** A change of the menu: applied optimistically, rolled back and reloaded when the server refuses. */
function useChange<V, A>(
  { mutationKey, send }: Change<V, A>,
  { atOnce, locationOf, about, failed, done }: Steps<V, A>,
) {
  const client = useQueryClient();
  const nameIn = (locationId: string | null) => (itemId: string) =>
    client.getQueryData<Menu>(keyOf(locationId))?.items.find(({ id }) => id === itemId)?.name ?? itemId;
  const mutation = useMutation({
    mutationKey: [...mutationKey],
    mutationFn: (change: V) => send(change, about?.(change, nameIn(locationOf(change))) ?? ''),
    scope,
    onMutate: async (change) => {
      // While offline, the menu already shows the queued changes.
      if (!atOnce || !isServerReachable()) return;
      const queryKey = keyOf(locationOf(change));
      await client.cancelQueries({ queryKey });
      client.setQueriesData<Menu>({ queryKey }, (menu) => menu && atOnce(menu, change));
    },
    onSuccess: (outcome, change) => {
      if (outcome.queued) toast.info(texts.queued, { id: 'menu-queued' });
      else done?.(outcome.answer, change);
    },
    onError: (error) => {
      if (failed !== undefined) toast.error(failed, { description: errorTextOrServerMessage(error, [404]) });
    },
    onSettled: (_outcome, _error, change) => reload(client, locationOf(change)),
  });
  const { mutate: begin, mutateAsync, isPending } = mutation;
  const mutate = useCallback(
    (change: V, { onSuccess, onError, onQueued }: Hearing<A> = {}) =>
      begin(change, {
        onSuccess: (outcome) => (outcome.queued ? onQueued?.() : onSuccess?.(outcome.answer)),
        ...(onError && { onError }),
      }),
    [begin],
  );
  return { mutate, mutateAsync, isPending };
}

/** Reloads the menu after the last of several changes, so that an earlier response does not undo a later press. */
function reload(client: QueryClient, locationId: string | null): Promise<void> | undefined {
  if (client.isMutating({ mutationKey: ['menu'] }) > 1) return undefined;
  return client.invalidateQueries({ queryKey: keyOf(locationId) });
}

/** One menu, or all of them: categories belong to the restaurant. */
function keyOf(locationId: string | null): readonly string[] {
  return locationId === null ? EDITED_MENU_KEY : menuKey(locationId);
}

export function useMenuActions() {
  const client = useQueryClient();
  const put = (locationId: string, item: WireItem) =>
    client.setQueryData<Menu>(
      menuKey(locationId),
      (menu) => menu && { ...menu, items: menu.items.map((each) => (each.id === item.id ? item : each)) },
    );

  const setAvailability = useChange(menuChanges.setAvailability, {
    locationOf: ({ locationId }) => locationId,
    about: ({ itemIds, isAvailable }, nameOf) => texts.about.show(itemIds.map(nameOf), isAvailable),
    atOnce: (menu, { itemIds, isAvailable }) => ({
      ...menu,
      items: menu.items.map((item) => (itemIds.includes(item.id) ? { ...item, isAvailable } : item)),
    }),
    failed: texts.updateError,
  });
  const add = useChange(menuChanges.add, {
    locationOf: ({ body }) => body.locationId,
    about: ({ body }) => texts.about.add(body.item.name),
  });
  // The form shows its own errors, and so does the photo dialog.
  const update = useChange(menuChanges.update, {
    locationOf: ({ locationId }) => locationId,
    about: ({ itemId }, nameOf) => texts.about.update(nameOf(itemId)),
    done: ({ item }, { locationId }) => put(locationId, item),
  });
  const removePhoto = useChange(menuChanges.removePhoto, {
    locationOf: ({ locationId }) => locationId,
    done: ({ item }, { locationId }) => put(locationId, item),
  });
  const remove = useChange(menuChanges.remove, {
    locationOf: ({ locationId }) => locationId,
    about: ({ itemId }, nameOf) => texts.about.remove(nameOf(itemId)),
    atOnce: (menu, { itemId }) => ({ ...menu, items: menu.items.filter((item) => item.id !== itemId) }),
    failed: texts.deleteError,
  });
  const duplicate = useChange(menuChanges.duplicate, {
    locationOf: ({ body }) => body.toLocationId ?? body.locationId,
    about: ({ body }, nameOf) => texts.about.duplicate(nameOf(body.itemId)),
    failed: texts.duplicateError,
  });
  const reorder = useChange(menuChanges.reorder, {
    locationOf: ({ locationId }) => locationId,
    about: () => texts.about.reorder,
    atOnce: (menu, { itemIds }) => ({
      ...menu,
      items: menu.items.map((item) => {
        const place = itemIds.indexOf(item.id);
        return place === -1 ? item : { ...item, position: place + 1 };
      }),
    }),
    failed: texts.arranging.failed,
  });
  return { setAvailability, add, update, removePhoto, remove, duplicate, reorder };
}

export function useCategoryActions() {
  const add = useChange(menuChanges.addCategory, { locationOf: () => null });
  const rename = useChange(menuChanges.renameCategory, { locationOf: () => null });
  const remove = useChange(menuChanges.removeCategory, { locationOf: () => null });
  const reorder = useChange(menuChanges.reorderCategories, {
    locationOf: () => null,
    atOnce: (menu, { categoryIds }) => ({
      ...menu,
      categories: menu.categories.toSorted((a, b) => categoryIds.indexOf(a.id) - categoryIds.indexOf(b.id)),
    }),
    failed: texts.arranging.failed,
  });
  return { add, rename, remove, reorder };
}
