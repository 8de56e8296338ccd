import { lazy, Suspense, type ReactNode } from 'react';
import type { Section } from '@tiffin/domain/people';
import { LiveOrdersProvider } from '../../features/order-board/live-orders.tsx';

const AlarmHost = lazy(() => import('./alarm-host.tsx'));
/** Where orders are worked with: a new one fills the screen there. */
const POPUP_SECTIONS: ReadonlySet<Section> = new Set<Section>(['orders', 'create-order']);

/** The orders of the place this device stands at, and the alarm, whatever section is open. */
export function serviceFrame(openId: Section | null, section: ReactNode): ReactNode {
  return (
    <LiveOrdersProvider>
      {section}
      {openId !== null && (
        <Suspense>
          <AlarmHost showsPopup={POPUP_SECTIONS.has(openId)} />
        </Suspense>
      )}
    </LiveOrdersProvider>
  );
}
