import type { KeyboardEvent } from 'react';
import { Chip } from '../../ui/choices.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { FILTERS, type Filter, type Wanted } from './filters.ts';
import { texts } from './texts.ts';
import styles from './tools.module.css';

/** Search and filters; what they leave changes as one types. */
export function Tools({
  wanted,
  onWanted,
  withFavourites,
}: {
  wanted: Wanted;
  onWanted: (wanted: Wanted) => void;
  withFavourites: boolean;
}) {
  const filters: readonly Filter[] = withFavourites ? [...FILTERS, 'favourites'] : FILTERS;
  return (
    <search className={styles.tools}>
      <SearchInput
        label={texts.search}
        placeholder={texts.search}
        autoComplete="off"
        enterKeyHint="search"
        value={wanted.search}
        onChange={(event) => onWanted({ ...wanted, search: event.target.value })}
        onKeyDown={toFirstDish}
      />
      <div className={styles.chips} role="group" aria-label={texts.filters}>
        {filters.map((filter) => (
          <Chip
            key={filter}
            label={texts[filter]}
            checked={wanted.filters.has(filter)}
            onChange={(event) => {
              const next = new Set(wanted.filters);
              if (event.target.checked) next.add(filter);
              else next.delete(filter);
              onWanted({ ...wanted, filters: next });
            }}
          />
        ))}
      </div>
    </search>
  );
}

/** Enter goes to what was found: past the filters, and on a phone the keys make room for it. */
function toFirstDish({ key, nativeEvent }: KeyboardEvent) {
  if (key === 'Enter' && !nativeEvent.isComposing) document.querySelector<HTMLElement>('[id^=dish-] a')?.focus();
}
