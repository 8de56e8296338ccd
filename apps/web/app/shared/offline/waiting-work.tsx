import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  CloudOff,
  CloudUpload,
  TriangleAlert,
  Banknote,
  Armchair,
  BookOpen,
  CalendarDays,
  ClipboardList,
  MapPin,
} from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { formatTime, centsOf, formatMoney } from '../../ui/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.ts';
import { useLinkedPart } from '../page/linked-part.ts';
import { isTyping } from '../page/single-keys.ts';
import { api } from '../api/api.ts';
import { useAction } from '../api/use-action.ts';
import { refusalText } from '../errors/error-text.ts';
import { lastResponseAt, useOnline } from './online.ts';
import { isSale, type QueuedChange } from './changes.ts';
import { useOfflineText } from './offline-words.ts';
import { openQueue, useQueueDone, useQueuedChanges } from './open-queue.ts';
import { ReadSales, SaleContent, salesText, SaveSales, SilentDeviceNote, type PrintSale } from './waiting-sales.tsx';
import styles from './waiting-work.module.css';
import type { QueueKind } from './queue-rules.ts';
import { paymentTakenAnyway, refusalQuestion, type RefusalAnswer } from './refusals.ts';

const LIST_TITLE = say`Changes made without a connection`;

/** The server's version in a few words; null when the refusal did not contain it. */
export function serverVersionInWords({ problem }: QueuedChange): readonly string[] | null {
  if (problem === null) return null;
  const things = Object.values(problem.truth).filter(
    (value): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value),
  );
  const words = things.flatMap((thing) => {
    const name = textOf(thing['name']) ?? textOf(thing['orderId']);
    const status = textOf(thing['status']);
    const price = typeof thing['price'] === 'number' ? formatMoney(centsOf(thing['price'])) : null;
    const shown = thing['isAvailable'] === true ? say`shown` : thing['isAvailable'] === false ? say`hidden` : null;
    const active = thing['isActive'] === true ? say`active` : thing['isActive'] === false ? say`inactive` : null;
    return [name, status, price, shown, active].filter((word) => word !== null);
  });
  return words.length > 0 ? words : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The state of the connection and the waiting changes, above every section; empty when all is well. */
