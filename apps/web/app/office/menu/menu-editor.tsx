import { useCallback, useMemo, useState } from 'react';
import { ALL_CATEGORIES, filterMenu, inMenuOrder, NO_MENU_FILTER, type MenuFilter } from '@tiffin/domain/menu';
import { useAddressState } from '../../shared/page/address-state.ts';
import { useNow } from '../../shared/page/now.ts';
import { useOfflineWords } from '../../shared/offline/offline-words.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { ChainMenu } from './chain/chain-menu.tsx';
import { DishList } from './dish-list.tsx';
import { MenuFilters, MenuHead, MenuTiles } from './menu-head.tsx';
import type { EditedMenu, Place } from './menu-data.ts';
import { ImportMenu } from './moving/import-menu.tsx';
import { OverMenu, type Over } from './over-menu.tsx';
import { texts } from './texts.ts';

/** Until the clock has been looked at, nothing is special. */
const BEFORE_ALL = new Date(0);

export interface MenuEditorProps {
  place: Place;
  places: readonly Place[];
  onPlace: (id: string) => void;
  menu: EditedMenu;
  onRefresh: () => void;
  refreshing: boolean;
}

export function MenuEditor({ place, places, onPlace, menu, onRefresh, refreshing }: MenuEditorProps) {
  const online = useOnline();
  useOfflineWords(texts.offline);
  const [filter, setFilter] = useFilter();
  const [over, setOver] = useState<Over>(null);
  const close = useCallback(() => setOver(null), []);
  const now = useNow() ?? BEFORE_ALL;
  const dishes = useMemo(() => inMenuOrder(menu.dishes, menu.categories), [menu]);
  const shown = filterMenu(dishes, filter, { now, zone: place.timeZone });

  if (over?.what === 'file')
    return <ImportMenu place={place} places={places} isEmpty={dishes.length === 0} onClose={close} />;
  if (over?.what === 'chain') return <ChainMenu places={places} categories={menu.categories} onClose={close} />;
  return (
    <div className="stack gap-16">
      <MenuHead
        place={place}
        places={places}
        onPlace={onPlace}
        onRefresh={onRefresh}
        refreshing={refreshing}
        online={online}
        onOver={setOver}
      />
      <MenuTiles dishes={dishes} />
      <MenuFilters
        filter={filter}
        onFilter={setFilter}
        dishes={dishes}
        categories={menu.categories}
        shown={shown.length}
      />
      <DishList
        place={place}
        places={places}
        dishes={dishes}
        shown={shown}
        categories={menu.categories}
        now={now}
        onOver={setOver}
      />
      <OverMenu
        over={over}
        onClose={close}
        place={place}
        places={places}
        dishes={dishes}
        categories={menu.categories}
        filter={filter}
      />
    </div>
  );
}

/** What is looked for, in the address. */
function useFilter(): [MenuFilter, (filter: MenuFilter) => void] {
  const [search, setSearch] = useAddressState('dish', '');
  const [category, setCategory] = useAddressState('category', ALL_CATEGORIES);
  const [showing, setShowing] = useAddressState('show', 'all');
  const availability = showing === 'available' || showing === 'unavailable' ? showing : 'all';
  return [
    { ...NO_MENU_FILTER, search, category, availability },
    (next) => {
      setSearch(next.search);
      setCategory(next.category);
      setShowing(next.availability);
    },
  ];
}
