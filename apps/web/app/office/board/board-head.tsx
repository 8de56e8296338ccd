import type { ReactNode, RefObject } from 'react';
import { CheckSquare, ChefHat, RefreshCw } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/inputs.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Health } from './health.tsx';
import { EVERYWHERE, useLiveOrders } from './live-orders.tsx';
import styles from './order-board.module.css';
import { texts } from './texts.ts';

/** Whether the board is live, which place it shows, what is looked for, and the ways off it. */
export function BoardHead({
  soundMenu,
  searchRef,
  search,
  onSearch,
  selecting,
  onSelecting,
  onKitchen,
}: {
  soundMenu: ReactNode;
  searchRef: RefObject<HTMLInputElement | null>;
  search: string;
  onSearch: (typed: string) => void;
  /** Several orders are being picked. */
  selecting: boolean;
  onSelecting: (selecting: boolean) => void;
  onKitchen: () => void;
}) {
  const live = useLiveOrders();
  const select = selecting ? texts.selecting : texts.select;
  return (
    <header className={`row flex-wrap gap-8 ${styles.head}`}>
      <h1>{texts.title}</h1>
      <Health />
      {soundMenu}
      <SearchInput
        ref={searchRef}
        label={texts.find}
        placeholder={texts.find}
        className={styles.find}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <Select
        aria-label={texts.location}
        className={styles.place}
        value={live.place}
        onChange={(event) => live.choosePlace(event.currentTarget.value)}
      >
        {live.places.length > 1 && <option value={EVERYWHERE}>{texts.allLocations}</option>}
        {live.places.map((place) => (
          <option key={place.id} value={place.id}>
            {place.name}
          </option>
        ))}
      </Select>
      <IconButton label={texts.refresh} title={texts.refresh} aria-busy={live.isRefreshing} onClick={live.refresh}>
        <RefreshCw aria-hidden="true" />
      </IconButton>
      <IconButton label={select} title={select} aria-pressed={selecting} onClick={() => onSelecting(!selecting)}>
        <CheckSquare aria-hidden="true" />
      </IconButton>
      <Button look="plain" onClick={onKitchen}>
        <ChefHat aria-hidden="true" /> {texts.kitchen}
      </Button>
    </header>
  );
}
