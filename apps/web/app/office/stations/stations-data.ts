import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { categoryName } from '@tiffin/domain/menu';
import type { Answer } from '../../shared/api/api.ts';
import { apiMutation, apiQuery, idempotentMutation, useRefetchOn } from '../../shared/api/queries.ts';
import { SCREEN_REPORT_MS, stationsKey, stationsQuery } from '../../shared/order/stations.ts';

export function useKitchenLocations() {
  return useQuery({
    ...apiQuery(['station-locations'], 'getAvailableLocations'),
    select: ({ locations }) => locations,
  });
}

export function useStations(locationId: string) {
  useRefetchOn(['location.changed', 'reset'], stationsKey(locationId));
  return useQuery({ ...stationsQuery(locationId), refetchInterval: SCREEN_REPORT_MS });
}

export function useStationActions(locationId: string) {
  const client = useQueryClient();
  const change = { onSuccess: () => client.invalidateQueries({ queryKey: stationsKey(locationId) }) };
  return {
    save: useMutation({ ...change, mutationFn: idempotentMutation('saveStation') }),
    remove: useMutation({ ...change, mutationFn: apiMutation('deleteStation') }),
  };
}

/** What rules can name, with its names. */
export interface RuleNames {
  readonly categories: readonly Named[];
  readonly dishes: readonly Named[];
  /** The id is that of the group, a slash and that of the option. */
  readonly options: readonly (Named & { readonly group: string })[];
}
interface Named {
  readonly id: string;
  readonly name: string;
}

/** The categories and dishes of the location, and the options of the restaurant. */
export function useRuleNames(locationId: string): { data: RuleNames | undefined; error: unknown } {
  const menu = useQuery(apiQuery(['station-menu', locationId], 'getLocationMenuAdmin', { query: { locationId } }));
  const groups = useQuery(apiQuery(['station-options'], 'getOptionGroups'));
  const error = menu.error ?? groups.error;
  return { data: menu.data && groups.data ? namesOf(menu.data, groups.data) : undefined, error };
}

function namesOf(
  { categories, items }: Answer<'getLocationMenuAdmin'>,
  { groups }: Answer<'getOptionGroups'>,
): RuleNames {
  return {
    categories: categories.map(({ id, name }) => ({ id, name: name || categoryName(id) })),
    dishes: items.map(({ id, name }) => ({ id, name })),
    options: groups.flatMap((group) =>
      group.options.map(({ id, name }) => ({ id: optionKey(group.id, id), name, group: group.name })),
    ),
  };
}

export function optionKey(groupId: string, optionId: string): string {
  return `${groupId}/${optionId}`;
}

/** The name of what a rule is about; its id if the menu no longer has it. */
export function nameOf(list: readonly Named[] | undefined, id: string): string {
  return list?.find((each) => each.id === id)?.name ?? id;
}

export type PickupScreenEntry = Answer<'getPickupScreens'>['screens'][number];

const screensKey = (locationId: string) => ['pickup-screens', locationId];

export function usePickupScreens(locationId: string) {
  return useQuery({
    ...apiQuery(screensKey(locationId), 'getPickupScreens', { query: { locationId } }),
    select: ({ screens }) => screens,
  });
}

export function usePickupScreenActions(locationId: string) {
  const client = useQueryClient();
  const change = { onSuccess: () => client.invalidateQueries({ queryKey: screensKey(locationId) }) };
  return {
    add: useMutation({ ...change, mutationFn: idempotentMutation('addPickupScreen') }),
    remove: useMutation({ ...change, mutationFn: apiMutation('removePickupScreen') }),
  };
}
