import { useQuery } from '@tanstack/react-query';
import { categoryName } from '@tiffin/domain/menu';
import { apiQuery, useRefetchOn } from '../../shared/api/queries.ts';
import { SCREEN_REPORT_MS, stationsKey, stationsQuery } from './stations.ts';

/** The stations of a location, with which of their screens are online. */
export function useStations(locationId: string) {
  useRefetchOn(['location.changed', 'reset'], stationsKey(locationId));
  return useQuery({ ...stationsQuery(locationId), refetchInterval: SCREEN_REPORT_MS });
}

export type RuleNames = NonNullable<ReturnType<typeof useRuleNames>['data']>;

/** What rules can name: the categories and dishes of the location, and the options of the restaurant. */
export function useRuleNames(locationId: string) {
  const menu = useQuery(apiQuery(['station-menu', locationId], 'getLocationMenuAdmin', { query: { locationId } }));
  const groups = useQuery(apiQuery(['station-options'], 'getOptionGroups'));
  const data = menu.data &&
    groups.data && {
      categories: menu.data.categories.map(({ id, name }) => ({ id, name: name || categoryName(id) })),
      dishes: menu.data.items.map(({ id, name }) => ({ id, name })),
      options: groups.data.groups.flatMap((group) =>
        group.options.map(({ id, name }) => ({ id: optionKey(group.id, id), name, group: group.name })),
      ),
    };
  return { data, error: menu.error ?? groups.error };
}

/** Identifies an option among those of all groups. */
export function optionKey(groupId: string, optionId: string): string {
  return `${groupId}/${optionId}`;
}

/** The name of what a rule is about; its id if the menu no longer has it. */
export function nameOfId(list: readonly { id: string; name: string }[] | undefined, id: string): string {
  return list?.find((each) => each.id === id)?.name ?? id;
}
