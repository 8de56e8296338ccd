import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Ban, CheckSquare, ChefHat, RefreshCw, Rows3, Wifi, WifiOff } from 'lucide-react';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/inputs.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useLiveOrders } from './live-orders.tsx';
import styles from './board.module.css';
import { PaceButtons } from './pause-controls.tsx';
import { texts } from './texts.ts';
import { streamState, useStream } from '../../shared/live/stream-state.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { classNames } from '../../ui/class-names.ts';

/** The board's header: connection state, location, search and links. */
export function BoardHead({
  soundMenu,
  searchRef,
  search,
  onSearch,
  selecting,
  onSelecting,
  isCompact,
  onCompact,
  onKitchen,
  onSoldOut,
}: {
  soundMenu: ReactNode;
  searchRef: RefObject<HTMLInputElement | null>;
  search: string;
  onSearch: (typed: string) => void;
  /** Selection mode is on. */
  selecting: boolean;
  onSelecting: (selecting: boolean) => void;
  isCompact: boolean;
  onCompact: () => void;
  onKitchen: () => void;
  onSoldOut: () => void;
}) {
  const live = useLiveOrders();
  const select = selecting ? texts.selecting : texts.select;
  return (
    <header className={`row flex-wrap gap-8 ${styles.head}`}>
      <h1>{texts.title}</h1>
      <BoardHealth />
      {soundMenu}
      <SearchInput
        ref={searchRef}
        label={texts.find}
        placeholder={texts.find}
        className={styles.find}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <LocationSelect />
      <IconButton label={texts.refresh} title={texts.refresh} aria-busy={live.isRefreshing} onClick={live.refresh}>
        <RefreshCw aria-hidden="true" />
      </IconButton>
      <IconButton label={select} title={select} aria-pressed={selecting} onClick={() => onSelecting(!selecting)}>
        <CheckSquare aria-hidden="true" />
      </IconButton>
      <IconButton label={texts.compact} title={texts.compact} aria-pressed={isCompact} onClick={onCompact}>
        <Rows3 aria-hidden="true" />
      </IconButton>
      <PaceButtons />
      <Button look="plain" aria-label={texts.soldOut.title} title={texts.soldOut.title} onClick={onSoldOut}>
        <Ban aria-hidden="true" /> <span className={styles.roomy}>{texts.soldOut.title}</span>
      </Button>
      <Button look="plain" onClick={onKitchen}>
        <ChefHat aria-hidden="true" /> {texts.kitchen}
      </Button>
    </header>
  );
}

function LocationSelect() {
  const { workLocations, shownLocationId, chooseLocation } = useLiveOrders();
  return (
    <Select
      aria-label={texts.location}
      className={`auto-width ${styles.place}`}
      value={shownLocationId}
      onChange={(event) => chooseLocation(event.currentTarget.value)}
    >
      {workLocations.length > 1 && <option value={ALL_LOCATIONS}>{texts.allLocations}</option>}
      {workLocations.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** How current the board is: live, polled, or outdated. */
export function BoardHealth() {
  const online = useOnline();
  const { state } = useStream();
  const { pollsEvery } = useLiveOrders();
  const quiet = useQuietSeconds();
  if (!online) {
    return (
      <span className={classNames(styles.health, styles.bad)} role="status">
        <WifiOff aria-hidden="true" className="danger" />
        <b className="weight-600">{texts.offline}</b>
      </span>
    );
  }
  if (state === 'live') {
    return (
      <span className={classNames(styles.health, styles.good)}>
        <Wifi aria-hidden="true" className="success" />
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

/** The seconds since the last update, checked every few seconds. */
function useQuietSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const look = () => setSeconds(Math.round((performance.now() - streamState().lastMessageAt) / 1000));
    const timer = setInterval(look, 3_000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
