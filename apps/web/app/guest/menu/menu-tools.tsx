import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { say } from '@tiffin/domain/core';
import { Chip } from '../../ui/choices.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { NO_FILTERS, DISH_FILTERS, isUnfiltered, type DishFilter, type FilterState } from './filters.ts';
import styles from './menu.module.css';

const FILTER_NAMES = {
  vegetarian: say`Vegetarian`,
  vegan: say`Vegan`,
  'gluten-free': say`Gluten-free`,
  without: say`Without…`,
  'not-spicy': say`Not spicy`,
  favourites: say`Favourites`,
};

interface MenuToolsProps {
  filterState: FilterState;
  onFilter: (requested: FilterState) => void;
  withFavourites: boolean;
  onNear: () => void;
  /** Notes about the results. */
  children: ReactNode;
}

/** Search and filters, applied while the guest types. */
export function MenuTools({ filterState, onFilter, withFavourites, onNear, children }: MenuToolsProps) {
  const filters: readonly DishFilter[] = withFavourites ? [...DISH_FILTERS, 'favourites'] : DISH_FILTERS;
  const tools = useRef<HTMLElement>(null);
  const takeOverForm = useEffectEvent(() => {
    const typed = tools.current && filterFromForm(tools.current, filters);
    if (typed && !isUnfiltered(typed)) onFilter(typed);
  });
  // Text and checkboxes may have been changed before hydration.
  useEffect(() => takeOverForm(), []);
  return (
    <search ref={tools} className="grid gap-12 above-20" onPointerOver={onNear} onFocus={onNear}>
      <SearchInput
        label={say`Search dishes`}
        placeholder={say`Search dishes`}
        autoComplete="off"
        enterKeyHint="search"
        value={filterState.search}
        onChange={(event) => onFilter({ ...filterState, search: event.target.value })}
        onKeyDown={focusFirstDish}
      />
      <div className={`flex flex-wrap gap-8 strip ${styles.chips}`} role="group" aria-label={say`Show only`}>
        {filters.map((filter) => (
          <Chip
            key={filter}
            value={filter}
            label={FILTER_NAMES[filter]}
            checked={filterState.filters.has(filter)}
            onChange={(event) => {
              const next = new Set(filterState.filters);
              if (event.target.checked) next.add(filter);
              else next.delete(filter);
              onFilter({ ...filterState, filters: next });
            }}
          />
        ))}
      </div>
      {children}
    </search>
  );
}

function filterFromForm(tools: HTMLElement, filters: readonly DishFilter[]): FilterState {
  const isTicked = (filter: DishFilter) => tools.querySelector(`[value="${filter}"]:checked`) !== null;
  return {
    ...NO_FILTERS,
    search: tools.querySelector<HTMLInputElement>('[type=search]')?.value ?? '',
    filters: new Set(filters.filter(isTicked)),
  };
}

/** Enter focuses the first result, which skips the filters and closes the keyboard of a phone. */
function focusFirstDish({ key, nativeEvent }: KeyboardEvent) {
  if (key === 'Enter' && !nativeEvent.isComposing) document.querySelector<HTMLElement>('[id^=dish-] a')?.focus();
}
