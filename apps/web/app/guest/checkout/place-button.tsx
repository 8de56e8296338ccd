import type { ReactNode } from 'react';
import type { GuestPaymentMethod } from '@tiffin/domain/payment';
import { say } from '@tiffin/domain/core';
import { Button } from '../../ui/button.tsx';
import { useMedia } from '../../ui/media.ts';
import styles from './checkout.module.css';
import { texts } from './texts.ts';

/** The id of the form, so that the button can be outside it. */
export const CHECKOUT_FORM_ID = 'checkout';

interface Props {
  notice: ReactNode;
  /** True when the total has changed: a press agrees to the new one. */
  isTotalChanged: boolean;
  /** When the order is ready, if that is another time than as soon as usual, and why. */
  time: string | null;
  timeNote: string | null;
  sum: string;
  /** Why the order cannot be sent yet; null when it can, and while offline. */
  whyNot: string | null;
  /** The payment method of the order being sent; null when none is. */
  placing: GuestPaymentMethod | null;
  online: boolean;
  /** Called when it is pressed while something is missing. */
  onBlockedPress: () => void;
}

/** The button that places the order, with a notice above it and the reason why it is disabled. */
export function PlaceOrderButton({
  notice,
  isTotalChanged,
  time,
  timeNote,
  sum,
  whyNot,
  placing,
  online,
  onBlockedPress,
}: Props) {
  const blockedReason = online ? whyNot : texts.offline;
  return (
    <>
      {notice && <div className={`below-12 scroll-y ${styles.notice}`}>{notice}</div>}
      {/* Screen readers announce a live region only if it exists before its text. */}
      <p className={timeNote ? 'below-8 text-sm weight-600 text-center' : undefined} role="status">
        {timeNote}
      </p>
      {blockedReason && <p className="below-8 soft text-sm text-center">{blockedReason}</p>}
      <Button
        type="submit"
        form={CHECKOUT_FORM_ID}
        size="lg"
        block
        spread={!placing}
        busy={placing !== null}
        disabledReason={blockedReason}
        onDisabledPress={onBlockedPress}
      >
        {placing === null ? (
          <>
            <span>{actionText(isTotalChanged, time)}</span>
            <span className="num">{sum}</span>
          </>
        ) : placing === 'cash' ? (
          say`Creating Order...`
        ) : (
          say`Preparing Payment...`
        )}
      </Button>
    </>
  );
}

function actionText(isTotalChanged: boolean, time: string | null): string {
  if (time === null) return isTotalChanged ? say`Agree & Place Order` : say`Place Order`;
  return isTotalChanged ? say`Agree & Place Order for ${time}` : say`Place Order for ${time}`;
}

/** From this width on, the summary and the button are beside the form, and the button with its notice exists only there. */
export const useIsWide = (): boolean => useMedia('(min-width: 1000px)');
