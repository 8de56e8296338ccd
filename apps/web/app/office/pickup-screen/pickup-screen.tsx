import { useEffect, useState, useSyncExternalStore } from 'react';
import { WifiOff } from 'lucide-react';
import { isReloadTime, readScreenKey } from '@tiffin/domain/kitchen';
import { say } from '@tiffin/domain/core';
import logoUrl from '../../assets/brand/app-icon.svg';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { storedText } from '../../shared/offline/text-storage.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { useWakeLock } from '../../shared/page/use-wake-lock.ts';
import { useSite } from '../../shared/site/site.ts';
import { formatTime } from '../../ui/format.ts';
import { Preparing, Ready } from './columns.tsx';
import { KeyForm } from './key-form.tsx';
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
    // Guests see the address of a screen that is not full.
    history.replaceState(history.state, '', location.pathname);
  }, []);
  return isHydrated ? key : undefined;
}

/** The screen for guests who wait: which orders are being prepared, and which are ready. */
export function PickupScreen() {
  const key = useScreenKey();
  const [hasEnded, setHasEnded] = useState(false);
  if (key === undefined) return <div className={styles.screen} />;
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
    <div className={styles.screen}>
      <Header screen={screen} now={now} />
      <main id="main" className={styles.main} data-lost={isLost}>
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
          <p className={styles.lost}>
            <WifiOff aria-hidden="true" />
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
    <header className={styles.head}>
      <img src={logoUrl} alt="" />
      <h1>{site.name}</h1>
      {screen && <span>{screen.locationName}</span>}
      <time className={styles.clock}>{screen && formatTime(now.toISOString(), 'time', screen.timeZone)}</time>
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
