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
  // Another person gets another till.
  return <TillOf key={me.uid} {...tools} />;
}

function TillOf(tools: CounterTools) {
  const { actor, me } = useBackOffice();
  const places = usePlaces(useLocations());
  const mine = places.data.locations.filter((place) => worksAt(actor, place.id));
  const ids = mine.map((place) => place.id);
  const started = useTill(me.uid, ids, homeLocation(ids, actor, useSite().defaultLocationId) ?? '');
  const place = mine.find((each) => each.id === started.till.locationId);
  return (
    <div className={styles.till}>
      {places.error && !hasNoResponse(places.error) && (
        <Banner tone="bad" announce="alert" className={styles.note ?? ''}>
          {orderNotices.locationsFailed(errorText(places.error))}
        </Banner>
      )}
      {place ? (
        <Counter storedTill={started} place={place} places={mine} {...tools} />
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

/** The current locations of this person; initially as loaded with the page. */
function usePlaces(fromPage: readonly Location[]) {
  useRefetchOn(['location.changed', 'reset'], ['locations']);
  return useQuery({
    ...apiQuery(['locations'], 'getLocations'),
    initialData: { locations: [...fromPage] },
    initialDataUpdatedAt: 0,
    refetchInterval: 60_000,
  });
}
