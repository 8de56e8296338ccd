import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CircleCheck, Gauge, Pause, Play } from 'lucide-react';
import {
  BUSY_MINUTES,
  inForce,
  orderTypeLabel,
  PACE_MINUTES,
  PACE_PLUS,
  STAFF_PAUSE_MINUTES,
  type OrderType,
  type PaceKind,
} from '@tiffin/domain/order';
import { api, type Answer, type Body } from '../../shared/api/api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { ChoiceTiles } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { formatTime } from '../../ui/format.ts';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { EVERYWHERE, useLiveOrders } from './live-orders.tsx';
import styles from './pace.module.css';
import { texts } from './texts.ts';
import { answerTo, useRefetchOn } from '../../shared/api/queries.ts';

const words = texts.pace;

type PaceAt = Answer<'getOrderPacing'>['locations'][number];
type PacedLocation = PaceAt['paces'][number];
type PacingInput = Body<'setOrderPacing'>;
const queryKey = ['pace'];

/** Loads the pauses and busy times of the person's locations. */
function usePaces() {
  const { data, error, refetch, isFetching } = useQuery(answerTo(queryKey, 'getOrderPacing'));
  return { all: data?.locations ?? null, error, isFetching, again: () => void refetch() };
}

/** Changes the pace of orders; `onDone` runs after success. */
function useSaying(onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PacingInput) => api('setOrderPacing', { body }),
    onSuccess: ({ location }) => {
      client.setQueryData<Answer<'getOrderPacing'>>(
        queryKey,
        (before) =>
          before && {
            ...before,
            locations: before.locations.map((each) => (each.locationId === location.locationId ? location : each)),
          },
      );
      onDone?.();
    },
    onError: (failure) =>
      toast.error(words.failed, failure instanceof ApiError ? { description: failure.message } : {}),
  });
}

/** The current pauses and busy times at the shown locations. */
function usePacedLocations(all: readonly PaceAt[] | null, now: Date) {
  const { place } = useLiveOrders();
  const here = (all ?? []).filter(({ locationId }) => place === EVERYWHERE || locationId === place);
  return { here, paces: here.flatMap((at) => inForce(at.paces, now).map((pace) => ({ ...pace, at }))) };
}

/** Shown above everything while guests cannot order: until when, who paused, why, and a button to resume. */
export function PauseBand() {
  const { all } = usePaces();
  const { place, places } = useLiveOrders();
  const now = useServerNow(5_000);
  const { paces } = usePacedLocations(all, now);
  const saying = useSaying();
  return paces
    .filter(({ kind }) => kind === 'pause')
    .map(({ at: { locationId, timeZone }, service, from, until, by, reason }) => {
      const name = place === EVERYWHERE ? places.find(({ id }) => id === locationId)?.name : undefined;
      const of = [name, service && orderTypeLabel(service)].filter(Boolean).join(', ');
      return (
        <div
          key={`${locationId}${service}`}
          role="group"
          aria-label={words.paused}
          className={`row flex-wrap gap-8-12 round-md inverted ${styles.band}`}
        >
          <Pause aria-hidden="true" />
          <span className="grow break-anywhere">
            <b className="block">{words.onHold(of, formatTime(until, 'time', timeZone))}</b>
            <span className="text-sm">
              {words.onHoldBy(words.markedBy(by, formatTime(from, 'time', timeZone)), reason)}
            </span>
          </span>
          <Button
            look="invite"
            busy={saying.isPending}
            onClick={() => saying.mutate({ locationId, kind: 'open', service })}
          >
            <Play aria-hidden="true" /> {words.takeAgain}
          </Button>
        </div>
      );
    });
}

/** Shows whether orders are accepted as usual, delayed or paused. Always visible; each state is one press away. */
export function PaceButtons({ look }: { look?: string | undefined }) {
  const { all, error, isFetching, again } = usePaces();
  // These buttons are present wherever the band is, so only one of the two refetches.
  useRefetchOn(['location.changed', 'reset'], queryKey);
  const now = useServerNow(5_000);
  const { here, paces } = usePacedLocations(all, now);
  const [opened, setOpened] = useState<PaceKind | null>(null);
  if (all === null) {
    // Shows that the state is unknown, which does not mean that it cannot be changed.
    return (
      error && (
        <div role="group" aria-label={words.label} className={`row gap-4 ${styles.buttons}`}>
          <span role="status" className="text-sm">
            {words.unknown}
          </span>
          <Button look="line" size="sm" busy={isFetching} onClick={again}>
            {words.tryAgain}
          </Button>
        </div>
      )
    );
  }
  const of = (kind: PaceKind) => paces.filter((pace) => pace.kind === kind).toSorted((a, b) => a.plus - b.plus);
  const [pause] = of('pause');
  const busy = of('busy').at(-1);
  const isOpen = paces.length === 0;
  return (
    <div role="group" aria-label={words.label} className={`row gap-4 ${styles.buttons}`}>
      <button
        type="button"
        className={look ?? styles.button}
        aria-pressed={isOpen}
        onClick={() => !isOpen && setOpened(pause ? 'pause' : 'busy')}
      >
        <CircleCheck aria-hidden="true" />
        <span>{words.open}</span>
      </button>
      <button
        type="button"
        className={look ?? styles.button}
        aria-pressed={busy !== undefined}
        onClick={() => setOpened('busy')}
      >
        <Gauge aria-hidden="true" />
        <span>
          {busy ? words.busy(busy.plus) : words.busyAsk}
          {busy && <Until pace={busy} />}
        </span>
      </button>
      <button
        type="button"
        className={look ?? styles.button}
        aria-pressed={pause !== undefined}
        onClick={() => setOpened('pause')}
      >
        <Pause aria-hidden="true" />
        <span>
          {pause ? words.paused : words.pause}
          {pause && <Until pace={pause} />}
        </span>
      </button>
      {opened && <PaceSheet places={here} first={opened} now={now} onClose={() => setOpened(null)} />}
    </div>
  );
}

