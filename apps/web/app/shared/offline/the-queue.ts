import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { QUEUE_COUNT_REFRESH_MS, type QueueKind } from './queue-rules.ts';
import { REQUEST_TIMEOUT_MS } from '../api/retry.ts';
import { createApi, type Answer } from '../api/api.ts';
import { overTheNetwork } from '../api/client-policy.ts';
import { newKey } from '../api/new-key.ts';
import { isReached, watchConnection } from './online.ts';
import { personHere } from '../session/person.ts';
import { toast } from '../../ui/toasts.ts';
import type { QueuedCall, QueuedChange } from './changes.ts';
import { changeQueue, type ChangeQueue, type DoneListener, type News, type Replayed } from './queue.ts';
import { queueStore } from './queue-store.ts';
import { texts } from './texts.ts';
import { waitingFlag } from './stored.ts';

const NAME = 'tiffin_queue';

/** Each once: whether and when it is sent again is the queue's to say. */
function send({ call, body, id }: QueuedChange): Promise<Answer<QueuedCall>> {
  const once = createApi(
    (request) => overTheNetwork(new Request(request, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })),
    location.origin,
  );
  // Call and body belong together since the change was made.
  return once(call, { body } as never, { idempotencyKey: id });
}

let ours: ChangeQueue | null = null;

/** This browser's queue, one for all its tabs. It sends by itself once it has been asked for. */
export function theQueue(): ChangeQueue {
  ours ??= begin();
  return ours;
}

function begin(): ChangeQueue {
  const channel = new BroadcastChannel(NAME);
  const queue = changeQueue({
    store: queueStore,
    send,
    newKey,
    now: () => Date.now(),
    person: personHere,
    isReached,
    // Without locks (a page without TLS) two tabs may send the same; its key makes it happen once.
    alone: async (work) => ('locks' in navigator ? navigator.locks.request(NAME, () => work()) : work()),
    pause: (ms) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      }),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    broadcast: (news) => channel.postMessage(news),
    mark(isWaiting) {
      if ((waitingFlag.read() !== null) !== isWaiting) waitingFlag.write(isWaiting ? '1' : null);
    },
  });
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => queue.receive(data));

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
      say(replayed);
      if (replayed.againInMs !== null) timer = setTimeout(replay, replayed.againInMs);
    } catch {
      // A store that cannot be read has nothing to send; whoever adds to it is told.
    }
    isReplaying = false;
    if (runAgain) replay();
  };
  queue.subscribe(replay);
  watchConnection(() => {
    if (isReached()) void queue.reconnected().then(replay, () => {});
  });
  setInterval(() => void queue.refresh().catch(() => {}), QUEUE_COUNT_REFRESH_MS);
  void queue.reconnected().then(replay, () => {});
  return { ...queue, tryAgain: (id) => queue.tryAgain(id).then(replay) };
}

function say({ done, refused }: Replayed): void {
  const unseen = done.filter(({ isSeen }) => !isSeen);
  const work = unseen.filter(({ change }) => change.kind !== 'reservation');
  if (work.length > 0) toast.success(texts.sent(work.length), { id: 'queue-sent' });
  for (const { change, answer } of unseen) {
    if (change.call === 'cancelReservation') toast.success(texts.cancelled, { description: change.about });
    else if (change.kind === 'reservation') {
      const manageUrl = 'manageUrl' in answer ? answer.manageUrl : null;
      toast.success(texts.booked, {
        description: change.about,
        duration: 10_000,
        ...(manageUrl !== null &&
          change.call === 'createReservation' && {
            action: { label: texts.see, onClick: () => location.assign(manageUrl) },
          }),
      });
    }
  }
  for (const { about, problem } of refused) {
    toast.error(texts.refused(problem?.words ?? texts.failed), { description: about, duration: 10_000 });
  }
}

const NOTHING: readonly QueuedChange[] = [];

/** What waits, counted anew each second. */
export function useWaiting(): readonly QueuedChange[] {
  return useSyncExternalStore(subscribe, waiting, () => NOTHING);
}

const subscribe = (onChange: () => void) => theQueue().subscribe(onChange);
const waiting = () => theQueue().waiting();

export function useWaitingOf(kind: QueueKind): readonly QueuedChange[] {
  const all = useWaiting();
  return all.filter((change) => change.kind === kind);
}

/** Told of each change that goes through while the component is on the page. */
export function useQueueDone(onDone: DoneListener): void {
  const notify = useEffectEvent(onDone);
  useEffect(() => theQueue().onDone((done) => notify(done)), []);
}
