import { useState } from 'react';
import { CircleCheck, Gauge, Pause, Play } from 'lucide-react';
import { orderTypeLabel, type PaceKind } from '@tiffin/domain/order';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { endWithFullStop, say } from '@tiffin/domain/core';
import { useRefetchOn } from '../../shared/api/queries.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatTime } from '../../ui/format.ts';
import { useLiveOrders } from './live-orders.tsx';
import { PaceSheet } from './pace-sheet.tsx';
import { useLinkedPart } from '../../shared/page/linked-part.ts';
import styles from './pause-controls.module.css';
import { texts } from './texts.ts';
import { pacesKey, useCurrentPaces, usePaces, useSetPace, type Pace, type LocationPaces } from './use-paces.ts';

/** Shown above everything while guests cannot order: until when, who paused, why, and a button to resume. */
export function PauseBand() {
  const { all } = usePaces();
  const { shownLocationId, workLocations } = useLiveOrders();
  const now = useServerNow(5_000);
  const { paces } = useCurrentPaces(all, now);
  const change = useSetPace();
  return paces
    .filter(({ kind }) => kind === 'pause')
    .map(({ location: { locationId, timeZone }, service, from, until, by, reason }) => {
      const name =
        shownLocationId === ALL_LOCATIONS ? workLocations.find(({ id }) => id === locationId)?.name : undefined;
      const scope = [name, service && orderTypeLabel(service)].filter(Boolean).join(', ');
      return (
        <div
          key={`${locationId}${service}`}
          role="group"
          aria-label={say`Paused`}
          className={`row flex-wrap gap-8-12 round-md inverted ${styles.band}`}
        >
          <Pause />
          <span className="grow break-anywhere">
            <b className="block">{pausedText(scope, formatTime(until, 'time', timeZone))}</b>
            <span className="text-sm">{pausedBy(texts.pacedBy(by, formatTime(from, 'time', timeZone)), reason)}</span>
          </span>
          <Button
            look="invite"
            busy={change.isBusy}
            onClick={() => void change.send({ locationId, kind: 'open', ends: 'pause', service })}
          >
            <Play /> {say`Take orders again`}
          </Button>
        </div>
      );
    });
}

/** `scope`: the location and the order type; '' for all orders of the shown location. */
function pausedText(scope: string, until: string): string {
  return scope === ''
    ? say`Online orders are paused until ${until}`
    : say`${scope}: online orders are paused until ${until}`;
}

function pausedBy(by: string, reason: string): string {
  if (reason !== '') return say`${by}: “${reason}”. The till still works.`;
  // A time already ends with a full stop: '6:42 p.m.'
  const sentence = endWithFullStop(by);
  return say`${sentence} The till still works.`;
}

/** Shows whether orders are accepted as usual, delayed or paused. Always visible; each state is one press away. */
export function PaceButtons({ className = styles.button }: { className?: string | undefined }) {
  const { all, error, isFetching, retry } = usePaces();
  // These buttons are present wherever the band is, so only one of the two refetches.
  useRefetchOn(['location.changed', 'reset'], pacesKey);
  const now = useServerNow(5_000);
  const { shown, paces } = useCurrentPaces(all, now);
  const [opened, setOpened] = useState<PaceKind | null>(null);
  useLinkedPart('orders', (part) => part === 'pause' && setOpened('pause'));
  if (all === null) return error && <PaceUnknown isBusy={isFetching} onRetry={retry} />;
  const pacesOf = (kind: PaceKind) => paces.filter((pace) => pace.kind === kind).toSorted((a, b) => a.plus - b.plus);
  const [pause] = pacesOf('pause');
  const busy = pacesOf('busy').at(-1);
  const isOpen = paces.length === 0;
  return (
    <div role="group" aria-label={say`Orders of guests`} className={`row gap-4 ${styles.buttons}`}>
      <button
        type="button"
        className={className}
        aria-pressed={isOpen}
        onClick={() => !isOpen && setOpened(pause ? 'pause' : 'busy')}
      >
        <CircleCheck />
        <span>{say`Open`}</span>
      </button>
      <button
        type="button"
        className={className}
        aria-pressed={busy !== undefined}
        aria-keyshortcuts="b"
        onClick={() => setOpened('busy')}
      >
        <Gauge />
        <span>
          {busy ? say`Busy +${busy.plus} min` : say`Busy`}
          {busy && <Until pace={busy} />}
        </span>
      </button>
      <button type="button" className={className} aria-pressed={pause !== undefined} onClick={() => setOpened('pause')}>
        <Pause />
        <span>
          {pause ? say`Paused` : say`Pause`}
          {pause && <Until pace={pause} />}
        </span>
      </button>
      {opened && <PaceSheet locations={shown} initialKind={opened} now={now} onClose={() => setOpened(null)} />}
    </div>
  );
}

/** In place of the buttons while nobody knows which of them is pressed. */
function PaceUnknown({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <div role="group" aria-label={say`Orders of guests`} className={`row gap-4 ${styles.buttons}`}>
      <span role="status" className="text-sm">
        {say`Order status unknown`}
      </span>
      <Button look="line" size="sm" busy={isBusy} onClick={onRetry}>
        {say`Try Again`}
      </Button>
    </div>
  );
}

function Until({ pace: { kind, until, by, location } }: { pace: Pace & { location: LocationPaces } }) {
  return (
    <small className={classNames('block', kind === 'pause' && styles.inBand)}>
      {say`until ${formatTime(until, 'time', location.timeZone)}`}
      {by !== '' && <span className={styles.by}>, {by}</span>}
    </small>
  );
}
