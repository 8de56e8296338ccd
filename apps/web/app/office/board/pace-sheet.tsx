import { useState } from 'react';
import {
  DEFAULT_BUSY_MINUTES,
  activePacingPeriods,
  orderTypeLabel,
  PACING_DURATIONS,
  BUSY_EXTRA_MINUTES,
  MAX_STAFF_PAUSE_MINUTES,
  type OrderType,
  type PaceKind,
} from '@tiffin/domain/order';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { ChoiceTiles } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatTime } from '../../ui/format.ts';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { useLiveOrders } from './live-orders.tsx';
import styles from './pause-controls.module.css';
import { texts } from './texts.ts';
import { useSetPace, type Pace, type LocationPaces, type PacingInput } from './use-paces.ts';

const words = texts.pace;

/** The pace being typed. */
interface Draft {
  readonly kind: PaceKind;
  /** The extra minutes while busy. */
  readonly plus: number;
  /** A number of minutes, or 'closing'. */
  readonly until: string;
  readonly service: OrderType | 'all';
  readonly reason: string;
}

/** The current pause or delay with a button to end it, and a form for another. */
export function PaceSheet({
  places,
  initialKind,
  now,
  onClose,
}: {
  places: readonly LocationPaces[];
  initialKind: PaceKind;
  now: Date;
  onClose: () => void;
}) {
  const { workLocations } = useLiveOrders();
  const nameOf = (locationId: string) => workLocations.find(({ id }) => id === locationId)?.name ?? locationId;
  const [placeId, setPlace] = useState(places[0]?.locationId ?? '');
  const [draft, setDraft] = useState<Draft>({
    kind: initialKind,
    plus: 15,
    until: String(initialKind === 'busy' ? DEFAULT_BUSY_MINUTES : PACING_DURATIONS[1]),
    service: 'all',
    reason: '',
  });
  const { mutate, isPending } = useSetPace(onClose);
  const at = places.find(({ locationId }) => locationId === placeId);
  if (!at) return null;
  return (
    <Sheet
      open
      onClose={onClose}
      title={words.title}
      description={words.text}
      footer={
        <Button block busy={isPending} onClick={() => mutate({ locationId: placeId, ...paceOf(draft) })}>
          {draft.kind === 'pause' ? words.pauseAt(nameOf(placeId)) : words.busyAt(draft.plus, nameOf(placeId))}
        </Button>
      }
    >
      <div className="grid gap-20">
        {places.length > 1 && (
          <Select aria-label={texts.location} value={placeId} onChange={(event) => setPlace(event.currentTarget.value)}>
            {places.map(({ locationId }) => (
              <option key={locationId} value={locationId}>
                {nameOf(locationId)}
              </option>
            ))}
          </Select>
        )}
        {activePacingPeriods(at.paces, now).map((pace) => (
          <CurrentPace
            key={`${pace.kind}${pace.service}`}
            pace={pace}
            timeZone={at.timeZone}
            isBusy={isPending}
            onEnd={() => mutate({ locationId: placeId, kind: 'open', service: pace.service })}
          />
        ))}
        <PaceFields
          draft={draft}
          services={at.services}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
        />
      </div>
    </Sheet>
  );
}

function paceOf({ kind, plus, until, service, reason }: Draft): Omit<PacingInput, 'locationId'> {
  return {
    kind,
    service: service === 'all' ? null : service,
    plus: kind === 'busy' ? plus : 0,
    until: until === 'closing' ? 'closing' : Number(until),
    reason: reason.trim(),
  };
}

function CurrentPace({
  pace,
  timeZone,
  isBusy,
  onEnd,
}: {
  pace: Pace;
  timeZone: string;
  isBusy: boolean;
  onEnd: () => void;
}) {
  return (
    <div className={`row flex-wrap between gap-8-12 round-md ${styles.now}`}>
      <span className="break-anywhere">
        <b>
          {words.inForce(
            pace.kind === 'pause' ? words.paused : words.busy(pace.plus),
            pace.service === null ? null : orderTypeLabel(pace.service),
            formatTime(pace.until, 'time', timeZone),
          )}
        </b>
        <small className="block">{words.markedBy(pace.by, formatTime(pace.from, 'time', timeZone))}</small>
        {pace.reason !== '' && <small className="block">{pace.reason}</small>}
      </span>
      <Button look="line" size="sm" busy={isBusy} onClick={onEnd}>
        {words.openAgain}
      </Button>
    </div>
  );
}

function PaceFields({
  draft: { kind, plus, until, service, reason },
  services,
  onChange,
}: {
  draft: Draft;
  services: LocationPaces['services'];
  onChange: (change: Partial<Draft>) => void;
}) {
  const { whyNot } = useBackOffice();
  // A pause until closing needs a manager. The server knows the closing time.
  const noClosing = kind === 'pause' && whyNot('location.pause-long') !== null;
  return (
    <>
      <ChoiceTiles<PaceKind>
        legend={words.what}
        value={kind}
        onValue={(value) => onChange({ kind: value })}
        options={[
          { value: 'busy', label: words.busyAsk },
          { value: 'pause', label: words.pause },
        ]}
      />
      {kind === 'busy' && (
        <ChoiceTiles
          legend={words.howMuch}
          value={String(plus)}
          onValue={(value) => onChange({ plus: Number(value) })}
          options={BUSY_EXTRA_MINUTES.map((minutes) => ({ value: String(minutes), label: `+${minutes}` }))}
        />
      )}
      <ChoiceTiles
        legend={words.howLong}
        value={until}
        onValue={(value) => onChange({ until: value })}
        options={[
          ...PACING_DURATIONS.map((minutes) => ({ value: String(minutes), label: words.minutes(minutes) })),
          { value: 'closing', label: words.closing, disabled: noClosing },
        ]}
      />
      {noClosing && <p className="hint">{words.manager(MAX_STAFF_PAUSE_MINUTES)}</p>}
      <ChoiceTiles<OrderType | 'all'>
        legend={words.which}
        value={service}
        onValue={(value) => onChange({ service: value })}
        options={[
          { value: 'all', label: words.all },
          ...services.map((value) => ({ value, label: orderTypeLabel(value) })),
        ]}
      />
      <Field label={words.reason} optional>
        <TextInput
          value={reason}
          maxLength={100}
          onChange={(event) => onChange({ reason: event.currentTarget.value })}
        />
      </Field>
    </>
  );
}
