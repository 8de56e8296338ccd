import { DoorClosed } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { openingAt, readHours } from '@tiffin/domain/hours';
import { serverNow } from '../../shared/live/server-clock.ts';
import { useLocations } from '../../shared/site/site.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Reservation } from './reservation.ts';

/** Says that the location is closed when the party comes, and whether its guest was asked to choose another time. */
export function ClosedBadge({ reservation }: { reservation: Reservation }) {
  const location = useLocations().find(({ id }) => id === reservation.location);
  const hours = location && readHours(location.hours, location.hoursExceptions, location.timeZone);
  const at = new Date(reservation.startsAt);
  if (reservation.status !== 'confirmed' || at <= serverNow() || !hours?.ok || openingAt(hours.value, at)) return null;
  return (
    <Badge tone="bad" icon={<DoorClosed />}>
      {reservation.moveOfferedAt ? say`Closed then: asked to choose another time` : say`Closed then: booking kept`}
    </Badge>
  );
}
