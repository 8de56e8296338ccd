import { say } from '@tiffin/domain/core';
import { Badge } from '../../ui/badge.tsx';
import type { Reservation } from './reservation.ts';

/** What the guest of an awaited reservation answered to the reminder. Shows nothing where nobody asks. */
export function ConfirmationBadge({ of: { status, guestConfirmation } }: { of: Reservation }) {
  if (status !== 'confirmed') return null;
  if (guestConfirmation === 'given') return <Badge tone="ok">{say`Guest confirmed`}</Badge>;
  return guestConfirmation === 'asked' ? <Badge tone="warn">{say`Guest has not confirmed`}</Badge> : null;
}
