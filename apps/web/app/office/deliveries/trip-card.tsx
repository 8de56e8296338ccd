import { useState } from 'react';
import { ArrowRightLeft, Banknote, Check, DoorOpen, MapPin, Navigation, Phone, Undo2 } from 'lucide-react';
import { say, type Cents } from '@tiffin/domain/core';
import {
  deliveryLabel,
  leaveAtDoorText,
  type DeliveryStep,
  MAX_DELIVERY_NOTE_LENGTH,
  FAILED_DELIVERY_REASONS,
} from '@tiffin/domain/delivery';
import { allergiesOf, callOutCode, isLaterThanPromised } from '@tiffin/domain/order';
import { cashDue } from '@tiffin/domain/pricing';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { AllergyBand } from '../../shared/allergies/allergy-band.tsx';
import { promiseText } from '../../shared/order/promise-text.ts';
import { mapHref } from '../../shared/site/site.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { centsOf, formatMoney, formatTime, phoneHref, coin } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import styles from './deliveries.module.css';
import { DELIVERIES_KEY, deliveryState, deliveryStepOf, type Colleague, type StepDetails, type Trip } from './trips.ts';
import { RadioCards } from '../../ui/boxes.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/form-fields.tsx';

const NOT_READY = say`It leaves once the kitchen has finished.`;

interface TripCardProps {
  trip: Trip;
  isMine: boolean;
  /** Managers may record steps for a driver. */
  mayCorrectSteps: boolean;
  colleagues: readonly Colleague[];
}

/** A delivery with its address and the steps that the user can record. */
export function TripCard({ trip, isMine, mayCorrectSteps, colleagues }: TripCardProps) {
  const [dialog, setDialog] = useState<'failed' | 'hand-over' | null>(null);
  const code = callOutCode(trip.order.orderId);
  const report = {
    failed: say`This step was not saved`,
    queued: say`Saved. It is sent once you are connected.`,
    changes: [DELIVERIES_KEY],
  };
  const step = useQueuedChange('stepDelivery', {
    ...report,
    about: (body) =>
      body.step === 'waiting' ? say`Give back: delivery ${code}` : say`${deliveryLabel(body.step)}: delivery ${code}`,
  });
  const nameOf = (driverId: string) => colleagues.find((each) => each.driverId === driverId)?.name ?? '';
  const handOver = useQueuedChange('handOverDelivery', {
    ...report,
    about: ({ driverId }) => say`Hand delivery ${code} to ${nameOf(driverId)}`,
    doneText: (_answer, { driverId }) => say`${nameOf(driverId)} delivers it now`,
  });
  const busy = step.isBusy || handOver.isBusy;
  const send = async (nextStep: DeliveryStep, details?: StepDetails) => {
    await step.send(deliveryStepOf(trip, nextStep, details));
    setDialog(null);
  };

  return (
    <article className={`stack content-start gap-12 round-md surface shadow-1 ${styles.card}`} aria-label={code}>
      <header className="row flex-wrap between gap-8">
        <b className="text-lg num">{code}</b>
        {deliveryState(trip) !== 'returned' && <DueBadge order={trip.order} />}
      </header>
      <Allergies order={trip.order} />
      <Address trip={trip} isMine={isMine} />
      <div className={`grid gap-8 ${styles.steps}`}>
        <Steps
          trip={trip}
          isMine={isMine}
          mayCorrectSteps={mayCorrectSteps}
          colleagues={colleagues}
          busy={busy}
          onStep={(nextStep, details) => void send(nextStep, details)}
          onFail={() => setDialog('failed')}
          onHandOver={() => setDialog('hand-over')}
        />
      </div>
      {dialog === 'hand-over' && (
        <HandOverDialog
          trip={trip}
          colleagues={colleagues}
          busy={busy}
          onClose={() => setDialog(null)}
          onHandOver={({ driverId }) =>
            void handOver.send({ orderId: trip.order.orderId, driverId }).then(() => setDialog(null))
          }
        />
      )}
      {dialog === 'failed' && (
        <FailedDialog
          code={code}
          busy={busy}
          onClose={() => setDialog(null)}
          onSend={(note) => void send('failed', { note })}
        />
      )}
    </article>
  );
}

/** The cash to collect at the door, rounded to coins. */
function dueAtDoor(order: Trip['order']): Cents {
  return cashDue(centsOf(order.due), coin).due;
}

/** So that the driver hands the right bag to the right person. */
function Allergies({ order }: Pick<Trip, 'order'>) {
  const allergies = allergiesOf(order);
  return allergies.length > 0 && <AllergyBand text={allergies.join('. ')} />;
}

function DueBadge({ order }: Pick<Trip, 'order'>) {
  return order.due > 0 ? (
    <Badge tone="warn" icon={<Banknote />}>
      {say`Collect ${formatMoney(dueAtDoor(order))}`}
    </Badge>
  ) : (
    <Badge tone="ok" icon={<Check />}>
      {say`Paid`}
    </Badge>
  );
}

