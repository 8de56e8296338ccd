import type { ReactNode } from 'react';
import { CONFIRMATION_TITLES } from '@tiffin/domain/order';
import plate from '../../assets/dishes/plate.svg';
import { useNow } from '../../shared/page/now.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { EmptyState, StateArt } from '../../ui/empty-state.tsx';
import { ConfirmedView } from './confirmed-view.tsx';
import { OfflineBand } from './offline-band.tsx';
import { texts } from './texts.ts';
import type { OrderPageState } from './use-order.ts';

/** The states of the page after ordering. */
export function OrderPage({
  pageState,
  asOf,
  onTryAgain,
  token,
  outdatedSince = null,
  children,
}: {
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
}) {
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
      <div role="alert">
        <EmptyState
          level={1}
          title={CONFIRMATION_TITLES['not-found']}
          picture={<StateArt src={plate} grey />}
          text={
            <>
              {pageState.message}. {texts.notFoundText}
            </>
          }
        >
          <LinkButton href={paths.menuStart()}>{texts.backToMenu}</LinkButton>
          <Button look="quiet" onClick={onTryAgain}>
            {texts.tryAgain}
          </Button>
        </EmptyState>
      </div>
    );
  }
  if (pageState.state === 'lost') {
    return (
      <div role="alert">
        <EmptyState level={1} title={texts.lost} picture={<StateArt src={plate} grey />} text={pageState.message}>
          <Button onClick={onTryAgain}>{texts.tryAgain}</Button>
          <LinkButton look="quiet" href={paths.menuStart()}>
            {texts.backToMenu}
          </LinkButton>
        </EmptyState>
      </div>
    );
  }
  if (pageState.state === 'not-placed') {
    return (
      <div role="alert">
        <EmptyState
          level={1}
          title={texts.notPlaced}
          picture={<StateArt src={plate} grey />}
          text={
            <>
              {pageState.message} {pageState.isRefunded ? texts.paymentReturned : texts.nothingCharged}
            </>
          }
        >
          <LinkButton href={paths.menuStart()}>{texts.backToMenu}</LinkButton>
        </EmptyState>
      </div>
    );
  }
  const processing = pageState.state !== 'loading';
  return (
    // As high as the window, so that the footer does not move when the order appears.
    <div className="screen-height">
      <Loading label={processing ? CONFIRMATION_TITLES.processing : CONFIRMATION_TITLES.loading}>
        <EmptyState
          level={1}
          title={processing ? CONFIRMATION_TITLES.processing : CONFIRMATION_TITLES.loading}
          text={pageState.state === 'late' ? texts.lateText : processing ? texts.processingText : undefined}
          picture={<Spinner />}
        />
      </Loading>
    </div>
  );
}
