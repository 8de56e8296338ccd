import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { PERIODS, type Period } from '@tiffin/domain/stats';

export const ALL = 'all';

export interface View {
  readonly locationId: string;
  readonly period: Period;
}

/** The view an address asks for, held to the places one may see. */
export function viewOf(search: URLSearchParams, placeIds: readonly string[], mayAll: boolean): View {
  const wanted = search.get('location') ?? '';
  const first = mayAll ? ALL : (placeIds[0] ?? '');
  return {
    locationId: placeIds.includes(wanted) ? wanted : first,
    period: PERIODS.find(({ id }) => id === search.get('period'))?.id ?? 'today',
  };
}

/** Location and period stand in the address: a link or a bookmark shows the same figures. */
export function useView(placeIds: readonly string[], mayAll: boolean): [View, (change: Partial<View>) => void] {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();

  function show(change: Partial<View>) {
    // The address itself: it may be a step ahead of what is drawn.
    const next = new URLSearchParams(location.search);
    const { locationId, period } = { ...viewOf(next, placeIds, mayAll), ...change };
    next.set('location', locationId);
    next.set('period', period);
    void navigate({ search: `?${next}`, hash: location.hash || hash }, { replace: true, preventScrollReset: true });
  }
  return [viewOf(search, placeIds, mayAll), show];
}
