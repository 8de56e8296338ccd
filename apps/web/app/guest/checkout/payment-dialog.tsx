import { useEffect, useState, useEffectEvent } from 'react';
import { Lock } from 'lucide-react';
import { PAYMENT_REDIRECT_MS } from '@tiffin/domain/payment';
import { discountAndChargeRows, taxRows, taxNameText } from '@tiffin/domain/pricing';
import { orderNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { centsOf, currency } from '../../ui/format.ts';
import { BillSum, BillTotal } from '../../shared/checkout/bill-lines.tsx';
import { onPageRestored } from '../../shared/page/on-restored.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import styles from '../../shared/payment/payment.module.css';

export type PaymentSession = Omit<Answer<'createCustomerPayment'>, 'success'>;

export interface PaymentDialogProps {
  open: boolean;
  /** null when the session could not be created; the dialog then shows an error. */
  session: PaymentSession | null;
  customer: { readonly name: string; readonly email: string };
  /** The name of the tax at the order's location, for sessions that do not carry it. */
  taxLabel: string;
  /** Closing it discards the session. */
  onClose: () => void;
  /** The browser is about to leave for the provider's page. */
  onLeave?: () => void;
  /** Replaced by tests. */
  goTo?: (url: string) => void;
}

type State = 'idle' | 'redirecting' | 'error';

/** Shows the amount and the guest's details, then sends the browser to the payment page. */
export function PaymentDialog({
  open,
  session,
  customer,
  taxLabel,
  onClose,
  onLeave,
  goTo = leaveFor,
}: PaymentDialogProps) {
  const [state, setState] = useState<State>('idle');
  const url = session?.paymentUrl ?? '';

  useEffect(() => {
    if (!open) setState('idle');
  }, [open]);

  // Back returns to the checkout with the form as it was.
  useBackCloses(open, onClose);

  // The browser may restore this page from its cache after the payment page, so the state is reset.
  useEffect(() => onPageRestored(() => setState('idle')), []);

  useEffect(() => {
    if (state !== 'redirecting') return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const timer = setTimeout(() => {
      // The guest chose to leave, so there is no warning.
      window.removeEventListener('beforeunload', warn);
      onLeave?.();
      goTo(url);
    }, PAYMENT_REDIRECT_MS);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('beforeunload', warn);
    };
    // Renders after the redirect has started must not restart the effect.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [state]);

  if (state === 'error') {
    return (
      <Dialog open={open} onClose={onClose} title={orderNotices.paymentErrorTitle} titleHidden size="sm">
        <ErrorState title={orderNotices.paymentErrorTitle} text={say`Payment session not available. Please try again.`}>
          <Button onClick={() => setState('idle')}>{say`Try Again`}</Button>
        </ErrorState>
      </Dialog>
    );
  }
  const leaving = state === 'redirecting';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={say`Secure payment`}
      description={say`You pay on the secure page of our card provider. We never see your card number.`}
      size="sm"
      dismissable={!leaving}
      footer={
        <Button size="lg" block busy={leaving} onClick={() => setState(isWebAddress(url) ? 'redirecting' : 'error')}>
          {leaving ? (
            say`Taking you to the payment page…`
          ) : (
            <>
              <Lock /> {say`Continue to Payment`}
            </>
          )}
        </Button>
      }
    >
      {session && <Bill session={session} taxLabel={taxLabel} />}
      <p className={`grid gap-2 round-md sunken break-anywhere ${styles.payer}`}>
        <span className="soft text-sm">{say`Paying as`}</span>
        <b>{customer.name}</b>
        {customer.email && <span className="soft text-sm">{customer.email}</span>}
      </p>
    </Dialog>
  );
}

function Bill({ session, taxLabel }: { session: PaymentSession; taxLabel: string }) {
  const { pricing, taxes, giftCard, charged = pricing.total } = session;
  // A server of an earlier version knows no charge but the delivery fee.
  const delivery = pricing.charges ? [{ kind: 'delivery' as const, amount: pricing.charges }] : [];
  const { charges = delivery } = session;
  return (
    <dl className="grid gap-8 below-16">
      <BillSum label={say`Subtotal`} cents={centsOf(pricing.subtotal)} />
      {discountAndChargeRows({ ...session, charges }).map(([label, amount]) => (
        <BillSum key={label} label={label} cents={amount} />
      ))}
      {taxRows({ taxes, pricing: { ...pricing, taxLabel } }).map((tax) => (
        <BillSum key={tax.code + tax.rate} label={taxNameText(tax)} cents={centsOf(tax.amount)} />
      ))}
      {pricing.tip > 0 && <BillSum label={say`Tip`} cents={centsOf(pricing.tip)} />}
      <BillTotal label={say`Total (${currency})`} cents={centsOf(pricing.total)} />
      {giftCard && (
        <>
          <BillSum label={say`Gift card ${giftCard.card}`} cents={centsOf(-giftCard.pays)} />
          <BillTotal label={say`To pay`} cents={centsOf(charged)} />
        </>
      )}
    </dl>
  );
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

function leaveFor(url: string): void {
  location.assign(url);
}

const MARK = 'isOverPage';

/**
 * Lets the browser's Back close the dialog instead of leaving the page, as people expect on a phone. While the dialog
 * is open, the history has a second entry of the same page. The router is not notified, because its location does not
 * change.
 */
function useBackCloses(isOpen: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!isOpen) {
      leaveEntry();
      return undefined;
    }
    if (!isMarked(history.state)) history.pushState({ ...(history.state as object | null), [MARK]: true }, '');
    const onPopState = (event: PopStateEvent) => {
      if (isMarked(event.state)) return;
      event.stopImmediatePropagation();
      back();
    };
    addEventListener('popstate', onPopState, { capture: true });
    return () => removeEventListener('popstate', onPopState, { capture: true });
  }, [isOpen]);
}

/** Removes the extra history entry when the dialog is closed by its button or after a return from another site. */
function leaveEntry(): void {
  if (!isMarked(history.state)) return;
  addEventListener('popstate', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
  history.back();
}

function isMarked(state: unknown): boolean {
  return typeof state === 'object' && state !== null && MARK in state;
}
