import { useRevalidator } from 'react-router';
import { say } from '@tiffin/domain/core';
import { AccountPage } from '../../guest/account/account-page.tsx';
import { MyReservations } from '../../guest/booking/my-reservations.tsx';
import { ClaimedOrders, EarlierOrders } from '../../guest/account/earlier-orders.tsx';
import { OrderList } from '../../guest/account/order-list.tsx';
import { useOrders } from '../../guest/account/use-orders.ts';
import { LiveOrders } from '../../guest/order/live-orders.tsx';
import { requireSignedIn } from '../../shared/session/guards.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import type { Handle } from '../../shared/page/handle.ts';
import type { Route } from './+types/dashboard';

export const handle: Handle = { worksOffline: true };

const FIRST_ORDERS = 20;

export async function loader(args: Route.LoaderArgs) {
  const me = await requireSignedIn(args);
  const { api } = args.context.get(serverContext);
  const [orders, reservations, { favorites }, { count }] = await Promise.all([
    api('getCustomerOrders', { query: { limit: FIRST_ORDERS } }),
    api('getMyReservations', { query: {} }),
    api('getFavorites', { query: {} }),
    api('getEarlierOrders'),
  ]);
  return { me, orders, reservations, favorites, earlier: count };
}

export const meta = privateMeta({
  title: say`Past Orders / Reservations`,
  description: say`Your orders, your reservations and your details.`,
});

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { me, orders, reservations, favorites, earlier } = loaderData;
  const revalidator = useRevalidator();
  const reload = () => void revalidator.revalidate();
  const list = useOrders(orders, reload);
  return (
    <AccountPage
      me={me}
      live={
        list.live.length > 0 && (
          <LiveOrders orders={list.live} asOf={reservations.asOf} onChanged={list.put} onFailed={reload} />
        )
      }
      earlier={
        <>
          <EarlierOrders count={earlier ?? 0} onAdded={reload} />
          <ClaimedOrders orders={[...list.live, ...list.past]} asOf={reservations.asOf} />
        </>
      }
      orders={<OrderList list={list} />}
      reservations={<MyReservations firstPage={reservations} />}
      favourites={favorites}
    />
  );
}
