import type { ComponentProps, ReactNode } from 'react';
import { CONFIRMATION_TITLES, GAVE_UP_POLLING } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { Phone, WifiOff } from 'lucide-react';
import { phoneText } from '@tiffin/domain/people';
import plate from '../../assets/dishes/plate.svg';
import { useNow } from '../../shared/page/now.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { EmptyState, StateArt } from '../../ui/empty-state.tsx';
import { useOnline } from '../../shared/offline/online.ts';
import { centsOf, dayUnlessToday, formatMoney, formatTime, phoneHref } from '../../ui/format.ts';
import { useSite } from '../../shared/site/site.ts';
import { ConfirmedView } from './confirmed-view.tsx';
import type { MissingOrder } from '../../shared/order/paid-order.ts';
import type { OrderPageState, Order } from './use-order.ts';
import styles from './order.module.css';

interface OrderPageProps {
  pageState: OrderPageState;
  /** The server's time when it rendered the page. Without it, the order appears only in the browser. */
  asOf?: string;
  onTryAgain: () => void;
  /** The access token of the order link that opened the page. */
  token?: string | undefined;
  /** While the server cannot be reached: when it last confirmed the order. */
  outdatedSince?: Date | null;
  /** Further offers beside the order. */
  children?: ReactNode;
}

export function OrderPage({ pageState, asOf, onTryAgain, token, outdatedSince = null, children }: OrderPageProps) {
  const renderedAt = asOf === undefined ? null : new Date(asOf);
  const now = useNow() ?? renderedAt;
  if (pageState.state === 'confirmed' && now)
    return (
      <>
        <OfflineBand order={pageState.order} now={now} since={outdatedSince} />
        <ConfirmedView order={pageState.order} now={now} note={pageState.note} onChanged={onTryAgain} token={token}>
          {children}
        </ConfirmedView>
      </>
    );
  if (pageState.state === 'not-found') {
    return (
      <NoOrder
        title={CONFIRMATION_TITLES['not-found']}
        text={
          <>
            {pageState.message}. {say`The address may be incomplete, or the order belongs to another account.`}
          </>
        }
      >
        <LinkButton href={paths.menuStart()}>{say`Back to Menu`}</LinkButton>
        <Button look="quiet" onClick={onTryAgain}>
          {say`Try Again`}
        </Button>
      </NoOrder>
    );
  }
  if (pageState.state === 'lost') {
    return (
      <NoOrder title={say`Please call us about your order`} text={pageState.message}>
        <Button onClick={onTryAgain}>{say`Try Again`}</Button>
        <LinkButton look="quiet" href={paths.menuStart()}>
          {say`Back to Menu`}
        </LinkButton>
      </NoOrder>
    );
  }
  if (pageState.state === 'not-placed') {
    const money = pageState.isRefunded
      ? say`Your payment goes back to your card automatically.`
      : say`Nothing was charged.`;
    return (
      <NoOrder title={say`Your order was not placed`} text={`${pageState.message} ${money}`}>
        <LinkButton href={paths.menuStart()}>{say`Back to Menu`}</LinkButton>
      </NoOrder>
    );
  }
  if (pageState.state === 'no-order' || pageState.state === 'payment') return <PaymentNote pageState={pageState} />;
  const isProcessing = pageState.state !== 'loading';
  const title = isProcessing ? CONFIRMATION_TITLES.processing : CONFIRMATION_TITLES.loading;
  return (
    // As high as the window, so that the footer does not move when the order appears.
    <div className="screen-height">
      <Loading label={title}>
        <EmptyState
          level={1}
          title={title}
          text={
            isProcessing
              ? say`Your payment is being confirmed. This takes a few seconds; the page shows your order as soon as it is there.`
              : undefined
          }
          picture={<Spinner />}
        />
      </Loading>
    </div>
  );
}

const NO_ORDER: Readonly<Record<MissingOrder['status'], readonly [string, string]>> = {
  paid: [
    GAVE_UP_POLLING.signedOutMessage,
    say`This page shows your order as soon as it is there; we also send you its link. Please do not pay again.`,
  ],
  open: [
    say`We have not received your payment yet`,
    say`If you have just paid, leave this page open: it shows your order as soon as your payment is confirmed. To pay, open your payment link again, or ask us.`,
  ],
  closed: [
    say`This payment was not completed`,
    say`We received no money. To pay, order again, or ask us for a new payment link.`,
  ],
  hidden: [
    say`We cannot show your payment in this browser`,
    say`If you have paid, open the link in our email or text message, or ask us before you pay again.`,
  ],
  unknown: [
    say`We could not check your payment`,
    say`This page keeps trying. If you have paid, please do not pay again.`,
  ],
};

/** What the provider has confirmed of a payment, where it shows no order, and the next step. */
function PaymentNote({ pageState }: { pageState: Extract<OrderPageState, { state: 'no-order' | 'payment' }> }) {
  const { phone } = useSite();
  const [title, text] = pageState.state === 'no-order' ? NO_ORDER[pageState.status] : paidTexts(pageState);
  return (
    <NoOrder title={title} text={text}>
      {pageState.state === 'no-order' && pageState.paymentUrl && (
        <LinkButton href={pageState.paymentUrl}>{say`Pay now`}</LinkButton>
      )}
      <LinkButton look="quiet" href={phoneHref(phone)}>
        <Phone /> {say`Call us: ${phoneText(phone)}`}
      </LinkButton>
    </NoOrder>
  );
}

function paidTexts({ amount, left, isReturned, orderId }: Extract<OrderPageState, { state: 'payment' }>) {
  const [money, rest] = [formatMoney(centsOf(amount)), formatMoney(centsOf(left))];
  if (isReturned)
    return [
      say`Your payment was returned`,
      say`${money} goes back to your card automatically, because order ${orderId} had been paid another way or cancelled.`,
    ];
  return [
    say`Thank you. You paid ${money}.`,
    left > 0
      ? say`${rest} of the bill of order ${orderId} is left to pay.`
      : say`The bill of order ${orderId} is paid.`,
  ];
}

function NoOrder(props: Pick<ComponentProps<typeof EmptyState>, 'title' | 'text' | 'children'>) {
  return (
    <div role="alert">
      <EmptyState level={1} picture={<StateArt src={plate} grey />} {...props} />
    </div>
  );
}

function ageText(minutes: number): string {
  if (minutes < 1) return say`just now`;
  if (minutes === 1) return say`1 minute ago`;
  if (minutes < 60) return say`${minutes} minutes ago`;
  return minutes < 120 ? say`1 hour ago` : say`${Math.floor(minutes / 60)} hours ago`;
}

function OfflineBand({ order, now, since }: { order: Order; now: Date; since: Date | null }) {
  const online = useOnline();
  const { timeZone, phone } = order.locationInfo;
  const day = since && dayUnlessToday(since, now, timeZone);
  const age = since && ageText(Math.round((now.getTime() - since.getTime()) / 60_000));
  const time = since && formatTime(since, day === null ? 'time' : 'date-time', timeZone);
  return (
    !online && (
      <div className={styles.offline}>
        <p role="status" className="wrap row gap-12 align-start icon-18 text-sm leading-140">
          <WifiOff />
          <span>
            <b className="block weight-600">
              {time && age ? say`You’re offline. This is what we knew at ${time}, ${age}.` : say`You’re offline.`}
            </b>
            {say`It updates by itself when you are back. To be sure, call`}{' '}
            <a href={phoneHref(phone)} className="nowrap">
              {phoneText(phone)}
            </a>
            .
          </span>
        </p>
      </div>
    )
  );
}