export function WaitingWork({ renderSaleButtons: renderButtons }: { renderSaleButtons: PrintSale }) {
  const online = useOnline();
  const changes = useQueuedChanges();
  const [overpaid, setOverpaid] = useState<Overpaid | null>(null);
  const stuck = changes.filter((change) => change.isStuck);
  const [isOpen, setIsOpen] = useOpenWhenRefused(stuck.length);
  // A link shows the list even if it is empty, to read in orders of another device.
  const [isLinked, setIsLinked] = useState(false);
  useLinkedPart('orders', (part) => setIsLinked(part === 'waiting'));
  const close = () => {
    setIsLinked(false);
    setIsOpen(false);
  };
  useQueueDone(({ change, answer }) => {
    if (!('overpaid' in answer) || !answer.overpaid) return false;
    const { paymentStatus, status } = answer.order;
    const isPaidTwice = paymentStatus === 'paid' && status !== 'cancelled';
    setOverpaid({ ...answer.overpaid, about: change.about, isPaidTwice });
    return true;
  });
  const openButton = changes.length > 0 && (
    <Button look="quiet" onClick={() => setIsOpen(true)}>
      {say`Show`}
    </Button>
  );
  const ofSection = useOfflineText();
  const lastAnswerAt = lastResponseAt();
  const sales = salesText(changes);
  return (
    <div className={`grid ${styles.bar}`} aria-label={LIST_TITLE} role="status">
      {!online && (
        <Banner tone="offline" icon={<CloudOff />} title={say`No connection`} action={openButton}>
          {ofSection && <p>{ofSection}</p>}
          {sales && <p>{sales}</p>}
          {changes.length === 0
            ? say`This page shows the last known state.`
            : changes.length === 1
              ? say`1 change waits on this device and will be sent automatically.`
              : say`${changes.length} changes wait on this device and will be sent automatically.`}{' '}
          {lastAnswerAt !== null && say`Last heard from the server: ${formatTime(new Date(lastAnswerAt), 'date-time')}`}
        </Banner>
      )}
      {online && stuck.length > 0 && (
        <Banner
          tone="warn"
          icon={<TriangleAlert />}
          title={stuck.length === 1 ? say`1 change was not accepted` : say`${stuck.length} changes were not accepted`}
          action={openButton}
        >
          {say`Nothing is lost. Please say what to do.`}
        </Banner>
      )}
      {online && stuck.length === 0 && changes.length > 0 && (
        <Banner
          icon={<CloudUpload />}
          title={changes.length === 1 ? say`Sending 1 change` : say`Sending ${changes.length} changes`}
          action={openButton}
        />
      )}
      <SilentDeviceNote />
      <Dialog
        open={isLinked || (isOpen && changes.length > 0)}
        onClose={close}
        title={
          stuck.length > 0
            ? stuck.length === 1
              ? say`1 change needs an answer`
              : say`${stuck.length} changes need an answer`
            : LIST_TITLE
        }
        description={
          stuck.length > 0 ? say`Nothing is lost if you answer later. The list stays on this device.` : undefined
        }
        footer={
          <>
            <SaveSales sales={changes.filter(isSale)} />
            <ReadSales />
            <Button look={stuck.length > 0 ? 'quiet' : 'solid'} onClick={close}>
              {say`Close`}
            </Button>
          </>
        }
      >
        {sales && (
          <p className="hint below-12">{say`Some numbers are left out, because this device counts its other changes too. No order is lost.`}</p>
        )}
        <ul className="grid gap-12">
          {stuck.map((change) => (
            <RefusedChange
              key={change.id}
              change={change}
              renderButtons={renderButtons}
              serverState={serverVersionInWords(change)}
            />
          ))}
          {changes.map(
            (change) =>
              !change.isStuck && <WaitingChange key={change.id} change={change} renderButtons={renderButtons} />,
          )}
        </ul>
      </Dialog>
      {overpaid && <GiveBackDialog overpaid={overpaid} onClose={() => setOverpaid(null)} />}
    </div>
  );
}

/** How often the page looks whether the person has finished what the list would interrupt. */
const INTERRUPTION_CHECK_MS = 500;

/** Opens the list when the server has refused a change, but not while the person types or reads another dialog. */
function useOpenWhenRefused(refusedCount: number) {
  const [isOpen, setIsOpen] = useState(false);
  const shownCount = useRef(refusedCount);
  useEffect(() => {
    shownCount.current = Math.min(shownCount.current, refusedCount);
    if (refusedCount === shownCount.current) return undefined;
    const timer = setInterval(() => {
      if (isTyping(document.activeElement) || document.querySelector('dialog[open]') !== null) return;
      clearInterval(timer);
      shownCount.current = refusedCount;
      setIsOpen(true);
    }, INTERRUPTION_CHECK_MS);
    return () => clearInterval(timer);
  }, [refusedCount]);
  return [isOpen, setIsOpen] as const;
}

function WaitingChange({ change, renderButtons }: { change: QueuedChange; renderButtons: PrintSale }) {
  const { id, about, problem, madeAt } = change;
  return (
    <li className={`grid column-and-end gap-8-12 align-start round-md sunken ${styles.entry}`}>
      <div className="grid break-anywhere">
        <b>{about}</b>
        <small className="soft">{say`Made at ${formatTime(new Date(madeAt), 'time')}`}</small>
        {problem && <small className="soft">{problem.words}</small>}
      </div>
      <Badge>{say`Waiting`}</Badge>
      {isSale(change) && <SaleContent sale={change} renderButtons={renderButtons} />}
      {/* The guest of an order has paid, or has its number. */}
      {!isSale(change) && (
        <div className="all-columns flex flex-wrap gap-4-8">
          <Button look="bare" size="sm" onClick={() => void openQueue().remove(id)}>
            {say`Discard this change`}
          </Button>
        </div>
      )}
    </li>
  );
}

