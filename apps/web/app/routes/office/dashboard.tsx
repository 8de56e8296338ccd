import { replace, type ShouldRevalidateFunctionArgs } from 'react-router';
import { say } from '@tiffin/domain/core';
import type { Route } from './+types/dashboard';
import { lazy, Suspense, type ReactNode } from 'react';
import { canSeeSection, type Section } from '@tiffin/domain/people';
import { AdminShell } from '../../office/shell/admin-shell.tsx';
import { SiteFrame } from '../../guest/frame/site-frame.tsx';
import { actorOf } from '../../shared/session/back-office.tsx';
import { requireBackOffice } from '../../shared/session/guards.ts';
import type { Handle } from '../../shared/page/handle.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { officePaths } from '../../office-paths.ts';
import { Palette, sectionLoads } from './sections.ts';
import { FiscalAlarm } from '../../office/fiscal/fiscal-alarm.tsx';
import { SalePrintButtons } from '../../office/hardware/printing/printer-menu.tsx';
import { LiveOrdersProvider, OrdersBadge } from '../../office/board/live-orders.tsx';
import { FollowReservations, ReservationsBadge } from '../../office/reservations/reservations-badge.tsx';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { WholePage } from '../../ui/empty-state.tsx';
import { ForbiddenState } from '../../ui/states.tsx';

/** The first admin of an empty restaurant sees the set-up guide, unless they postponed it. */
export async function loader(args: Route.LoaderArgs) {
  const me = await requireBackOffice(args);
  const isLater = new URL(args.request.url).searchParams.has('setUp');
  if (me?.isAdmin && !isLater) {
    const { api } = args.context.get(serverContext);
    const { locations } = await api('getLocations');
    if (locations.length === 0 && (await api('getAllLocations')).locations.length === 0)
      throw replace(officePaths.setUp());
  }
  return { me };
}

/** Filters in the address do not change the data of this loader. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const onlyFiltered = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return onlyFiltered && !formMethod ? false : defaultShouldRevalidate;
}

/** A person without access sees the design of the guest pages. */
export const handle: Handle = {
  worksOffline: true,
  surface: (data) =>
    typeof data === 'object' && data !== null && 'me' in data && data.me !== null ? 'staff' : 'guest',
};

export const meta = privateMeta({ title: say`Back Office`, description: say`Orders, tables, menu and people.` });

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  if (loaderData.me) {
    // An accountant may read neither orders nor reservations.
    const isInService = canSeeSection('orders', actorOf(loaderData.me));
    return (
      <AdminShell
        me={loaderData.me}
        renderAround={isInService ? serviceFrame : (_openId, shell) => shell}
        alarms={isInService && <FiscalAlarm />}
        badge={sectionBadge}
        sectionLoads={sectionLoads}
        palette={Palette}
        renderSaleButtons={(sale) => <SalePrintButtons sale={sale} />}
      />
    );
  }
  return (
    <SiteFrame>
      <AccessDenied />
    </SiteFrame>
  );
}

// Caught here rather than at the root, which would lose the data that all pages share.
export { ErrorPage as ErrorBoundary } from '../../guest/frame/error-pages.tsx';

const AlarmHost = lazy(() => import('./alarm-host.tsx'));
/** A new order fills the screen on the board; the till stays usable for the guest at the counter. */
const POPUPS: Readonly<Partial<Record<Section, 'full' | 'strip'>>> = {
  orders: 'full',
  kitchen: 'full',
  'create-order': 'strip',
};

/** Loads the orders of this device's location and the alarm around every section. */
function serviceFrame(openId: Section | null, shell: ReactNode): ReactNode {
  return (
    <LiveOrdersProvider>
      {shell}
      {/* The section shows these itself. */}
      {openId !== 'reservations' && <FollowReservations />}
      {openId !== null && (
        <Suspense>
          <AlarmHost popup={POPUPS[openId] ?? null} />
        </Suspense>
      )}
    </LiveOrdersProvider>
  );
}

function sectionBadge(id: Section): ReactNode {
  if (id === 'orders') return <OrdersBadge />;
  return id === 'reservations' ? <ReservationsBadge /> : null;
}

function AccessDenied() {
  return (
    <WholePage>
      <ForbiddenState
        level={1}
        title={say`Access Denied`}
        text={say`You don't have permission to access this admin area.`}
      >
        <LinkButton href={paths.dashboard()}>{say`Go to Dashboard`}</LinkButton>
      </ForbiddenState>
    </WholePage>
  );
}
