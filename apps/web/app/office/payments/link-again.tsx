import { useState } from 'react';
import { QrCode as QrIcon } from 'lucide-react';
import { orderNotices } from '@tiffin/domain/errors';
import { api } from '../../shared/api/api.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import { QrDialog, useOutcome, type LinkPanelProps, type PaymentLink } from './link-panel.tsx';
import { texts } from '../../shared/payment/texts.ts';

/** The code of a link once more, for whoever closed it before the guest had scanned it. */
export function LinkAgain({ link, customer, onPaid }: Omit<LinkPanelProps, 'onDone'>) {
  const [shown, setShown] = useState(false);
  const outcome = useOutcome(link.sessionId, onPaid);
  return (
    <>
      <Button look="quiet" onClick={() => setShown(true)}>
        <QrIcon aria-hidden="true" /> {texts.showQrAgain}
      </Button>
      <QrDialog open={shown} link={link} customer={customer} outcome={outcome} onClose={() => setShown(false)} />
    </>
  );
}

/** The link an order on account is still paid by; one that has run out is made anew. */
export function OrderLink({ orderId, customer }: { orderId: string; customer: LinkPanelProps['customer'] }) {
  const [link, setLink] = useState<PaymentLink | null>(null);
  const [busy, setBusy] = useState(false);
  const [idempotencyKey] = useState(newKey);
  const outcome = useOutcome(link?.sessionId ?? '', () => {});
  const open = async () => {
    setBusy(true);
    try {
      setLink(await api('renewPaymentLink', { body: { orderId } }, { idempotencyKey }));
    } catch (error) {
      toast.error(orderNotices.createLinkFailed, { description: wordsFor(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button look="quiet" busy={busy} onClick={() => void open()}>
        <QrIcon aria-hidden="true" /> {texts.showQr}
      </Button>
      {link && <QrDialog open link={link} customer={customer} outcome={outcome} onClose={() => setLink(null)} />}
    </>
  );
}
