import { useState, type ReactNode } from 'react';
import { Pencil, X } from 'lucide-react';
import { callOutCode } from '@tiffin/domain/order';
import { api } from '../../shared/api/api.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { centsOf } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { toast } from '../../ui/toasts.ts';
import { isStarted, type LinkOut } from './stored-order.ts';
import { texts } from './texts.ts';
import styles from './till.module.css';
import type { StoredTill } from './use-till.ts';

/** Shows the QR code of an open payment link again, and reports when it was paid. */
export type LinkWatch = (link: LinkOut, onPaid: (orderId: string) => void) => ReactNode;

interface LinksOutProps {
  readonly storedTill: StoredTill;
  readonly watchLink: LinkWatch;
  /** Called when the order is back in the till. */
  readonly onResumed: () => void;
}

/** Lists the orders with an open payment link until they are paid, changed or discarded. */
export function OpenLinks({ storedTill: started, watchLink, onResumed }: LinksOutProps) {
  const { till, setTill, linksOut, setLinksOut } = started;
  const [taking, setTaking] = useState<string | null>(null);
  if (linksOut.length === 0) return null;
  const words = texts.linksOut;
  const letGo = ({ sessionId }: LinkOut) =>
    setLinksOut((links) => links.filter((each) => each.sessionId !== sessionId));

  function paid(link: LinkOut, orderId: string) {
    letGo(link);
    toast.success(words.paid(callOutCode(orderId)));
  }

  /** Cancels the link, because the order may change. If it was paid a moment ago, it is an order already. */
  async function resume(link: LinkOut) {
    setTaking(link.sessionId);
    try {
      const { orderId } = await api('cancelPaymentLink', { body: { sessionId: link.sessionId } });
      if (orderId !== null) paid(link, orderId);
      else {
        letGo(link);
        setTill(() => link.till);
        onResumed();
      }
    } catch (error) {
      toast.error(words.notChanged, { description: wordsFor(error) });
    }
    setTaking(null);
  }

  return (
    <section
      className={`stack gap-8 round-md sunken below-12 ${styles.linksOut}`}
      aria-label={words.title(linksOut.length)}
    >
      <p className="weight-640">{words.title(linksOut.length)}</p>
      <p className="hint">{words.text}</p>
      <ul className="stack gap-8">
        {linksOut.map((link) => (
          <li key={link.sessionId} className="stack gap-6">
            <span className="row between gap-10">
              <span className="grow min-width-0 break-anywhere weight-600">{link.till.name}</span>
              <Money className="weight-600 leading-130 text-right" cents={centsOf(link.total)} />
              <IconButton label={words.letGo(link.till.name)} onClick={() => letGo(link)}>
                <X aria-hidden="true" />
              </IconButton>
            </span>
            <span className="flex flex-wrap gap-8">
              {watchLink(link, (orderId) => paid(link, orderId))}
              <Button
                look="quiet"
                busy={taking === link.sessionId}
                disabledReason={isStarted(till) ? words.busyHere : null}
                onClick={() => void resume(link)}
              >
                <Pencil aria-hidden="true" /> {words.change(link.till.name)}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