const ICONS: Readonly<Record<QueueKind, ReactNode>> = {
  order: <ClipboardList />,
  menu: <BookOpen />,
  location: <MapPin />,
  reservation: <CalendarDays />,
  floor: <Armchair />,
};

interface RefusedChangeProps {
  change: QueuedChange;
  renderButtons: PrintSale;
  /** The server's version in words; null if the refusal did not contain it. */
  serverState: readonly string[] | null;
}

/** A refused change: what happened, and the answers to choose from. All answers look the same, so that none leads. */
function RefusedChange({ change, renderButtons, serverState }: RefusedChangeProps) {
  const { words, hint, answers } = refusalQuestion(change);
  const icon =
    change.call === 'processOrderPayment' || change.call === 'createAdminOrderCash' ? <Banknote /> : ICONS[change.kind];
  return (
    <li className={`grid start-and-column gap-12 round-md surface shadow-1 ${styles.refused}`}>
      <span className={`center ${styles.kind}`}>{icon}</span>
      <div className="grid gap-6 break-anywhere">
        <b>{change.about}</b>
        <p className="weight-560">{words}</p>
        {isSale(change) && <SaleContent sale={change} renderButtons={renderButtons} />}
        {serverState && (
          <p className="soft text-sm">
            {say`On the server now`}: {serverState.join(', ')}
          </p>
        )}
        <p className="soft text-sm">
          {hint}
          {change.call !== 'processOrderPayment' && ` ${say`Made at ${formatTime(new Date(change.madeAt), 'time')}`}`}
        </p>
        <div className="flex flex-wrap gap-8 above-6">
          {answers.map((answer) => (
            <Button key={answer.kind} look="line" onClick={() => void giveAnswer(change, answer.kind)}>
              {answer.label}
            </Button>
          ))}
        </div>
      </div>
    </li>
  );
}

async function giveAnswer(change: QueuedChange, answer: RefusalAnswer['kind']): Promise<void> {
  const queue = openQueue();
  if (answer === 'record' && change.call === 'processOrderPayment')
    return queue.sendInstead(change.id, paymentTakenAnyway(change));
  if (answer !== 'discard') return queue.tryAgain(change.id);
  await queue.remove(change.id);
  toast.info(say`Your entry was removed`, {
    description: change.about,
    // The server refuses it again, so the question comes back.
    action: { label: say`Undo`, onClick: () => void queue.restore(change) },
  });
}

interface Overpaid {
  readonly refundId: string;
  /** In dollars. */
  readonly amount: number;
  /** The order, in words. */
  readonly about: string;
  /** False if nothing was due at all, for example because the order was cancelled. */
  readonly isPaidTwice: boolean;
}

/** After both payments of an order were recorded: give the second one back now, or leave it on the board's list. */
function GiveBackDialog({ overpaid, onClose }: { overpaid: Overpaid; onClose: () => void }) {
  const amount = formatMoney(centsOf(overpaid.amount));
  const { send } = useAction(
    (refundId: string, options) => api('settleManualRefund', { body: { refundId } }, options),
    {
      onDone() {
        toast.success(say`${amount} given back`, { description: overpaid.about });
        onClose();
      },
      onFailed(error) {
        toast.error(refusalText(error), { description: overpaid.about });
        return true;
      },
    },
  );
  const [title, text] = overpaid.isPaidTwice
    ? [
        say`Paid twice: give ${amount} back`,
        say`Both payments are recorded. The order needs attention until the money is returned.`,
      ]
    : [
        say`Nothing was due: give ${amount} back`,
        say`The payment is recorded. The order needs attention until the money is returned.`,
      ];
  return (
    <ConfirmDialog
      title={title}
      description={`${overpaid.about}. ${text}`}
      confirmLabel={say`Give ${amount} back in cash`}
      cancelLabel={say`Leave for a manager`}
      onConfirm={() => send(overpaid.refundId)}
      onCancel={onClose}
    />
  );
}
