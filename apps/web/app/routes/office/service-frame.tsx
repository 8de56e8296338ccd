import { lazy, Suspense, type ReactNode } from 'react';
import type { Section } from '@tiffin/domain/people';
import { LiveOrdersProvider, OrdersBadge } from '../../office/board/live-orders.tsx';
import { FollowReservations, ReservationsBadge } from '../../office/reservations/reservations-badge.tsx';

const AlarmHost = lazy(() => import('./alarm-host.tsx'));
/** Where orders are worked with a new one fills the screen; at the till it leaves room to the guest who stands there. */
const POPUPS: Readonly<Partial<Record<Section, 'full' | 'strip'>>> = { orders: 'full', 'create-order': 'strip' };

/** The orders of the place this device stands at, and the alarm, whatever section is open. */
export function serviceFrame(openId: Section | null, shell: ReactNode): ReactNode {
  return (
    <LiveOrdersProvider>
      {shell}
      {/* The section follows by itself. */}
      {openId !== 'reservations' && <FollowReservations />}
      {openId !== null && (
        <Suspense>
          <AlarmHost popup={POPUPS[openId] ?? null} />
        </Suspense>
      )}
    </LiveOrdersProvider>
  );
}

/** What waits in a section, beside its name in the sidebar. */
export function sectionBadge(id: Section): ReactNode {
  if (id === 'orders') return <OrdersBadge />;
  return id === 'reservations' ? <ReservationsBadge /> : null;
}
