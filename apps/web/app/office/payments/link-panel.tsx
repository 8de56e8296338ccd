import { useEffect, useEffectEvent, useState } from 'react';
import { MessageSquareText, Printer, QrCode as QrIcon } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { nextLookup } from '../../shared/api/polling.ts';
import { callOutCode } from '@tiffin/domain/order';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { LostOrder, type MissingOrder, PaymentWithoutOrder, pollPaidOrder } from '../../shared/order/paid-order.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { useSite } from '../../shared/site/site.ts';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { Banner, ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { printPart } from '../../ui/print-part.ts';
import { toast } from '../../ui/toasts.ts';
import styles from '../../shared/payment/payment.module.css';
import { orderNotices } from '@tiffin/domain/errors';

const NO_PHONE = say`Customer phone number is required to send SMS`;

export interface PaymentLink {
  readonly sessionId: string;
  readonly paymentUrl: string | null;
  readonly pricing: { readonly total: number };
}

export interface LinkPanelProps {
  link: PaymentLink;
  customer: { readonly name: string; readonly email: string; readonly phone: string };
  /** Called when a text message was sent or the QR dialog was closed. The order then waits in the list of links. */
  onDone: () => void;
  onPaid: (orderId: string) => void;
}

/** A new payment link: shows it as a QR code, texts it, prints it, and reports when it is paid. */
export function LinkPanel({ link, customer, onDone, onPaid }: LinkPanelProps) {
  const [isQrShown, setIsQrShown] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const outcome = usePaymentLinkOutcome(link.sessionId, onPaid);

  return (
    <section className={`grid gap-16 round-card surface ${styles.panel}`} aria-label={say`Payment link ready`}>
      <h3>{say`Payment link ready`}</h3>
      <LinkState outcome={outcome} />
      <div className="flex flex-wrap gap-12">
        <Button
          size="lg"
          onClick={() => {
            setProblem(link.paymentUrl ? null : orderNotices.noLinkForQr);
            setIsQrShown(link.paymentUrl !== null);
          }}
        >
          <QrIcon /> {say`Show QR Code`}
        </Button>
        <SmsButton link={link} phone={customer.phone} onSent={onDone} />
      </div>
      <ErrorBanner error={problem} />
      {isQrShown && (
        <QrDialog
          link={link}
          customer={customer}
          outcome={outcome}
          onClose={() => {
            setIsQrShown(false);
            onDone();
          }}
        />
      )}
    </section>
  );
}

interface QrDialogProps extends Omit<LinkPanelProps, 'onDone' | 'onPaid'> {
  outcome: LinkOutcome;
  onClose: () => void;
}

function QrDialog({ link, customer, outcome, onClose }: QrDialogProps) {
  const url = link.paymentUrl;
  const site = useSite();
  return (
    <Dialog
      onClose={onClose}
      title={say`Payment QR code`}
      description={[customer.name, customer.email].filter(Boolean).join(', ')}
      footer={
        <>
          {url && (
            <>
              <CopyButton text={url} label={say`Copy link`} />
              <Button look="quiet" onClick={() => printPart('qr')}>
                <Printer /> {say`Print QR Code`}
              </Button>
            </>
          )}
          <Button onClick={onClose}>{say`Close`}</Button>
        </>
      }
    >
      {url ? (
        <div className={`stack items-center gap-12 text-center ${styles.sheet}`} data-print="qr">
          <p className={`text-xl weight-640 ${styles.printed}`}>{site.name}</p>
          <p className={styles.figure}>{formatMoney(centsOf(link.pricing.total))}</p>
          <QrCode text={url} label={say`QR code for the payment link`} />
          <p className="weight-600">{say`Scan with your phone’s camera to pay by card.`}</p>
          <p className={styles.printed}>{[customer.name, url].filter(Boolean).join(' · ')}</p>
          <LinkState outcome={outcome} />
        </div>
      ) : (
        <Banner tone="bad" announce="alert">
          {orderNotices.noLinkForQr}
        </Banner>
      )}
    </Dialog>
  );
}

type Order = Answer<'addPayment'>['order'];

type LinkOutcome =
  | { readonly kind: 'waiting' }
  /** It may be paid, but its order was not found in time. A live event can still report it. */
  | { readonly kind: 'not-found' }
  | { readonly kind: 'paid'; readonly orderId: string };

