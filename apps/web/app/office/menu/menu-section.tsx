import { useState, useCallback, useMemo } from 'react';
import { BookOpen } from 'lucide-react';
import { ALL_CATEGORIES, filterMenu, inMenuOrder, NO_MENU_FILTER, type MenuFilter } from '@tiffin/domain/menu';
import { menuNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { hasNoResponse } from '../../shared/api/api-error.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState, IconState } from '../../ui/states.tsx';
import { useEditedMenu, useEditableLocations, type EditableLocation, type EditedMenu } from './menu-data.ts';
import styles from './menu.module.css';
import { useAddressState } from '../../shared/page/address-state.ts';
import { useNow } from '../../shared/page/now.ts';
import { useSetOfflineText } from '../../shared/offline/offline-words.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { SharedMenu } from './shared-menu/shared-menu.tsx';
import { DishList } from './dish-list.tsx';
import { MenuFilters, MenuHead, MenuTiles } from './menu-head.tsx';
import { AllergenReview, unstatedDishes } from './import/allergen-review.tsx';
import { ImportMenu } from './import/import-menu.tsx';
import { MenuDialogs, type OpenDialog } from './menu-dialogs.tsx';

/** Menu Management: search, edit and arrange the menu of one location. */
export default function MenuSection() {
  const { places, list, chosen, choose } = useEditableLocations();
  if (places.isPending) return <MenuLoading />;
  if (places.isError) return <MenuError error={places.error} onTryAgain={() => void places.refetch()} />;
  if (!chosen) {
    return (
      <IconState
        level={1}
        title={say`No location to manage yet`}
        text={say`Ask an admin to add you to one.`}
        icon={<BookOpen aria-hidden="true" />}
      />
    );
  }
  return <MenuOf key={chosen.id} place={chosen} places={list} onPlace={choose} />;
}

function MenuOf({
  place,
  places,
  onPlace,
}: {
  place: EditableLocation;
  places: readonly EditableLocation[];
  onPlace: (id: string) => void;
}) {
  const menu = useEditedMenu(place.id);
  const [dismissed, setDismissed] = useState<unknown>(null);
  const refresh = () => void menu.refetch();
  if (menu.isPending) return <MenuLoading />;
  // A menu loaded before stays usable behind the error. When the server is unreachable, the page's banner already says
  // so, with the age of the data.
  const exists = menu.data !== undefined && hasNoResponse(menu.error);
  if (menu.isError && !exists && menu.error !== dismissed) {
    return (
      <MenuError
        error={menu.error}
        onTryAgain={refresh}
        onDismiss={() => setDismissed(menu.error)}
        busy={menu.isFetching}
      />
    );
  }
  return (
    <MenuEditor
      place={place}
      places={places}
      onPlace={onPlace}
      menu={menu.data ?? { locationId: place.id, dishes: [], categories: [] }}
      onRefresh={refresh}
      refreshing={menu.isFetching}
    />
  );
}

function MenuError({
  error,
  onTryAgain,
  onDismiss,
  busy = false,
}: {
  error: unknown;
  onTryAgain: () => void;
  onDismiss?: () => void;
  busy?: boolean;
}) {
  return (
    <ErrorState level={1} title={say`Error Loading Menu`} text={`${menuNotices.loadError}. ${errorText(error)}`}>
      <Button onClick={onTryAgain} busy={busy}>
        {say`Try Again`}
      </Button>
      {onDismiss && (
        <Button look="quiet" onClick={onDismiss}>
          {say`Dismiss`}
        </Button>
      )}
    </ErrorState>
  );
}

function MenuLoading() {
  return (
    <Loading label={say`Loading menu items...`}>
      <div className="grid gap-16 soft">
        <p>{say`Loading menu items...`}</p>
        <div className={`grid gap-14 ${styles.grid}`}>
          {[1, 2, 3, 4, 5, 6, 7, 8].map((card) => (
            <Skeleton key={card} height={300} />
          ))}
        </div>
      </div>
    </Loading>
  );
}

/** Before the clock is known, no dish counts as a special. */
const BEFORE_ALL = new Date(0);

/** The value of `import` in the address of a link from the set-up. */
const FROM_SET_UP = 'set-up';

interface MenuEditorProps {
  place: EditableLocation;
  places: readonly EditableLocation[];
  onPlace: (id: string) => void;
  menu: EditedMenu;
  onRefresh: () => void;
  refreshing: boolean;
}

function MenuEditor({ place, places, onPlace, menu, onRefresh, refreshing }: MenuEditorProps) {
  const online = useOnline();
  useSetOfflineText(menuNotices.offline);
  const [filter, setFilter] = useFilter();
  const [openedBy, setOpenedBy] = useAddressState('import', '');
  const [over, setOver] = useState<OpenDialog>(openedBy === FROM_SET_UP ? { what: 'file' } : null);
  const close = useCallback(() => {
    setOver(null);
    setOpenedBy('');
  }, [setOpenedBy]);
  const now = useNow() ?? BEFORE_ALL;
  const dishes = useMemo(() => inMenuOrder(menu.dishes, menu.categories), [menu]);
  const unstated = unstatedDishes(dishes).length;
  const shown = filterMenu(dishes, filter, { now, zone: place.timeZone });

  if (over?.what === 'file')
    return (
      <ImportMenu
        location={place}
        places={places}
        isEmpty={dishes.length === 0}
        unstated={unstated}
        isFromSetUp={openedBy === FROM_SET_UP}
        onReview={() => setOver({ what: 'review' })}
        onClose={close}
      />
    );
  if (over?.what === 'review')
    return <AllergenReview location={place} dishes={dishes} categories={menu.categories} onClose={close} />;
  if (over?.what === 'chain') return <SharedMenu places={places} categories={menu.categories} onClose={close} />;
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
      {unstated > 0 && (
        <Banner
          tone="warn"
          title={unstated === 1 ? say`1 dish: confirm` : say`${unstated} dishes: confirm`}
          action={
            <Button look="line" onClick={() => setOver({ what: 'review' })}>
              {say`Confirm now`}
            </Button>
          }
        >
          {say`what they contain. Until then guests read “Ask us about allergens”.`}
        </Banner>
      )}
      <MenuTiles dishes={dishes} />
      <MenuFilters
        filter={filter}
        onFilter={setFilter}
        dishes={dishes}
        categories={menu.categories}
        shown={shown.length}
      />
      <DishList
        location={place}
        places={places}
        dishes={dishes}
        shown={shown}
        categories={menu.categories}
        now={now}
        onOver={setOver}
      />
      <MenuDialogs
        over={over}
        onClose={close}
        location={place}
        places={places}
        dishes={dishes}
        categories={menu.categories}
        filter={filter}
      />
    </div>
  );
}

/** The filter, stored in the URL. */
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