/** Where the delivery goes, when it leaves or who has it, and how to reach the guest. */
function Address({ trip, isMine }: Pick<TripCardProps, 'trip' | 'isMine'>) {
  const { order, driver } = trip;
  const { deliveryInfo, customerInfo, locationInfo } = order;
  const state = deliveryState(trip);
  const isAtRestaurant = state === null || state === 'taken';
  const isLate = isLaterThanPromised(order, useServerNow(60_000));
  const promised = promiseText(order) ?? formatTime(order.orderTime, 'time', locationInfo.timeZone);
  const arrivesText = isLate ? say`Was planned for ${promised}` : say`Arriving about ${promised}`;
  const leavesText = order.status === 'ready' ? say`Ready to leave` : arrivesText;
  const label = isMine && state === 'taken' ? say`Taken by you` : state && deliveryLabel(state);
  const stepText = isMine || !driver ? label : `${label}: ${driver.name}`;
  return (
    <>
      <p className="text-md weight-600 break-anywhere">
        {[deliveryInfo?.address, deliveryInfo?.postalCode].filter(Boolean).join(', ')}
      </p>
      {leaveAtDoorText(order) && <p className="weight-600">{leaveAtDoorText(order)}</p>}
      {deliveryInfo?.instructions && <p className="break-anywhere">{deliveryInfo.instructions}</p>}
      <p className="soft">
        {[customerInfo.name, isAtRestaurant && leavesText, state !== null && stepText].filter(Boolean).join(', ')}
      </p>
      <div className="flex flex-wrap gap-16 icon-20">
        <a
          className="inline-row gap-6 touch-height weight-600"
          href={mapHref({ address: deliveryInfo?.address ?? '', postalCode: deliveryInfo?.postalCode ?? '' })}
          target="_blank"
          rel="noreferrer"
        >
          <MapPin /> {say`Open in maps`}
        </a>
        {customerInfo.phone && (
          <a className="inline-row gap-6 touch-height weight-600" href={phoneHref(customerInfo.phone)}>
            <Phone /> {say`Call ${customerInfo.name}`}
          </a>
        )}
      </div>
    </>
  );
}

interface StepsProps extends TripCardProps {
  busy: boolean;
  onStep: (nextStep: DeliveryStep, details?: StepDetails) => void;
  onFail: () => void;
  onHandOver: () => void;
}

/** The steps that the user can record now. */
function Steps(props: StepsProps) {
  const { trip, isMine, mayCorrectSteps, busy, onStep } = props;
  const state = deliveryState(trip);
  if (state === null) {
    return (
      <Button size="lg" block busy={busy} onClick={() => onStep('taken')}>
        {say`Take this delivery`}
      </Button>
    );
  }
  if (!isMine && !mayCorrectSteps) return null;
  if (state === 'taken') return <StepsBeforeLeaving {...props} />;
  if (state === 'failed' || state === 'returned') return <StepsAfterFailure {...props} />;
  return (
    <>
      {state === 'on-the-way' && (
        <Button look="quiet" size="lg" block disabled={busy} onClick={() => onStep('at-door')}>
          <DoorOpen /> {say`At the door`}
        </Button>
      )}
      {(state === 'on-the-way' || state === 'at-door') && <StepsAtDoor {...props} />}
    </>
  );
}

/** A delivery that failed comes back. Then the restaurant decides about the money. */
function StepsAfterFailure({ trip, busy, onStep, onHandOver }: StepsProps) {
  const { paymentStatus, pricing } = trip.order;
  if (deliveryState(trip) === 'failed') {
    return (
      <>
        <p className="hint">{say`Bring it back to the restaurant.`}</p>
        <Button size="lg" block busy={busy} onClick={() => onStep('returned')}>
          <Check /> {say`Back at the restaurant`}
        </Button>
        <HandOverButton busy={busy} onHandOver={onHandOver} />
      </>
    );
  }
  return (
    <>
      <p className="hint">
        {paymentStatus === 'paid'
          ? say`The guest paid ${formatMoney(centsOf(pricing.total))}. Refund it, or deliver the order again.`
          : say`The guest paid nothing, so nothing goes back. Deliver the order again, or leave it here.`}
      </p>
      <PutBack busy={busy} onStep={onStep} label={say`Deliver it again`} />
    </>
  );
}

function HandOverButton({ busy, onHandOver }: Pick<StepsProps, 'busy' | 'onHandOver'>) {
  return (
    <Button look="ghost" block disabled={busy} onClick={onHandOver}>
      <ArrowRightLeft /> {say`Give it to a colleague`}
    </Button>
  );
}

const PUT_BACK = say`Back to the list`;

