import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { BellRing, Check, X } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { allergyTexts } from '@tiffin/domain/order';
import { AllergyBand } from '../../shared/allergies/allergy-band.tsx';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { TAB_KEYS } from '../../shared/tabs/tabs.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import { floorKey } from '../reservations/use-reservations.ts';
import { floorHash, minutesSince, nameAt, onePerParty, type FloorTable } from './floor-data.ts';
import { requestsOf } from './needs.ts';

interface TableRequestsProps {
  locationId: string;
  /** All tables of the plan. */
  tables: readonly FloorTable[];
  /** Only the requests of this party. */
  sittingId?: string;
}

const requestsAt = (tables: readonly FloorTable[]) =>
  onePerParty(tables)
    .flatMap((table) =>
      table.sitting ? requestsOf(table.sitting).map((request) => ({ ...request, table, sitting: table.sitting })) : [],
    )
    .toSorted((a, b) => a.at.localeCompare(b.at));

/** Why a round is refused, as its guest reads it. */
const REFUSALS = [say`Sold out`, say`The kitchen takes no more orders`, say`I am coming to your table`];

/** What the phones at the tables wait for, oldest first, each answered with one press. */
export function TableRequests({ locationId, tables, sittingId }: TableRequestsProps) {
  const now = useServerNow(60_000);
  const online = useOnline();
  const changes = [floorKey(locationId), ...TAB_KEYS];
  const come = useCall('answerTableCall', { failed: say`The call was not answered`, changes });
  const answer = useCall('answerTableRound', { failed: say`The round was not answered`, changes });
  const refuse = (roundId: string, reason: string) => void answer.send({ roundId, isAccepted: false, reason });
  const requests = requestsAt(tables).filter(({ sitting }) => !sittingId || sitting?.sittingId === sittingId);
  if (requests.length === 0) return null;
  const disabledReason = online ? null : say`You are offline`;
  return (
    <ul className="stack gap-8" aria-label={say`From phones`}>
      {requests.map(({ id, at, text, round, table }) => {
        const busy = come.sending?.callId === id || answer.sending?.roundId === id;
        return (
          <li key={id}>
            <Banner tone="warn" icon={<BellRing />} title={say`Table ${nameAt(tables, table)}: ${text}`}>
              <p>{say`for ${minutesSince(at, now)} min`}</p>
              {round && <p>{round.items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}</p>}
              {round && round.allergies.length > 0 && <AllergyBand text={allergyTexts(round.allergies)} />}
              <span className="row flex-wrap gap-8 above-8">
                {round ? (
                  <>
                    <Button
                      {...{ busy, disabledReason }}
                      onClick={() => void answer.send({ roundId: id, isAccepted: true })}
                    >
                      <Check /> {say`Yes, to the kitchen`}
                    </Button>
                    <ActionMenu
                      trigger={
                        <Button look="quiet" {...{ busy, disabledReason }}>
                          <X /> {say`No`}
                        </Button>
                      }
                      items={REFUSALS.map((reason) => ({
                        id: reason,
                        label: reason,
                        onSelect: () => refuse(id, reason),
                      }))}
                    />
                  </>
                ) : (
                  <Button {...{ busy, disabledReason }} onClick={() => void come.send({ callId: id })}>
                    <Check /> {say`I am coming`}
                  </Button>
                )}
              </span>
            </Banner>
          </li>
        );
      })}
    </ul>
  );
}

const ALERT_MS = 20_000;

/** Announces each new request of a phone in every section of the back office. */
export function useTableRequests(shownLocationId: string, ring: () => void): void {
  const client = useQueryClient();
  const locationOfKnown = useRef(new Map<string, string>());
  async function announceNew(locationId: string) {
    // The floor, if it is shown, reads itself again after this event. Both then share one reading.
    await Promise.resolve();
    const { tables } = await client.fetchQuery({
      ...apiQuery(floorKey(locationId), 'getFloor', { query: { locationId } }),
      staleTime: 0,
    });
    const requests = requestsAt(tables);
    const fresh = requests.filter(({ id }) => !locationOfKnown.current.has(id));
    const open = new Map(requests.map(({ id }) => [id, locationId]));
    for (const [id, at] of locationOfKnown.current) if (at === locationId && !open.has(id)) toast.dismiss(id);
    locationOfKnown.current = new Map([...locationOfKnown.current, ...open]);
    for (const { id, table, text } of fresh) {
      toast.warning(say`Table ${nameAt(tables, table)}: ${text}`, {
        id,
        duration: ALERT_MS,
        action: { label: say`Answer`, onClick: () => void (window.location.hash = floorHash(table.tableId)) },
      });
    }
    if (fresh.length > 0) ring();
  }
  useLiveEvents(['floor.changed'], ({ locationId, data }) => {
    // Only what a phone did names its party. Other changes of the floor are many, and every section hears them.
    if (data['sittingId'] === undefined) return;
    if (locationId === null || (shownLocationId !== ALL_LOCATIONS && shownLocationId !== locationId)) return;
    // Without an answer, the next event reads the floor again.
    announceNew(locationId).catch(() => undefined);
  });
}