/** Listens for the order that the link leads to. Looks it up if events were missed, and at once if `mayBePaid`. */
export function usePaymentLinkOutcome(sessionId: string, onPaid: (orderId: string) => void, mayBePaid = false) {
  const [outcome, setOutcome] = useState<LinkOutcome>({ kind: 'waiting' });
  /** Each increase starts a lookup. */
  const [lookups, setLookups] = useState(mayBePaid ? 1 : 0);
  const reportPaid = useEffectEvent((orderId: string) => {
    if (outcome.kind === 'paid') return;
    onPaid(orderId);
    setOutcome({ kind: 'paid', orderId });
  });
  useEffect(() => {
    const abort = new AbortController();
    const lookUpOrder = async () => {
      let isUnpaid = false;
      const onMissing = ({ status }: MissingOrder) => (isUnpaid = status === 'open' || status === 'closed');
      const order = await pollPaidOrder({ sessionId }, nextLookup, abort.signal, { onMissing }).catch(
        (error: unknown) => {
          if (error instanceof PaymentWithoutOrder || error instanceof LostOrder) return null;
          throw error;
        },
      );
      if (abort.signal.aborted) return;
      if (order) reportPaid(order.orderId);
      else if (!isUnpaid) setOutcome((before) => (before.kind === 'paid' ? before : { kind: 'not-found' }));
    };
    if (lookups > 0) void lookUpOrder();
    return () => abort.abort();
  }, [sessionId, lookups]);
  useLiveEvents(['order.created', 'order.updated', 'reset'], (event) => {
    if (event.type === 'reset') return setLookups((before) => before + 1);
    const order = eventPayload<Order>(event.data, 'order', 'sessionId', 'orderId', 'paymentStatus');
    if (order?.sessionId === sessionId && order.paymentStatus === 'paid') reportPaid(order.orderId);
  });
  return outcome;
}

function LinkState({ outcome }: { outcome: LinkOutcome }) {
  if (outcome.kind === 'paid') {
    return (
      <Banner tone="ok" announce="status">
        {say`Paid. Order ${callOutCode(outcome.orderId)} is on the board.`}
      </Banner>
    );
  }
  return (
    <>
      {outcome.kind === 'not-found' && (
        <Banner tone="warn" announce="status" className="not-on-paper">
          {orderNotices.notFoundAfterPayment}
        </Banner>
      )}
      <p className="not-on-paper row gap-8 soft" role="status">
        <Spinner /> {say`Waiting for payment`}
      </p>
    </>
  );
}

/** Texts the link to the guest. */
function SmsButton({ link, phone, onSent }: { link: PaymentLink; phone: string; onSent: () => void }) {
  const sendText = useCall('textPaymentLink', {
    doneText: ({ sms }) => (sms?.sent ? say`Payment link sent` : null),
    onDone({ sms }) {
      if (sms?.sent) onSent();
      else toast.error(orderNotices.smsFailed(sms?.error ?? NO_PHONE));
    },
    onFailed(error) {
      toast.error(orderNotices.smsFailed(refusalText(error)));
      return true;
    },
  });
  return (
    <Button
      look="quiet"
      size="lg"
      busy={sendText.isBusy}
      disabledReason={phone ? null : NO_PHONE}
      onClick={() => void sendText.send({ sessionId: link.sessionId })}
    >
      <MessageSquareText /> {phone ? say`Send SMS to ${phone}` : say`Send SMS`}
    </Button>
  );
}

interface ReopenQrButtonProps extends Omit<LinkPanelProps, 'onDone'> {
  /** The link may have been paid while no page was listening. */
  mayBePaid?: boolean;
}

/** Shows a QR code again that was closed before the guest scanned it. */
export function ReopenQrButton({ link, customer, onPaid, mayBePaid }: ReopenQrButtonProps) {
  const [isShown, setIsShown] = useState(false);
  const outcome = usePaymentLinkOutcome(link.sessionId, onPaid, mayBePaid);
  return (
    <>
      <Button look="quiet" onClick={() => setIsShown(true)}>
        <QrIcon /> {say`Show the code again`}
      </Button>
      {isShown && <QrDialog link={link} customer={customer} outcome={outcome} onClose={() => setIsShown(false)} />}
    </>
  );
}

/** The link that pays an order on account; an expired one is replaced. */
export function OrderLink({ orderId, customer }: { orderId: string; customer: LinkPanelProps['customer'] }) {
  const [link, setLink] = useState<PaymentLink | null>(null);
  const renew = useCall('renewPaymentLink', { failed: orderNotices.createLinkFailed, onDone: setLink });
  // Without a link yet, there is no session to listen to.
  const outcome = usePaymentLinkOutcome(link?.sessionId ?? '', () => {});
  return (
    <>
      <Button look="quiet" busy={renew.isBusy} onClick={() => void renew.send({ orderId })}>
        <QrIcon /> {say`Show QR Code`}
      </Button>
      {link && <QrDialog link={link} customer={customer} outcome={outcome} onClose={() => setLink(null)} />}
    </>
  );
}