/** Gives the delivery up, so that any driver can take it. */
function PutBack({ busy, onStep, label }: Pick<StepsProps, 'busy' | 'onStep'> & { label: string }) {
  return (
    <Button look="ghost" block disabled={busy} onClick={() => onStep('waiting')}>
      <Undo2 /> {label}
    </Button>
  );
}

function StepsBeforeLeaving({ trip: { order }, busy, onStep, onHandOver }: StepsProps) {
  const canLeave = order.status === 'ready' || order.status === 'completed';
  return (
    <>
      <Button
        size="lg"
        block
        busy={busy}
        aria-disabled={!canLeave}
        onClick={() => (canLeave ? onStep('on-the-way') : toast.info(NOT_READY, { id: 'not-ready' }))}
      >
        <Navigation /> {say`On my way`}
      </Button>
      {!canLeave && <p className="hint">{NOT_READY}</p>}
      <HandOverButton busy={busy} onHandOver={onHandOver} />
      <PutBack busy={busy} onStep={onStep} label={PUT_BACK} />
    </>
  );
}

function StepsAtDoor({ trip: { order }, mayCorrectSteps, busy, onStep, onFail, onHandOver }: StepsProps) {
  const due = dueAtDoor(order);
  return (
    <>
      {order.due > 0 ? (
        <>
          <Button size="lg" block busy={busy} onClick={() => onStep('delivered', { collected: due })}>
            <Banknote /> {say`Delivered, collected ${formatMoney(due)}`}
          </Button>
          <Button look="quiet" block disabled={busy} onClick={() => onStep('delivered')}>
            {say`Delivered, not paid`}
          </Button>
        </>
      ) : (
        <Button size="lg" block busy={busy} onClick={() => onStep('delivered')}>
          <Check /> {say`Delivered`}
        </Button>
      )}
      <Button look="ghost" block disabled={busy} onClick={onFail}>
        {say`Could not deliver`}
      </Button>
      <HandOverButton busy={busy} onHandOver={onHandOver} />
      {mayCorrectSteps && <PutBack busy={busy} onStep={onStep} label={PUT_BACK} />}
    </>
  );
}

const OTHER = 'other';

interface FailedDialogProps {
  code: string;
  busy: boolean;
  onClose: () => void;
  onSend: (note: string) => void;
}

/** Asks why the delivery failed: a preset reason or free text. */
function FailedDialog({ code, busy, onClose, onSend }: FailedDialogProps) {
  const [reason, setReason] = useState<string>(FAILED_DELIVERY_REASONS[0]);
  const [text, setText] = useState('');
  const note = reason === OTHER ? text.trim() : reason;
  return (
    <FormDialog
      onClose={onClose}
      title={say`Could not deliver ${code}`}
      description={say`The restaurant is told at once.`}
      confirmLabel={say`Could not deliver`}
      cancelLabel={say`Back`}
      busy={busy}
      onSubmit={() => note !== '' && onSend(note)}
    >
      <RadioCards
        legend={say`What happened?`}
        value={reason}
        onValue={setReason}
        options={[
          ...FAILED_DELIVERY_REASONS.map((each) => ({ value: each, label: each })),
          { value: OTHER, label: say`Something else` },
        ]}
      />
      {reason === OTHER && (
        <TextField
          label={say`What happened?`}
          required
          value={text}
          maxLength={MAX_DELIVERY_NOTE_LENGTH}
          onValue={setText}
        />
      )}
    </FormDialog>
  );
}

const NOBODY_ELSE = say`Nobody else works at this location.`;

interface HandOverProps extends Pick<TripCardProps, 'trip' | 'colleagues'> {
  busy: boolean;
  onClose: () => void;
  onHandOver: (colleague: Colleague) => void;
}

function HandOverDialog({ trip: { order, driver }, colleagues, busy, onClose, onHandOver }: HandOverProps) {
  const { id: locationId } = order.locationInfo;
  const others = colleagues.filter(
    ({ driverId, locationIds }) =>
      driverId !== driver?.driverId && (locationIds === null || locationIds.includes(locationId)),
  );
  const [chosen, setChosen] = useState(others[0]?.driverId ?? '');
  const colleague = others.find(({ driverId }) => driverId === chosen);
  return (
    <Dialog
      onClose={onClose}
      title={say`Hand over ${callOutCode(order.orderId)}`}
      description={say`The colleague sees it on their phone at once. Cash that you collected stays with you.`}
      size="sm"
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {say`Back`}
          </Button>
          <Button
            busy={busy}
            disabledReason={colleague ? null : NOBODY_ELSE}
            onClick={() => colleague && onHandOver(colleague)}
          >
            {say`Hand over`}
          </Button>
        </>
      }
    >
      {others.length === 0 ? (
        <p>{NOBODY_ELSE}</p>
      ) : (
        <RadioCards
          legend={say`Who takes it?`}
          value={chosen}
          onValue={setChosen}
          options={others.map(({ driverId, name }) => ({ value: driverId, label: name }))}
        />
      )}
    </Dialog>
  );
}
