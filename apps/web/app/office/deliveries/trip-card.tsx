import { useState } from 'react';
import { Banknote, Check, DoorOpen, MapPin, Navigation, Phone, Undo2 } from 'lucide-react';
import { deliveryLabel, doorText, type DeliveryStep, FAILED_NOTE_MOST } from '@tiffin/domain/delivery';
import { callOutCode } from '@tiffin/domain/order';
import { cashDue } from '@tiffin/domain/pricing';
import { ApiError } from '../../shared/api/api-error.ts';
import { mapHref } from '../../shared/site/site.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { centsOf, formatMoney, formatTime, phoneHref, coin } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import styles from './deliveries.module.css';
import { texts } from './texts.ts';
import { stateOf, takeStep, type Trip } from './trips.ts';
import { RadioCards } from '../../ui/boxes.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';

/** One delivery: address, guest, amount to collect and next step. */
export function TripCard({
  trip,
  isMine,
  leads,
  onDone,
}: {
  trip: Trip;
  isMine: boolean;
  /** The user is a manager, who may record steps for a driver. */
  leads: boolean;
  onDone: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [isFailing, setFailing] = useState(false);
  const { order, driver } = trip;
  const state = stateOf(trip);
  const { deliveryInfo, customerInfo, locationInfo, status } = order;
  const due = cashDue(centsOf(order.due), coin).due;
  const hasLeft = status === 'completed';
  const mayStep = isMine || leads;
  const canLeave = status === 'ready' || hasLeft;

  async function step(to: DeliveryStep, more: Parameters<typeof takeStep>[2] = {}) {
    if (busy) return;
    setBusy(true);
    try {
      const { queued } = await takeStep(trip, to, more);
      if (queued) toast.info(texts.queued, { id: 'delivery-queued' });
    } catch (error) {
      toast.error(texts.stepFailed, error instanceof ApiError ? { description: error.message } : {});
    } finally {
      setBusy(false);
      setFailing(false);
      onDone();
    }
  }

  return (
    <article
      className={`stack content-start gap-12 round-md surface shadow-1 ${styles.card}`}
      aria-label={callOutCode(order.orderId)}
    >
      <header className="row flex-wrap between gap-8">
        <b className="text-lg num">{callOutCode(order.orderId)}</b>
        {order.due > 0 ? (
          <Badge tone="warn" icon={<Banknote aria-hidden="true" />}>
            {texts.collect(formatMoney(due))}
          </Badge>
        ) : (
          <Badge tone="ok" icon={<Check aria-hidden="true" />}>
            {texts.paid}
          </Badge>
        )}
      </header>
      <p className="text-md weight-600 break-anywhere">
        {[deliveryInfo?.address, deliveryInfo?.postalCode].filter(Boolean).join(', ')}
      </p>
      {doorText(order) && <p className="weight-600">{doorText(order)}</p>}
      {deliveryInfo?.instructions && <p className="break-anywhere">{deliveryInfo.instructions}</p>}
      <p className="soft">
        {customerInfo.name}
        {state === null &&
          `, ${texts.due(formatTime(order.estimatedReady ?? order.orderTime, 'time', locationInfo.timeZone))}`}
        {state !== null && `, ${deliveryLabel(state)}${isMine || !driver ? '' : `: ${driver.name}`}`}
      </p>
      <div className="flex flex-wrap gap-16 icon-20">
        <a
          className="inline-row gap-6 touch-height weight-600"
          href={mapHref({ address: deliveryInfo?.address ?? '', postalCode: deliveryInfo?.postalCode ?? '' })}
          target="_blank"
          rel="noreferrer"
        >
          <MapPin aria-hidden="true" /> {texts.map}
        </a>
        {customerInfo.phone && (
          <a className="inline-row gap-6 touch-height weight-600" href={phoneHref(customerInfo.phone)}>
            <Phone aria-hidden="true" /> {texts.call(customerInfo.name)}
          </a>
        )}
      </div>
      <div className={`grid gap-8 ${styles.steps}`}>
        {state === null && (
          <Button size="lg" block busy={busy} onClick={() => void step('taken')}>
            {texts.take}
          </Button>
        )}
        {mayStep && state === 'taken' && (
          <>
            <Button
              size="lg"
              block
              busy={busy}
              aria-disabled={!canLeave}
              onClick={() => (canLeave ? void step('on-the-way') : toast.info(texts.notReady, { id: 'not-ready' }))}
            >
              <Navigation aria-hidden="true" /> {texts.leave}
            </Button>
            {!canLeave && <p className="hint">{texts.notReady}</p>}
            <Button look="ghost" block disabled={busy} onClick={() => void step('waiting')}>
              <Undo2 aria-hidden="true" /> {isMine ? texts.giveBack : texts.putBack}
            </Button>
          </>
        )}
        {mayStep && state === 'on-the-way' && (
          <Button look="quiet" size="lg" block disabled={busy} onClick={() => void step('at-door')}>
            <DoorOpen aria-hidden="true" /> {texts.atDoor}
          </Button>
        )}
        {mayStep && (state === 'on-the-way' || state === 'at-door') && (
          <>
            {order.due > 0 ? (
              <>
                <Button size="lg" block busy={busy} onClick={() => void step('delivered', { collected: due })}>
                  <Banknote aria-hidden="true" /> {texts.deliveredPaid(formatMoney(due))}
                </Button>
                <Button look="quiet" block disabled={busy} onClick={() => void step('delivered')}>
                  {texts.deliveredUnpaid}
                </Button>
              </>
            ) : (
              <Button size="lg" block busy={busy} onClick={() => void step('delivered')}>
                <Check aria-hidden="true" /> {texts.delivered}
              </Button>
            )}
            <Button look="ghost" block disabled={busy} onClick={() => setFailing(true)}>
              {texts.couldNot}
            </Button>
            {leads && (
              <Button look="ghost" block disabled={busy} onClick={() => void step('waiting')}>
                <Undo2 aria-hidden="true" /> {texts.putBack}
              </Button>
            )}
          </>
        )}
      </div>
      {isFailing && (
        <WhyNotDialog
          code={callOutCode(order.orderId)}
          busy={busy}
          onClose={() => setFailing(false)}
          onSend={(note) => void step('failed', { note })}
        />
      )}
    </article>
  );
}

const { why } = texts;
const OTHER = 'other';

/** Asks why the delivery failed: a preset reason or free text. */
function WhyNotDialog({
  code,
  busy,
  onClose,
  onSend,
}: {
  code: string;
  busy: boolean;
  onClose: () => void;
  onSend: (note: string) => void;
}) {
  const [reason, setReason] = useState<string>(why.reasons[0]);
  const [words, setWords] = useState('');
  const note = reason === OTHER ? words.trim() : reason;
  return (
    <Dialog
      open
      onClose={onClose}
      title={why.title(code)}
      description={why.text}
      size="sm"
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {why.back}
          </Button>
          <Button busy={busy} onClick={() => note !== '' && onSend(note)}>
            {why.send}
          </Button>
        </>
      }
    >
      <RadioCards
        legend={why.label}
        value={reason}
        onValue={setReason}
        options={[...why.reasons.map((each) => ({ value: each, label: each })), { value: OTHER, label: why.other }]}
      />
      {reason === OTHER && (
        <Field label={why.label} required>
          <TextInput value={words} maxLength={FAILED_NOTE_MOST} onChange={(event) => setWords(event.target.value)} />
        </Field>
      )}
    </Dialog>
  );
}
