import { useSyncExternalStore, type ReactNode } from 'react';
import type { GuestPaymentMethod } from '@tiffin/domain/payment';
import { Button } from '../../ui/button.tsx';
import styles from './checkout.module.css';
import { texts } from './texts.ts';

/** The form the button belongs to, wherever it stands. */
export const FORM = 'checkout';

/** What is said of the order, and beneath it the press that sends it. */
export function PlaceButton({
  notice,
  asks: requests,
  sum,
  notYet,
  placing,
  online,
}: {
  notice: ReactNode;
  /** The sum is another one than before: a press agrees to it. */
  asks: boolean;
  /** What there is to pay. */
  sum: string;
  notYet: string | null;
  /** How the order that is on its way is paid. */
  placing: GuestPaymentMethod | null;
  online: boolean;
}) {
  return (
    <>
      {notice && <div className={`below-12 scroll-y ${styles.notice}`}>{notice}</div>}
      {notYet && <p className="below-8 soft text-sm text-center">{notYet}</p>}
      <Button
        type="submit"
        form={FORM}
        size="lg"
        block
        spread={!placing}
        busy={placing !== null}
        disabledReason={online ? notYet : texts.offline}
      >
        {placing === null ? (
          <>
            <span>{requests ? texts.placeChanged : texts.place}</span>
            <span className="num">{sum}</span>
          </>
        ) : placing === 'cash' ? (
          texts.placingCash
        ) : (
          texts.placingOnline
        )}
      </Button>
    </>
  );
}

/** From here on the order's summary, and the button with it, stands beside the form. */
const WIDE = '(min-width: 1000px)';

/** The button and what is said at it exist once: nothing is read out twice. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(WIDE);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(WIDE).matches,
    () => false,
  );
}
