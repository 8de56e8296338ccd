import {
  useMutation,
  useMutationState,
  useQueryClient,
  type MutationFunction,
  type QueryClient,
} from '@tanstack/react-query';
import type { Calls, InputOf } from '@tiffin/contract';
import { api, type Answer } from '../../lib/api.ts';
import { wordsFor } from '../../lib/words.ts';
import { toast } from '../../ui/toasts.ts';
import { EDITED_MENUS, menuKey, type WireItem } from './menu-data.ts';
import { texts } from './texts.ts';

/*
 * Every change the menu editor makes. Changes carry their whole meaning in what they are given, so
 * that one made offline can wait (TanStack pauses it until the connection is back) and be sent later.
 * They run one after the other: the second of two may build on the first.
 */

type Body<N extends keyof Calls> = InputOf<Calls[N]>['body'];
type Menu = Answer<'getLocationMenuAdmin'>;

interface Change<V, A> {
  readonly mutationKey: readonly ['menu', string];
  readonly mutationFn: MutationFunction<A, V>;
}

const scope = { id: 'menu' };

/** A creating change keeps its key, so that a second try makes no second dish. */
interface Keyed<B> {
  readonly body: B;
  readonly key: string;
}

const menuChanges = {
  add: {
    mutationKey: ['menu', 'add'],
    mutationFn: ({ body, key }) => api('addMenuItem', { body }, { idempotencyKey: key }),
  } satisfies Change<Keyed<Body<'addMenuItem'>>, Answer<'addMenuItem'>>,
  update: {
    mutationKey: ['menu', 'update'],
    mutationFn: (body) => api('updateMenuItem', { body }),
  } satisfies Change<Body<'updateMenuItem'>, Answer<'updateMenuItem'>>,
  remove: {
    mutationKey: ['menu', 'remove'],
    mutationFn: (body) => api('deleteMenuItem', { body }),
  } satisfies Change<Body<'deleteMenuItem'>, Answer<'deleteMenuItem'>>,
  duplicate: {
    mutationKey: ['menu', 'duplicate'],
    mutationFn: ({ body, key }) => api('duplicateMenuItem', { body }, { idempotencyKey: key }),
  } satisfies Change<Keyed<Body<'duplicateMenuItem'>>, Answer<'duplicateMenuItem'>>,
  setAvailability: {
    mutationKey: ['menu', 'availability'],
    mutationFn: (body) => api('setMenuAvailability', { body }),
  } satisfies Change<Body<'setMenuAvailability'>, Answer<'setMenuAvailability'>>,
  reorder: {
    mutationKey: ['menu', 'order'],
    mutationFn: (body) => api('reorderMenuItems', { body }),
  } satisfies Change<Body<'reorderMenuItems'>, Answer<'reorderMenuItems'>>,
  removePhoto: {
    mutationKey: ['menu', 'photo'],
    mutationFn: (body) => api('deleteMenuImage', { body }),
  } satisfies Change<Body<'deleteMenuImage'>, Answer<'deleteMenuImage'>>,
  addCategory: {
    mutationKey: ['menu', 'add-category'],
    mutationFn: ({ body, key }) => api('addCategory', { body }, { idempotencyKey: key }),
  } satisfies Change<Keyed<Body<'addCategory'>>, Answer<'addCategory'>>,
  removeCategory: {
    mutationKey: ['menu', 'remove-category'],
    mutationFn: (body) => api('deleteCategory', { body }),
  } satisfies Change<Body<'deleteCategory'>, Answer<'deleteCategory'>>,
  reorderCategories: {
    mutationKey: ['menu', 'category-order'],
    mutationFn: (body) => api('reorderCategories', { body }),
  } satisfies Change<Body<'reorderCategories'>, Answer<'reorderCategories'>>,
};

/** How many changes wait for the connection. */
export function useWaitingChanges(): number {
  return useMutationState({ filters: { mutationKey: ['menu'], predicate: (one) => one.state.isPaused } }).length;
}

interface Steps<V, A> {
  /** What the menu looks like the moment the button is pressed. */
  readonly atOnce?: (menu: Menu, change: V) => Menu;
  readonly locationOf: (change: V) => string | null;
  /** What is said when it fails, before the reason. */
  readonly failed?: string;
  readonly done?: (answer: A, change: V) => void;
}

/** A change of the menu: seen at once, taken back and loaded anew when the server refuses. */
function useChange<V, A>({ mutationKey, mutationFn }: Change<V, A>, { atOnce, locationOf, failed, done }: Steps<V, A>) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: [...mutationKey],
    mutationFn,
    scope,
    onMutate: async (change: V) => {
      if (!navigator.onLine) toast.info(texts.queued, { id: 'menu-queued' });
      if (!atOnce) return;
      const queryKey = keyOf(locationOf(change));
      await client.cancelQueries({ queryKey });
      client.setQueriesData<Menu>({ queryKey }, (menu) => menu && atOnce(menu, change));
    },
    onSuccess: (answer, change) => done?.(answer, change),
    onError: (error) => {
      if (failed !== undefined) toast.error(failed, { description: wordsFor(error) });
    },
    onSettled: (_answer, _error, change) => reload(client, locationOf(change)),
  });
}

/** The truth, once the last of several changes is through: no older answer may overtake a newer press. */
function reload(client: QueryClient, locationId: string | null): Promise<void> | undefined {
  if (client.isMutating({ mutationKey: ['menu'] }) > 1) return undefined;
  return client.invalidateQueries({ queryKey: keyOf(locationId) });
}

/** One menu, or all of them: categories belong to the chain. */
function keyOf(locationId: string | null): readonly string[] {
  return locationId === null ? EDITED_MENUS : menuKey(locationId);
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
    atOnce: (menu, { itemIds, isAvailable }) => ({
      ...menu,
      items: menu.items.map((item) => (itemIds.includes(item.id) ? { ...item, isAvailable } : item)),
    }),
    failed: texts.updateError,
  });
  const add = useChange(menuChanges.add, { locationOf: ({ body }) => body.locationId });
  // The form says what went wrong with its update; a photo's dialog likewise.
  const update = useChange(menuChanges.update, {
    locationOf: ({ locationId }) => locationId,
    done: ({ item }, { locationId }) => put(locationId, item),
  });
  const removePhoto = useChange(menuChanges.removePhoto, {
    locationOf: ({ locationId }) => locationId,
    done: ({ item }, { locationId }) => put(locationId, item),
  });
  const remove = useChange(menuChanges.remove, {
    locationOf: ({ locationId }) => locationId,
    atOnce: (menu, { itemId }) => ({ ...menu, items: menu.items.filter((item) => item.id !== itemId) }),
    failed: texts.deleteError,
  });
  const duplicate = useChange(menuChanges.duplicate, {
    locationOf: ({ body }) => body.toLocationId ?? body.locationId,
    failed: texts.duplicateError,
  });
  const reorder = useChange(menuChanges.reorder, {
    locationOf: ({ locationId }) => locationId,
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
  const remove = useChange(menuChanges.removeCategory, { locationOf: () => null });
  const reorder = useChange(menuChanges.reorderCategories, {
    locationOf: () => null,
    atOnce: (menu, { categoryIds }) => ({
      ...menu,
      categories: menu.categories.toSorted((a, b) => categoryIds.indexOf(a.id) - categoryIds.indexOf(b.id)),
    }),
    failed: texts.arranging.failed,
  });
  return { add, remove, reorder };
}
