import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { reservationNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { QUEUE_COUNT_REFRESH_MS, type QueueKind } from './queue-rules.ts';
import { REQUEST_TIMEOUT_MS } from '../api/retry.ts';
import { createApi, type Answer } from '../api/api.ts';
import { sendAndReport } from '../api/client-policy.ts';
import { newKey } from '../api/new-key.ts';
import { pause } from '../api/pause.ts';
import { runAlone } from '../page/run-alone.ts';
import { serverNow } from '../live/server-clock.ts';
import { isServerReachable, watchConnection } from './online.ts';
import { currentPerson } from '../session/person.ts';
import { toast } from '../../ui/toasts.ts';
import type { QueuedCall, QueuedChange } from './changes.ts';
import {
  createChangeQueue,
  type ChangeQueue,
  type DoneListener,
  type QueueMessage,
  type ReplayResult,
} from './queue.ts';
import { chosenDrawer, tillHeaders } from '../api/till-headers.ts';
import { numberAt } from './device-number.ts';
import { queueStore } from './queue-store.ts';
import { refusalQuestion } from './refusals.ts';
import { waitingFlag } from './text-storage.ts';

const NAME = 'tiffin_queue';

/** Without retries, because the queue decides about them. */
function send({ call, body, id, madeAt, drawerId }: QueuedChange): Promise<Answer<QueuedCall>> {
  const callOnce = createApi(
    (request) => sendAndReport(new Request(request, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })),
    location.origin,
  );
  // The types of call and body match since the change was made.
  return callOnce(call, { body } as never, { idempotencyKey: id, headers: tillHeaders(madeAt, drawerId) });
}

let opened: ChangeQueue | null = null;

/** The queue of this browser, shared by all tabs. It sends on its own after the first call. */
export function openQueue(): ChangeQueue {
  opened ??= begin();
  return opened;
}

function begin(): ChangeQueue {
  const channel = new BroadcastChannel(NAME);
  const queue = createChangeQueue({
    store: queueStore,
    send,
    newKey,
    // The time is shown on the board until the change is sent.
    now: () => serverNow().getTime(),
    numberAt,
    drawer: chosenDrawer,
    person: currentPerson,
    isReached: isServerReachable,
    // Without locks (on a page without TLS) two tabs may send the same change; its idempotency key makes it run once.
    alone: (work) => runAlone(NAME, work),
    pause,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    broadcast: (news) => channel.postMessage(news),
    mark(isWaiting) {
      if ((waitingFlag.read() !== null) !== isWaiting) waitingFlag.write(isWaiting ? '1' : null);
    },
  });
  channel.addEventListener('message', ({ data }: MessageEvent<QueueMessage>) => queue.receive(data));

  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReplaying = false;
  let runAgain = false;
  const replay = () => {
    runAgain = isReplaying;
    if (!isReplaying) void replayOnce();
  };
  const replayOnce = async () => {
    isReplaying = true;
    clearTimeout(timer);
    try {
      const replayed = await queue.replay();
      showResult(replayed);
      if (replayed.retryInMs !== null) timer = setTimeout(replay, replayed.retryInMs);
    } catch {
      // A store that cannot be read has nothing to send. Adding to it fails with an error.
    }
    isReplaying = false;
    if (runAgain) replay();
  };
  queue.subscribe(replay);
  watchConnection(() => {
    if (isServerReachable()) void queue.reconnected().then(replay, () => {});
  });
  setInterval(() => void queue.refresh().catch(() => {}), QUEUE_COUNT_REFRESH_MS);
  void queue.reconnected().then(replay, () => {});
  return {
    ...queue,
    tryAgain: (id) => queue.tryAgain(id).then(replay),
    sendInstead: (id, body) => queue.sendInstead(id, body).then(replay),
  };
}

function showResult({ done, refused }: ReplayResult): void {
  const unseen = done.filter(({ isSeen }) => !isSeen);
  const byStaff = unseen.filter(({ change }) => change.kind !== 'reservation');
  if (byStaff.length > 0) {
    const title = byStaff.length === 1 ? say`1 change sent` : say`${byStaff.length} changes sent`;
    toast.success(title, { id: 'queue-sent' });
  }
  for (const { change, answer } of unseen) {
    if (change.call === 'cancelReservation') toast.success(reservationNotices.cancelled, { description: change.about });
    else if (change.kind === 'reservation') {
      const manageUrl = 'manageUrl' in answer ? answer.manageUrl : null;
      toast.success(say`Your table is booked`, {
        description: change.about,
        duration: 10_000,
        action:
          manageUrl !== null && change.call === 'createReservation'
            ? { label: say`See it`, onClick: () => location.assign(manageUrl) }
            : undefined,
      });
    }
  }
  for (const change of refused) {
    toast.error(say`Still waiting: ${refusalQuestion(change).words}`, { description: change.about, duration: 10_000 });
  }
}

const NOTHING: readonly QueuedChange[] = [];

/** The waiting changes, updated each second. */
export function useQueuedChanges(): readonly QueuedChange[] {
  return useSyncExternalStore(subscribe, waiting, () => NOTHING);
}

/** What waits for everybody who used this device. */
export function useChangesOnDevice(): readonly QueuedChange[] {
  return useSyncExternalStore(subscribe, onDevice, () => NOTHING);
}

const subscribe = (onChange: () => void) => openQueue().subscribe(onChange);
const waiting = () => openQueue().waiting();
const onDevice = () => openQueue().onDevice();

export function useQueuedChangesOf(kind: QueueKind): readonly QueuedChange[] {
  const all = useQueuedChanges();
  return all.filter((change) => change.kind === kind);
}

/** Calls back with each change that was sent. */
export function useQueueDone(onDone: DoneListener): void {
  const notify = useEffectEvent(onDone);
  useEffect(() => openQueue().onDone((done) => notify(done)), []);
}
