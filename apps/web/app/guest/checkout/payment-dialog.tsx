import { useEffect, useState, useEffectEvent } from 'react';
import { Lock } from 'lucide-react';
import { PAYMENT_REDIRECT_MS } from '@tiffin/domain/payment';
import { CHARGE_LABELS, taxRows, taxNameText } from '@tiffin/domain/pricing';
import type { Answer } from '../../shared/api/api.ts';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { onRestored } from '../../shared/page/on-restored.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { texts } from '../../shared/payment/texts.ts';
import styles from '../../shared/payment/payment.module.css';

export type PaymentSession = Pick<Answer<'createCustomerPayment'>, 'sessionId' | 'paymentUrl' | 'pricing' | 'taxes'>;

export interface PaymentDialogProps {
  open: boolean;
  /** null when there is none: the dialog says so. */
  session: PaymentSession | null;
  customer: { readonly name: string; readonly email: string };
  /** What the tax is called where the order is made; of a session of before. */
  taxLabel: string;
  /** Closing it discards the session. */
  onClose: () => void;
  /** The browser is about to leave for the provider's page. */
  onLeave?: () => void;
  /** Tests look where it would go. */
  goTo?: (url: string) => void;
}

type State = 'idle' | 'redirecting' | 'error';

/** What is to be paid and by whom; then the browser goes to the provider's own page. */
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

  // Back leads to the checkout with all that was typed, not off it.
  useBackCloses(open, onClose);

  // Back from the provider's page to this one as it was left: nothing is under way.
  useEffect(() => onRestored(() => setState('idle')), []);

  useEffect(() => {
    if (state !== 'redirecting') return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const timer = setTimeout(() => {
      // This leaving is the wanted one.
      window.removeEventListener('beforeunload', warn);
      onLeave?.();
      goTo(url);
    }, PAYMENT_REDIRECT_MS);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('beforeunload', warn);
    };
    // Once it goes, what the page renders meanwhile changes nothing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [state]);

  if (state === 'error') {
    return (
      <Dialog open={open} onClose={onClose} title={texts.errorTitle} titleHidden size="sm" closeLabel={texts.close}>
        <ErrorState title={texts.errorTitle} text={texts.errorText}>
          <Button onClick={() => setState('idle')}>{texts.tryAgain}</Button>
        </ErrorState>
      </Dialog>
    );
  }
  const leaving = state === 'redirecting';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.title}
      description={texts.intro}
      size="sm"
      dismissable={!leaving}
      closeLabel={texts.close}
      footer={
        <Button size="lg" block busy={leaving} onClick={() => setState(isPage(url) ? 'redirecting' : 'error')}>
          {leaving ? (
            texts.redirecting
          ) : (
            <>
              <Lock aria-hidden="true" /> {texts.continue}
            </>
          )}
        </Button>
      }
    >
      {session && <Bill session={session} taxLabel={taxLabel} />}
      <p className={`grid gap-2 round-md sunken break-anywhere ${styles.payer}`}>
        <span className="soft text-sm">{texts.payer}</span>
        <b>{customer.name}</b>
        {customer.email && <span className="soft text-sm">{customer.email}</span>}
      </p>
    </Dialog>
  );
}

function Bill({ session: { pricing, taxes }, taxLabel }: { session: PaymentSession; taxLabel: string }) {
  const money = (dollars: number): string => formatMoney(centsOf(dollars));
  const lines = [
    [texts.subtotal, pricing.subtotal],
    ...(pricing.charges ? [[CHARGE_LABELS.delivery, pricing.charges] as const] : []),
    ...taxRows({ taxes, pricing: { ...pricing, taxLabel } }).map((tax) => [taxNameText(tax), tax.amount] as const),
    ...(pricing.tip > 0 ? [[texts.tip, pricing.tip] as const] : []),
  ] as const;
  return (
    <dl className="grid gap-8 below-16">
      {lines.map(([label, amount]) => (
        <div key={label} className="flex between gap-16">
          <dt>{label}</dt>
          <dd className="num">{money(amount)}</dd>
        </div>
      ))}
      <div className={`flex between gap-16 line-above text-lg ${styles.sum}`}>
        <dt>{texts.total()}</dt>
        <dd className="num">{money(pricing.total)}</dd>
      </div>
    </dl>
  );
}

function isPage(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

function leaveFor(url: string): void {
  location.assign(url);
}

const MARK = 'isOverPage';

/**
 * What lies over a page is closed by the browser's Back, which on a phone is how one leaves anything, and the page
 * stays: while it is open, the history has one more entry of the same page. The router is told nothing of that entry,
 * for to it nothing changes.
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

/** Closed by its own button, or left for another site and come back to: one Back less. */
function leaveEntry(): void {
  if (!isMarked(history.state)) return;
  addEventListener('popstate', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
  history.back();
}

function isMarked(state: unknown): boolean {
  return typeof state === 'object' && state !== null && MARK in state;
}
