import { useEffect, useState, useSyncExternalStore, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { WifiOff, BellRing, ChefHat } from 'lucide-react';
import { isReloadTime, readScreenKey, isJustReady, pageOfList } from '@tiffin/domain/kitchen';
import { say } from '@tiffin/domain/core';
import logoUrl from '../../assets/brand/app-icon.svg';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { storedText } from '../../shared/offline/text-storage.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { useWakeLock } from '../../shared/page/use-wake-lock.ts';
import { useSite } from '../../shared/site/site.ts';
import { formatTime } from '../../ui/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import styles from './pickup-screen.module.css';
import { usePickupOrders, type ShownScreen } from './use-pickup-orders.ts';

const storedKey = storedText('tiffin_screen_key');

/** `undefined` until the browser was asked for the key, null without one. A link may bring one. */
function useScreenKey(): string | null | undefined {
  const key = useSyncExternalStore(storedKey.subscribe, storedKey.read, () => null);
  const isHydrated = useHydrated();
  useEffect(() => {
    const linked = readScreenKey(location.hash);
    if (linked === null) return;
    storedKey.write(linked);
    // Guests can read the address if the page does not fill the screen.
    history.replaceState(history.state, '', location.pathname);
  }, []);
  return isHydrated ? key : undefined;
}

/** The screen for guests who wait: which orders are being prepared, and which are ready. */
export function PickupScreen() {
  const key = useScreenKey();
  const [hasEnded, setHasEnded] = useState(false);
  if (key === undefined) return <div className={`column on-brand ${styles.screen}`} />;
  if (key === null) return <KeyForm hasEnded={hasEnded} onKey={storedKey.write} />;
  return (
    <Connected
      key={key}
      screenKey={key}
      onEnded={() => {
        setHasEnded(true);
        storedKey.write(null);
      }}
    />
  );
}

const CLOCK_MS = 5_000;

function Connected({ screenKey, onEnded }: { screenKey: string; onEnded: () => void }) {
  const { screen, isLost } = usePickupOrders(screenKey, onEnded);
  const now = useServerNow(CLOCK_MS);
  useWakeLock();
  useNightlyReload(screen?.timeZone, now, isLost);
  return (
    <div className={`column on-brand ${styles.screen}`}>
      <Header screen={screen} now={now} />
      <main id="main" className={`grid grow min-height-0 ${styles.main}`} data-lost={isLost}>
        {screen ? (
          <>
            <Preparing orders={screen.preparing} />
            <Ready orders={screen.ready} now={now} />
          </>
        ) : (
          !isLost && <p className={styles.empty}>{say`Loading the orders…`}</p>
        )}
      </main>
      <div role="status">
        {isLost && (
          <p className={`row ${styles.lost}`}>
            <WifiOff />
            <span>
              <b>{say`This screen has lost the connection.`}</b>{' '}
              {screen
                ? say`Please ask at the counter. It shows how it was at ${formatTime(screen.serverTime, 'time', screen.timeZone)}`
                : say`It connects as soon as it can.`}
            </span>
          </p>
        )}
      </div>
    </div>
  );
}

function Header({ screen, now }: { screen: ShownScreen | null; now: Date }) {
  const site = useSite();
  return (
    <header className={`row ${styles.head}`}>
      <img src={logoUrl} alt="" />
      <h1>{site.name}</h1>
      {screen && <span>{screen.locationName}</span>}
      <time className={`push-right weight-650 digits ${styles.clock}`}>
        {screen && formatTime(now.toISOString(), 'time', screen.timeZone)}
      </time>
    </header>
  );
}

/** Loads new versions at night. Without a connection the page stays, because it could not load. */
function useNightlyReload(zone: string | undefined, now: Date, isLost: boolean): void {
  const [openedAt] = useState(now);
  const isTime = zone !== undefined && !isLost && isReloadTime(now, openedAt, zone);
  useEffect(() => {
    if (isTime) location.reload();
  }, [isTime]);
}

function Preparing({ orders }: { orders: ShownScreen['preparing'] }) {
  const { ref, rows, page, pages } = usePagedRows(orders, '');
  return (
    <section className={`column min-width-0 min-height-0 ${styles.preparing}`} aria-label={say`Being prepared`}>
      <h2 className={`row ${styles.heading}`}>
        <ChefHat /> {say`Being prepared`} <PageNumber page={page} pages={pages} />
      </h2>
      {orders.length === 0 && <p className={styles.empty}>{say`Nothing on the stove.`}</p>}
      <ul ref={ref} className={`grow min-height-0 ${styles.list}`}>
        {rows.map(({ code, initial, minutes }) => (
          <li key={code} className="row">
            <b>{code}</b>
            <Initial of={initial} />
            <span className={`push-right on-brand-soft nowrap ${styles.when}`}>
              {minutes === null ? say`any minute` : say`about ${minutes} min`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ready({ orders, now }: { orders: ShownScreen['ready']; now: Date }) {
  const newest = orders.find(({ readyAt }) => isJustReady(toDate(readyAt), now));
  const { ref, rows, page, pages } = usePagedRows(orders, newest?.code ?? '');
  return (
    <section className={`column min-width-0 min-height-0 ${styles.ready}`} aria-label={say`Ready`}>
      <h2 className={`row ${styles.heading}`}>
        <BellRing /> {say`Ready`} <PageNumber page={page} pages={pages} />
      </h2>
      <p role="status" className="sr-only">
        {newest && say`${newest.code} is ready`}
      </p>
      {orders.length === 0 && <p className={styles.empty}>{say`Order at the counter, or on your phone.`}</p>}
      <ul ref={ref} className={`grow min-height-0 ${styles.list}`}>
        {rows.map(({ code, initial, readyAt }) => {
          const isNew = isJustReady(toDate(readyAt), now);
          return (
            <li key={code} className={classNames('row', isNew && styles.new)}>
              <b>{code}</b>
              <Initial of={initial} />
              {isNew && <span className={`push-right weight-620 nowrap ${styles.badge}`}>{say`Just ready`}</span>}
            </li>
          );
        })}
      </ul>
      <p className={styles.foot}>{say`Say your letters at the counter.`}</p>
    </section>
  );
}

function toDate(at: string | null): Date | null {
  return at === null ? null : new Date(at);
}

function Initial({ of }: { of: string | null }) {
  return of !== null && <span className={styles.initial}>{of}.</span>;
}

function PageNumber({ page, pages }: { page: number; pages: number }) {
  return pages > 1 && <small className={`push-right weight-500 ${styles.page}`}>{say`${page} of ${pages}`}</small>;
}

const TURN_MS = 8_000;
/** Before anything was measured. */
const FIRST_ROWS = 6;

/**
 * The rows of a list that fit on the screen. More than fit turn by pages; a change of `restart` begins with the first.
 */
function usePagedRows<T>(list: readonly T[], restart: string) {
  const ref = useRef<HTMLUListElement>(null);
  const [perPage, setPerPage] = useState(FIRST_ROWS);
  const [turned, setTurned] = useState({ restart, turn: 0 });
  const turn = turned.restart === restart ? turned.turn : 0;
  const isEmpty = list.length === 0;
  useLayoutEffect(() => {
    if (isEmpty) return undefined;
    const measure = () => {
      const available = ref.current?.clientHeight ?? 0;
      const row = ref.current?.firstElementChild?.getBoundingClientRect().height ?? 0;
      if (available > 0 && row > 0) setPerPage(Math.max(1, Math.floor((available + 1) / row)));
    };
    measure();
    // Also without a new window size: the notice about a lost connection takes some of the height.
    const observer = new ResizeObserver(measure);
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isEmpty]);
  const turnPage = useEffectEvent(() => setTurned({ restart, turn: turn + 1 }));
  useEffect(() => {
    const timer = setInterval(() => turnPage(), TURN_MS);
    return () => clearInterval(timer);
  }, []);
  return { ref, ...pageOfList(list, perPage, turn) };
}

/** Connects a television with its key. */
function KeyForm({ hasEnded, onKey }: { hasEnded: boolean; onKey: (key: string) => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(
    hasEnded ? say`This key does not work any more. Set up the screen again in the office, under Stations.` : null,
  );

  return (
    <main id="main" className={`stack gap-16 ${styles.form}`}>
      <h1>{say`Pick-up screen`}</h1>
      <form
        noValidate
        className="stack gap-16"
        onSubmit={(event) => {
          event.preventDefault();
          const key = readScreenKey(typed);
          if (key === null) setProblem(say`A key has the letters TV and 12 more characters.`);
          else onKey(key);
        }}
      >
        <TextField
          label={say`Key of this screen`}
          hint={say`The office shows it once, under Stations. Spaces and dashes do not matter.`}
          error={problem}
          required
          value={typed}
          maxLength={40}
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={say`TV-XXXX-XXXX-XXXX`}
          onValue={(text) => {
            setTyped(text);
            setProblem(null);
          }}
        />
        <Button type="submit" size="lg">
          {say`Connect`}
        </Button>
      </form>
    </main>
  );
}
