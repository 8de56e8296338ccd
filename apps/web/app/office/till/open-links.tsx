import type { ReactNode } from 'react';
import { ChevronDown, Pencil, X } from 'lucide-react';
import { callOutCode } from '@tiffin/domain/order';
import { addCents, say } from '@tiffin/domain/core';
import { api } from '../../shared/api/api.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { toast } from '../../ui/toasts.ts';
import { isStarted, type OpenPaymentLink } from './stored-order.ts';
import styles from './till.module.css';
import { tillCart } from './till.ts';
import type { StoredTill } from './use-till.ts';

/** Shows the QR code of an open payment link again, and reports when it was paid. */
export type RenderOpenLink = (link: OpenPaymentLink, onPaid: (orderId: string) => void) => ReactNode;

interface OpenLinksProps {
  readonly storedTill: StoredTill;
  readonly watchLink: RenderOpenLink;
  /** Called when the order is back in the till. */
  readonly onResumed: () => void;
}

/** Lists the orders with an open payment link until they are paid, changed or discarded. */
export function OpenLinks({ storedTill, watchLink, onResumed }: OpenLinksProps) {
  const { till, setTill, linksOut, setLinksOut } = storedTill;
  const removeFromList = ({ sessionId }: OpenPaymentLink) =>
    setLinksOut((links) => links.filter((each) => each.sessionId !== sessionId));

  function showPaid(link: OpenPaymentLink, orderId: string) {
    removeFromList(link);
    toast.success(say`Paid. Order ${callOutCode(orderId)} is on the board.`);
  }

  // Cancels the link, because the order may change. If it was paid a moment ago, it is an order already.
  const resuming = useAction(
    ({ sessionId }: OpenPaymentLink, options) => api('cancelPaymentLink', { body: { sessionId } }, options),
    {
      onDone({ orderId }, link) {
        if (orderId !== null) return showPaid(link, orderId);
        removeFromList(link);
        setTill(() => link.till);
        onResumed();
      },
      failed: say`The payment link could not be closed`,
    },
  );
  if (linksOut.length === 0) return null;
  const total = formatMoney(addCents(...linksOut.map((link) => centsOf(link.total))));
  const title = linksOut.length === 1 ? say`1 link out, ${total}` : say`${linksOut.length} links out, ${total}`;
  return (
    <details className={`round-md sunken below-6 ${styles.linksOut}`}>
      <summary className="row touch-height weight-640 between pointer">
        {title} <ChevronDown />
      </summary>
      <p className="hint">{say`Each order appears on the board as soon as it is paid.`}</p>
      <ul className="stack gap-8 above-8">
        {linksOut.map((link) => (
          <LinkRow
            key={link.sessionId}
            link={link}
            watch={watchLink(link, (orderId) => showPaid(link, orderId))}
            busy={resuming.sending?.sessionId === link.sessionId}
            blockedBy={isStarted(till) ? say`Finish or clear the current order first` : null}
            onRemove={() => removeFromList(link)}
            onResume={() => void resuming.send(link)}
          />
        ))}
      </ul>
    </details>
  );
}

interface LinkRowProps {
  readonly link: OpenPaymentLink;
  /** Shows the QR code again. */
  readonly watch: ReactNode;
  readonly busy: boolean;
  /** Why the order cannot come back into the till now. */
  readonly blockedBy: string | null;
  readonly onRemove: () => void;
  readonly onResume: () => void;
}

function LinkRow({ link, watch, busy, blockedBy, onRemove, onResume }: LinkRowProps) {
  const { name } = link.till;
  // It has no number before it is paid, so its dishes tell it apart from the others.
  const dishes = tillCart(link.till).map((line) => `${line.quantity} ${line.name}`);
  return (
    <li className="stack gap-6">
      <span className="row between gap-10">
        <span className="grow min-width-0 break-anywhere">
          <b className="block">{name}</b> {dishes.join(', ')}
        </span>
        <Money className="weight-600 leading-130 text-right" cents={centsOf(link.total)} />
        <IconButton
          label={name === '' ? say`Remove this link from the list` : say`Remove the link of ${name} from the list`}
          onClick={onRemove}
        >
          <X />
        </IconButton>
      </span>
      <span className="flex flex-wrap gap-8">
        {watch}
        <Button look="quiet" busy={busy} disabledReason={blockedBy} onClick={onResume}>
          <Pencil /> {name === '' ? say`Change this order` : say`Change the order of ${name}`}
        </Button>
      </span>
    </li>
  );
}
