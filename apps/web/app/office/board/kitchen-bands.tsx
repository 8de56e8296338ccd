import { CloudOff } from 'lucide-react';
import { joinWithAnd, say } from '@tiffin/domain/core';
import { shownAt } from '@tiffin/domain/kitchen';
import { lastResponseAt } from '../../shared/offline/online.ts';
import { Banner } from '../../ui/banner.tsx';
import { formatTime } from '../../ui/format.ts';
import type { useStation } from './use-station.ts';

interface StationBandsProps {
  kitchen: ReturnType<typeof useStation>;
  now: number;
}

/** Says which stations no screen shows, and where their dishes are. */
export function StationBands({ kitchen: { stations, station }, now }: StationBandsProps) {
  const offline = stations.filter((each) => {
    const at = shownAt(each, stations, now);
    return at?.id !== each.id && (at?.id === station?.id || station === null || station.kind === 'pass');
  });
  if (offline.length === 0) return null;
  const places = Map.groupBy(offline, (each) => shownAt(each, stations, now)?.name ?? say`Pass`);
  return (
    <Banner tone="warn">
      {[...places].map(([place, group]) => (
        <span key={place}>
          {say`No screen shows ${joinWithAnd(group.map(({ name }) => name))}. Those dishes are at ${place}.`}{' '}
        </span>
      ))}
    </Banner>
  );
}

/** What still works without a connection, and where the dishes of this station are shown as well. */
export function OfflineBand({ kitchen: { stations, station } }: { kitchen: ReturnType<typeof useStation> }) {
  const since = lastResponseAt();
  const isCook = station !== null && station.kind !== 'pass';
  const fallback = stations.find(({ id }) => id === station?.fallbackId)?.name ?? say`Pass`;
  return (
    <Banner
      tone="offline"
      icon={<CloudOff />}
      title={since === null ? say`No connection` : say`No connection since ${formatTime(new Date(since))}`}
    >
      {say`What you finish is saved here and sent later. New orders do not appear.`}{' '}
      {isCook && say`After a minute, these dishes are shown at ${fallback} too.`}
    </Banner>
  );
}
