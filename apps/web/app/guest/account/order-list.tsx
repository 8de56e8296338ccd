import thali from '../../assets/dishes/thali.svg';
import { useState } from 'react';
import { RotateCw } from 'lucide-react';
import { isFinal, orderTypeLabel, statusLabel } from '@tiffin/domain/order';
import { dishesOf } from '@tiffin/domain/receipt';
import { api, type Answer } from '../../shared/api/api.ts';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { statusTone } from '../../shared/order/order-looks.tsx';
import { wordsFor } from '../../shared/errors/words.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, StateArt } from '../../ui/empty-state.tsx';
import { toast } from '../../ui/toasts.ts';
import { useOrderAgain } from '../../shared/order/order-again.ts';
import { texts } from './texts.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/inputs.tsx';
import styles from './account.module.css';

function CancelDialog({
  order,
  onClose,
  onConfirm,
}: {
  order: { readonly orderId: string };
  onClose: () => void;
  onConfirm: (reason: string) => Promise<void>;
}) {
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      open
      title={texts.cancelTitle}
      description={texts.cancelText(order.orderId)}
      confirmLabel={texts.cancelYes}
      cancelLabel={texts.cancelNo}
      look="danger-solid"
      onCancel={onClose}
      onConfirm={() => onConfirm(reason)}
    >
      <Field label={texts.reason} optional>
        <Textarea maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}

type Page = Answer<'getCustomerOrders'>;
type Order = Page['orders'][number];

/** A guest's orders, newest first, each with how far it is at this moment. */
export function OrderList({ first, onReset }: { first: Page; onReset: () => void }) {
  const { orders, more, isLoading, loadMore, put } = useOrders(first, onReset);
  const [cancelling, setCancelling] = useState<Order | null>(null);
  const { isRepeating, again } = useOrderAgain();

  if (orders.length === 0) {
    return (
      <EmptyState level={3} title={texts.noOrders} text={texts.noOrdersText} picture={<StateArt src={thali} />}>
        <LinkButton href={paths.menuStart()}>{texts.toMenu}</LinkButton>
      </EmptyState>
    );
  }
  return (
    <>
      <ul>
        {orders.map((order) => (
          <li key={order.orderId} className={`stack ${styles.order}`}>
            <div className="row flex-wrap gap-6-12">
              <h3>{whenText(order)}</h3>
              <span aria-live="polite">
                <Badge tone={statusTone(order.status)}>{statusLabel(order.status, order.orderType)}</Badge>
              </span>
            </div>
            <p className="text-sm">{itemsText(order)}</p>
            <p className="text-sm soft">
              {order.locationInfo.name}, {orderTypeLabel(order.orderType)}, {formatMoney(centsOf(order.pricing.total))}{' '}
              <span className="nowrap text-xs faint">{order.orderId}</span>
              {order.refunds.map((refund) => (
                <span key={refund.at} className="block ink">
                  {refundText(order, refund)}
                </span>
              ))}
            </p>
            <div className={`flex flex-wrap gap-8 ${styles.actions}`}>
              <LinkButton look="bare" size="sm" href={paths.receipt(order.orderId, order.metadata.orderToken)}>
                <span>
                  {texts.receipt} <span className="sr-only">{texts.receiptOf(order.orderId)}</span>
                </span>
              </LinkButton>
              {order.canCancel && !isFinal(order.status) && (
                <Button look="bare" size="sm" onClick={() => setCancelling(order)}>
                  {texts.cancel}
                </Button>
              )}
              {isFinal(order.status) ? (
                <Button look="quiet" size="sm" busy={isRepeating} onClick={() => void again(order)}>
                  <RotateCw aria-hidden="true" />
                  {texts.again}
                </Button>
              ) : (
                <LinkButton look="quiet" size="sm" href={paths.orderSuccess({ orderId: order.orderId })}>
                  {texts.track}
                </LinkButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      {more && (
        <Button look="quiet" busy={isLoading} onClick={() => void loadMore()}>
          {texts.more}
        </Button>
      )}
      {cancelling && (
        <CancelDialog
          order={cancelling}
          onClose={() => setCancelling(null)}
          onConfirm={async (reason) => {
            try {
              const { order } = await api('cancelCustomerOrder', { body: { orderId: cancelling.orderId, reason } });
              put(order);
              toast.success(texts.cancelled);
            } catch (error) {
              toast.error(wordsFor(error));
              onReset();
            }
            setCancelling(null);
          }}
        />
      )}
    </>
  );
}

/** The loaded pages, with whatever was told since put over them. */
function useOrders(first: Page, onReset: () => void) {
  const [older, setOlder] = useState<Pick<Page, 'orders' | 'nextCursor'> | null>(null);
  const [told, setTold] = useState<ReadonlyMap<string, Order>>(new Map());
  const [isLoading, setLoading] = useState(false);
  // Loaded anew, the first page may end elsewhere: what followed it no longer does.
  const [followed, setFollowed] = useState(first);
  if (followed !== first) {
    setFollowed(first);
    setOlder(null);
  }
  const cursor = older ? older.nextCursor : first.nextCursor;

  const put = (order: Order) => setTold((before) => new Map(before).set(order.orderId, order));
  useLiveEvents(['order.updated', 'reset'], ({ type, data }) => {
    if (type === 'reset') return onReset();
    const order = eventPayload<Order>(data, 'order', 'orderId');
    if (order) put(order);
  });

  async function loadMore() {
    if (cursor === null) return;
    setLoading(true);
    try {
      const page = await api('getCustomerOrders', { query: { cursor } });
      setOlder((before) => ({ orders: [...(before?.orders ?? []), ...page.orders], nextCursor: page.nextCursor }));
    } catch {
      toast.error(texts.moreFailed);
    } finally {
      setLoading(false);
    }
  }

  const orders = [...first.orders, ...(older?.orders ?? [])].map((order) => {
    const newer = told.get(order.orderId);
    return newer && newer.version > order.version ? newer : order;
  });
  return { orders, more: cursor !== null, isLoading, loadMore, put };
}

function whenText({ orderTime, locationInfo }: Order): string {
  const zone = locationInfo.timeZone;
  const isToday = formatTime(orderTime, 'date', zone) === formatTime(new Date(), 'date', zone);
  return isToday ? texts.today(formatTime(orderTime, 'time', zone)) : formatTime(orderTime, 'date-time', zone);
}

function refundText({ items, locationInfo }: Order, refund: Order['refunds'][number]): string {
  const amount = formatMoney(centsOf(refund.amount));
  const when = refund.at === null ? '' : formatTime(refund.at, 'date-time', locationInfo.timeZone);
  return texts.refunded(amount, when, dishesOf(refund.items, items));
}

function itemsText({ items }: Order): string {
  return items.map(({ quantity, name }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ');
}
