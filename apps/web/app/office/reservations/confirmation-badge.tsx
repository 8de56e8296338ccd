import { say } from '@tiffin/domain/core';
import { Badge } from '../../ui/badge.tsx';
import type { Reservation } from './reservation.ts';

/** Whether the guest confirmed the reservation in answer to the reminder; empty if no reminder asks for it. */
export function ConfirmationBadge({ reservation }: { reservation: Reservation }) {
  const { status, guestConfirmation } = reservation;
  if (status !== 'confirmed') return null;
  if (guestConfirmation === 'given') return <Badge tone="ok">{say`Guest confirmed`}</Badge>;
  return guestConfirmation === 'asked' ? <Badge tone="warn">{say`Guest has not confirmed`}</Badge> : null;
}
