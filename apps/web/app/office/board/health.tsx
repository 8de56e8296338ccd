import { useEffect, useState } from 'react';
import { RefreshCw, Wifi, WifiOff } from 'lucide-react';
import { streamState, useStream } from '../../shared/live/stream-state.ts';

import { useOnline } from '../../shared/offline/online.ts';
import { classNames } from '../../ui/class-names.ts';
import { useLiveOrders } from './live-orders.tsx';
import styles from './order-board.module.css';
import { texts } from './texts.ts';

/** Whether what one sees is true now: live, asked for now and then, or from before the line broke. */
export function Health() {
  const online = useOnline();
  const { state } = useStream();
  const { pollsEvery } = useLiveOrders();
  const quiet = useQuietSeconds();
  if (!online) {
    return (
      <span className={classNames(styles.health, styles.bad)} role="status">
        <WifiOff aria-hidden="true" />
        <b className="weight-600">{texts.offline}</b>
      </span>
    );
  }
  if (state === 'live') {
    return (
      <span className={classNames(styles.health, styles.good)}>
        <Wifi aria-hidden="true" />
        <b className="weight-600">{texts.live}</b>
        <small className="soft digits">{texts.liveSub(quiet)}</small>
      </span>
    );
  }
  return (
    <span className={classNames(styles.health, pollsEvery !== null && styles.warn)} role="status">
      <RefreshCw aria-hidden="true" />
      <b className="weight-600">{pollsEvery === null ? texts.connecting : texts.checking(pollsEvery)}</b>
      {pollsEvery !== null && <small className="soft digits">{texts.paused}</small>}
    </span>
  );
}

/** How old the news is; looked at every few seconds. */
function useQuietSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const look = () => setSeconds(Math.round((performance.now() - streamState().heardAt) / 1000));
    const timer = setInterval(look, 3_000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
