import type { CartChange } from '@tiffin/domain/cart';
import { endWithFullStop, say } from '@tiffin/domain/core';
import plate from '../../assets/dishes/plate.svg';
import { paths } from '../../paths.ts';
import type { OrderTime } from '../../shared/cart/order-time.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, StateArt } from '../../ui/empty-state.tsx';
import { formatTime } from '../../ui/format.ts';
import type { PlaceOrderFailure } from './place-order.ts';
import { Checkbox } from '../../ui/boxes.tsx';
import { FieldError } from '../../ui/field.tsx';

/** Why the order failed. If a time was taken, the nearest times are buttons. */
export function FailedNotice({
  message,
  nearest,
  zone,
  onTime,
}: Pick<PlaceOrderFailure, 'message' | 'nearest'> & { zone: string; onTime: (at: OrderTime) => void }) {
  return (
    <Banner tone="bad" announce="alert">
      {nearest.length === 0 ? message : say`This time has just been taken. The nearest ones:`}
      {nearest.length > 0 && (
        <span className="row flex-wrap gap-8 above-8">
          {nearest.map((at) => (
            // The API sends instants, which are order times.
            <Button key={at} look="quiet" size="sm" onClick={() => onTime(at as OrderTime)}>
              {formatTime(at, 'weekday-time', zone)}
            </Button>
          ))}
        </span>
      )}
    </Banner>
  );
}

interface ClosedNoticeProps {
  title: string;
  opens: string | null;
  ready: string | null;
  isDelivery: boolean;
  agreesToWait: boolean;
  problem: string | undefined;
  onAgreesToWait: (agrees: boolean) => void;
}

/** The location is closed. The guest may order after agreeing to the opening time. */
export function ClosedNotice({
  title,
  opens,
  ready,
  isDelivery,
  agreesToWait,
  problem,
  onAgreesToWait,
}: ClosedNoticeProps) {
  return (
    <Banner tone="warn" title={title}>
      <p>
        {opens && ready
          ? `${endWithFullStop(say`We open ${opens}`)} ${endWithFullStop(isDelivery ? say`Your order would arrive about ${ready}` : say`Your order would be ready about ${ready}`)}`
          : say`We do not know yet when we open next.`}
      </p>
      <Checkbox
        name="agree"
        label={say`Yes, please prepare it when you open`}
        checked={agreesToWait}
        onChange={(event) => onAgreesToWait(event.target.checked)}
      />
      <FieldError error={problem} />
    </Banner>
  );
}

/** The last dish of the order is no longer available: the guest reads why before leaving the page. */
export function NothingLeft({ changes, locationId }: { changes: readonly CartChange[]; locationId: string }) {
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={say`Nothing left in your order`}
        picture={<StateArt src={plate} grey />}
        text={
          <>
            {changes.map(({ cartKey, name }) => (
              <span key={cartKey} className="block">
                {say`${name} is no longer available and was removed from your order.`}
              </span>
            ))}
            <span className="block">{say`Nothing was ordered. Your name and contact stay filled in.`}</span>
          </>
        }
      >
        <LinkButton href={paths.menu(locationId)}>{say`See the menu`}</LinkButton>
      </EmptyState>
    </div>
  );
}
