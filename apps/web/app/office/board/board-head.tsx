import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Ban, CheckSquare, ChefHat, RefreshCw, Rows3, Wifi, WifiOff } from 'lucide-react';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { say } from '@tiffin/domain/core';
import { Button, IconButton } from '../../ui/button.tsx';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useLiveOrders } from './live-orders.tsx';
import styles from './board.module.css';
import { useLinkedPart } from '../../shared/page/linked-part.ts';
import { PaceButtons } from './pause-controls.tsx';
import { streamState, useStream } from '../../shared/live/stream-state.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { classNames } from '../../ui/class-names.ts';

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
  selecting: boolean;
  onSelecting: (selecting: boolean) => void;
  isCompact: boolean;
  onCompact: () => void;
  onKitchen: () => void;
  onSoldOut: () => void;
}) {
  const live = useLiveOrders();
  useLinkedPart('orders', (part) => part === 'sold-out' && onSoldOut());
  const label = selecting ? say`Done selecting` : say`Select`;
  return (
    <header className={`row flex-wrap gap-8 ${styles.head}`}>
      <h1>{say`Order Management`}</h1>
      <BoardHealth />
      {soundMenu}
      <SearchInput
        ref={searchRef}
        label={say`Find an order`}
        placeholder={say`Find an order`}
        className={styles.find}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <LocationSelect />
      <IconButton label={say`Refresh`} title={say`Refresh`} aria-busy={live.isRefreshing} onClick={live.refresh}>
        <RefreshCw />
      </IconButton>
      <IconButton label={label} title={label} aria-pressed={selecting} onClick={() => onSelecting(!selecting)}>
        <CheckSquare />
      </IconButton>
      <IconButton label={say`Compact view`} title={say`Compact view`} aria-pressed={isCompact} onClick={onCompact}>
        <Rows3 />
      </IconButton>
      <PaceButtons />
      <Button look="plain" aria-label={say`Sold out`} title={say`Sold out`} onClick={onSoldOut}>
        <Ban /> <span className={styles.roomy}>{say`Sold out`}</span>
      </Button>
      <Button look="plain" onClick={onKitchen}>
        <ChefHat /> {say`Kitchen`}
      </Button>
    </header>
  );
}

function LocationSelect() {
  const { workLocations, shownLocationId, chooseLocation } = useLiveOrders();
  return (
    <Select
      aria-label={say`Location`}
      className={`auto-width ${styles.place}`}
      value={shownLocationId}
      onValue={chooseLocation}
    >
      {workLocations.length > 1 && <option value={ALL_LOCATIONS}>{say`All Locations`}</option>}
      <NamedOptions options={workLocations} />
    </Select>
  );
}

/** How current the board is: live, polled, or outdated. */
export function BoardHealth() {
  const online = useOnline();
  const { state } = useStream();
  const { pollSeconds } = useLiveOrders();
  const quiet = useQuietSeconds();
  if (!online) {
    return (
      <span className={classNames(styles.health, styles.bad)} role="status">
        <WifiOff className="danger" />
        <b className="weight-600">{say`Offline`}</b>
      </span>
    );
  }
  if (state === 'live') {
    return (
      <span className={classNames(styles.health, styles.good)}>
        <Wifi className="success" />
        <b className="weight-600">{say`Live`}</b>
        <small className="soft digits">
          {quiet < 60 ? say`updated ${quiet} s ago` : say`quiet for ${Math.floor(quiet / 60)} min`}
        </small>
      </span>
    );
  }
  return (
    <span className={classNames(styles.health, pollSeconds !== null && styles.warn)} role="status">
      <RefreshCw />
      <b className="weight-600">{pollSeconds === null ? say`Connecting` : say`Checking every ${pollSeconds} s`}</b>
      {pollSeconds !== null && <small className="soft digits">{say`live updates paused`}</small>}
    </span>
  );
}

/** The seconds since the last live event. */
function useQuietSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const measure = () => setSeconds(Math.round((performance.now() - streamState().lastMessageAt) / 1000));
    const timer = setInterval(measure, 3_000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
