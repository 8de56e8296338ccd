import type { ReactNode } from 'react';
import { Pencil, X } from 'lucide-react';
import { callOutCode } from '@tiffin/domain/order';
import { api } from '../../shared/api/api.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { centsOf } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { toast } from '../../ui/toasts.ts';
import { isStarted, type OpenPaymentLink } from './stored-order.ts';
import { texts } from './texts.ts';
import styles from './till.module.css';
import type { StoredTill } from './use-till.ts';

/** Shows the QR code of an open payment link again, and reports when it was paid. */
export type RenderOpenLink = (link: OpenPaymentLink, onPaid: (orderId: string) => void) => ReactNode;

const words = texts.linksOut;

interface LinksOutProps {
  readonly storedTill: StoredTill;
  readonly watchLink: RenderOpenLink;
  /** Called when the order is back in the till. */
  readonly onResumed: () => void;
}

/** Lists the orders with an open payment link until they are paid, changed or discarded. */
export function OpenLinks({ storedTill, watchLink, onResumed }: LinksOutProps) {
  const { till, setTill, linksOut, setLinksOut } = storedTill;
  const discard = ({ sessionId }: OpenPaymentLink) =>
    setLinksOut((links) => links.filter((each) => each.sessionId !== sessionId));

  function paid(link: OpenPaymentLink, orderId: string) {
    discard(link);
    toast.success(words.paid(callOutCode(orderId)));
  }

  // Cancels the link, because the order may change. If it was paid a moment ago, it is an order already.
  const resuming = useAction(
    ({ sessionId }: OpenPaymentLink, options) => api('cancelPaymentLink', { body: { sessionId } }, options),
    {
      onDone({ orderId }, link) {
        if (orderId !== null) return paid(link, orderId);
        discard(link);
        setTill(() => link.till);
        onResumed();
      },
      failed: words.notChanged,
    },
  );
  if (linksOut.length === 0) return null;

  return (
    <section
      className={`stack gap-8 round-md sunken below-12 ${styles.linksOut}`}
      aria-label={words.title(linksOut.length)}
    >
      <p className="weight-640">{words.title(linksOut.length)}</p>
      <p className="hint">{words.text}</p>
      <ul className="stack gap-8">
        {linksOut.map((link) => (
          <LinkRow
            key={link.sessionId}
            link={link}
            watch={watchLink(link, (orderId) => paid(link, orderId))}
            busy={resuming.sending?.sessionId === link.sessionId}
            blockedBy={isStarted(till) ? words.busyHere : null}
            onDiscard={() => discard(link)}
            onResume={() => void resuming.send(link)}
          />
        ))}
      </ul>
    </section>
  );
}

interface LinkRowProps {
  readonly link: OpenPaymentLink;
  /** Shows the QR code again. */
  readonly watch: ReactNode;
  readonly busy: boolean;
  /** Why the order cannot come back into the till now. */
  readonly blockedBy: string | null;
  readonly onDiscard: () => void;
  readonly onResume: () => void;
}

function LinkRow({ link, watch, busy, blockedBy, onDiscard, onResume }: LinkRowProps) {
  const { name } = link.till;
  return (
    <li className="stack gap-6">
      <span className="row between gap-10">
        <span className="grow min-width-0 break-anywhere weight-600">{name}</span>
        <Money className="weight-600 leading-130 text-right" cents={centsOf(link.total)} />
        <IconButton label={words.letGo(name)} onClick={onDiscard}>
          <X aria-hidden="true" />
        </IconButton>
      </span>
      <span className="flex flex-wrap gap-8">
        {watch}
        <Button look="quiet" busy={busy} disabledReason={blockedBy} onClick={onResume}>
          <Pencil aria-hidden="true" /> {words.change(name)}
        </Button>
      </span>
    </li>
  );
}