function Until({ pace: { kind, until, by, at } }: { pace: PacedLocation & { at: PaceAt } }) {
  return (
    <small className={classNames('block', kind === 'pause' && styles.inBand)}>
      {words.until(formatTime(until, 'time', at.timeZone))}
      {by !== '' && <span className={styles.by}>, {by}</span>}
    </small>
  );
}

/** The current pace with a button to end it, and a form for a new one. */
function PaceSheet({
  places,
  first,
  now,
  onClose,
}: {
  places: readonly PaceAt[];
  first: PaceKind;
  now: Date;
  onClose: () => void;
}) {
  const { places: named } = useLiveOrders();
  const { whyNot } = useBackOffice();
  const [placeId, setPlace] = useState(places[0]?.locationId ?? '');
  const [service, setService] = useState<OrderType | 'all'>('all');
  const [kind, setKind] = useState(first);
  const [plus, setPlus] = useState(15);
  const [until, setUntil] = useState<string>(String(first === 'busy' ? BUSY_MINUTES : PACE_MINUTES[1]));
  const [reason, setReason] = useState('');
  const saving = useSaying(onClose);
  const at = places.find(({ locationId }) => locationId === placeId);
  if (!at) return null;
  const name = named.find(({ id }) => id === placeId)?.name ?? placeId;
  const say = (more: Pick<PacingInput, 'kind'> & Partial<PacingInput>) =>
    saving.mutate({ locationId: placeId, ...more });
  // A pause until closing needs a manager. The server knows the closing time.
  const noClosing = kind === 'pause' && whyNot('location.pause-long') !== null;
  return (
    <Sheet
      open
      onClose={onClose}
      title={words.title}
      description={words.text}
      footer={
        <Button
          block
          busy={saving.isPending}
          onClick={() =>
            say({
              kind,
              service: service === 'all' ? null : service,
              plus: kind === 'busy' ? plus : 0,
              until: until === 'closing' ? 'closing' : Number(until),
              reason: reason.trim(),
            })
          }
        >
          {kind === 'pause' ? words.pauseAt(name) : words.busyAt(plus, name)}
        </Button>
      }
    >
      <div className="grid gap-20">
        {places.length > 1 && (
          <Select aria-label={texts.location} value={placeId} onChange={(event) => setPlace(event.currentTarget.value)}>
            {places.map(({ locationId }) => (
              <option key={locationId} value={locationId}>
                {named.find(({ id }) => id === locationId)?.name ?? locationId}
              </option>
            ))}
          </Select>
        )}
        {inForce(at.paces, now).map((pace) => (
          <div key={`${pace.kind}${pace.service}`} className={`row flex-wrap between gap-8-12 round-md ${styles.now}`}>
            <span className="break-anywhere">
              <b>
                {words.inForce(
                  pace.kind === 'pause' ? words.paused : words.busy(pace.plus),
                  pace.service === null ? null : orderTypeLabel(pace.service),
                  formatTime(pace.until, 'time', at.timeZone),
                )}
              </b>
              <small className="block">{words.markedBy(pace.by, formatTime(pace.from, 'time', at.timeZone))}</small>
              {pace.reason !== '' && <small className="block">{pace.reason}</small>}
            </span>
            <Button
              look="line"
              size="sm"
              busy={saving.isPending}
              onClick={() => say({ kind: 'open', service: pace.service })}
            >
              {words.openAgain}
            </Button>
          </div>
        ))}
        <ChoiceTiles<PaceKind>
          legend={words.what}
          value={kind}
          onValue={setKind}
          options={[
            { value: 'busy', label: words.busyAsk },
            { value: 'pause', label: words.pause },
          ]}
        />
        {kind === 'busy' && (
          <ChoiceTiles
            legend={words.howMuch}
            value={String(plus)}
            onValue={(text) => setPlus(Number(text))}
            options={PACE_PLUS.map((minutes) => ({ value: String(minutes), label: `+${minutes}` }))}
          />
        )}
        <ChoiceTiles
          legend={words.howLong}
          value={until}
          onValue={setUntil}
          options={[
            ...PACE_MINUTES.map((minutes) => ({ value: String(minutes), label: words.minutes(minutes) })),
            { value: 'closing', label: words.closing, disabled: noClosing },
          ]}
        />
        {noClosing && <p className="hint">{words.manager(STAFF_PAUSE_MINUTES)}</p>}
        <ChoiceTiles<OrderType | 'all'>
          legend={words.which}
          value={service}
          onValue={setService}
          options={[
            { value: 'all', label: words.all },
            ...at.services.map((value) => ({ value, label: orderTypeLabel(value) })),
          ]}
        />
        <Field label={words.reason} optional>
          <TextInput value={reason} maxLength={100} onChange={(event) => setReason(event.currentTarget.value)} />
        </Field>
      </div>
    </Sheet>
  );
}
