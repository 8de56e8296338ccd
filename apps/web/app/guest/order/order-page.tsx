import type { ComponentProps, ReactNode } from 'react';
import { CONFIRMATION_TITLES, GAVE_UP_POLLING } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { WifiOff } from 'lucide-react';
import { phoneText } from '@tiffin/domain/people';
import plate from '../../assets/dishes/plate.svg';
import { useNow } from '../../shared/page/now.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { EmptyState, StateArt } from '../../ui/empty-state.tsx';
import { useOnline } from '../../shared/offline/online.ts';
import { dayUnlessToday, formatTime, phoneHref } from '../../ui/format.ts';
import { ConfirmedView } from './confirmed-view.tsx';
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
            pageState.state === 'late'
              ? `${GAVE_UP_POLLING.signedOutMessage} ${say`This page shows your order as soon as it is there; we also send you its link. Please do not pay again.`}`
              : isProcessing
                ? say`Your payment is being confirmed. This takes a few seconds; the page shows your order as soon as it is there.`
                : undefined
          }
          picture={<Spinner />}
        />
      </Loading>
    </div>
  );
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
