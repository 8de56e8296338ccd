import { useQuery } from '@tanstack/react-query';
import { orderNotices } from '@tiffin/domain/errors';
import { worksAt } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { useBackOffice, homeLocation } from '../../shared/session/back-office.tsx';
import { useLocations, useSite, type Location } from '../../shared/site/site.ts';
import { hasNoResponse } from '../../shared/api/api-error.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Counter, type CounterTools } from './counter.tsx';
import styles from './till.module.css';
import { useTill } from './use-till.ts';
import { apiQuery, useRefetchOn } from '../../shared/api/queries.ts';

/** The till: dishes, guest details and payment of an order at the counter or by phone. */
export function NewOrder(tools: CounterTools) {
  const { me } = useBackOffice();
  // Another person on this device gets another till.
  return <PersonTill key={me.uid} {...tools} />;
}

function PersonTill(tools: CounterTools) {
  const { actor, me } = useBackOffice();
  const query = useCurrentLocations(useLocations());
  const locations = query.data.locations.filter(({ id }) => worksAt(actor, id));
  const ids = locations.map(({ id }) => id);
  const storedTill = useTill(me.uid, ids, homeLocation(ids, actor, useSite().defaultLocationId) ?? '');
  const location = locations.find(({ id }) => id === storedTill.till.locationId);
  return (
    <div className={styles.till}>
      {query.error && !hasNoResponse(query.error) && (
        <Banner tone="bad" announce="alert" className={styles.note ?? ''}>
          {orderNotices.locationsFailed(errorText(query.error))}
        </Banner>
      )}
      {location ? (
        <Counter storedTill={storedTill} location={location} locations={locations} {...tools} />
      ) : (
        <EmptyState
          title={say`No location to take orders for`}
          text={say`Ask an administrator to add you to a location.`}
          level={1}
        />
      )}
    </div>
  );
}

/** All locations as they are now; at first as they were loaded with the page. */
function useCurrentLocations(fromPage: readonly Location[]) {
  useRefetchOn(['location.changed', 'reset'], ['locations']);
  return useQuery({
    ...apiQuery(['locations'], 'getLocations'),
    initialData: { locations: [...fromPage] },
    // Counts as old, so that the current list is requested at once.
    initialDataUpdatedAt: 0,
    refetchInterval: 60_000,
  });
}
