import { useState, useCallback, type ComponentProps } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { filterMenu, NO_MENU_FILTER } from '@tiffin/domain/menu';
import { say } from '@tiffin/domain/core';
import { hasNoResponse } from '../../shared/api/api-error.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState, IconState } from '../../ui/states.tsx';
import { useEditedMenu, useEditableLocations, type EditableLocation } from './menu-data.ts';
import styles from './menu.module.css';
import { useAddressState } from '../../shared/page/address-state.ts';
import { useListState } from '../../shared/page/list-state.ts';
import { useNow } from '../../shared/page/now.ts';
import { useSetOfflineText } from '../../shared/offline/offline-words.ts';
import { SharedMenu } from './shared-menu/shared-menu.tsx';
import { DishList } from './dish-list.tsx';
import { MENU_FILTERS, MenuFilters, MenuHead, MenuTiles } from './menu-head.tsx';
import { ImportMenu } from './import/import-menu.tsx';
import { MenuDialogs, type OpenDialog } from './menu-dialogs.tsx';

export default function MenuSection() {
  const { places, list, chosen, choose } = useEditableLocations();
  if (places.isPending) return <MenuLoading />;
  if (places.isError) return <MenuError query={places} />;
  if (!chosen) {
    return (
      <IconState
        level={1}
        title={say`No location to manage yet`}
        text={say`Ask an admin to add you to one.`}
        icon={<BookOpen />}
      />
    );
  }
  return <MenuOf key={chosen.id} place={chosen} places={list} onPlace={choose} />;
}

interface MenuOfProps {
  place: EditableLocation;
  places: readonly EditableLocation[];
  onPlace: (id: string) => void;
}

function MenuOf({ place, places, onPlace }: MenuOfProps) {
  const menu = useEditedMenu(place.id);
  const [dismissed, setDismissed] = useState<unknown>(null);
  if (menu.isPending) return <MenuLoading />;
  // A menu loaded before stays usable behind the error. When the server is unreachable, the page's banner already says
  // so, with the age of the data.
  const exists = menu.data !== undefined && hasNoResponse(menu.error);
  if (menu.isError && !exists && menu.error !== dismissed)
    return <MenuError query={menu} onDismiss={() => setDismissed(menu.error)} />;
  const { dishes = [], categories = [] } = menu.data ?? {};
  return (
    <MenuEditor
      menu={{ location: place, places, dishes, categories }}
      onPlace={onPlace}
      onRefresh={() => void menu.refetch()}
      isRefreshing={menu.isFetching}
    />
  );
}

interface MenuErrorProps {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
  onDismiss?: () => void;
}

function MenuError({ query: { error, isFetching, refetch }, onDismiss }: MenuErrorProps) {
  return (
    <ErrorState
      level={1}
      title={say`Error Loading Menu`}
      text={`${say`An error occurred while loading menu items`}. ${errorText(error)}`}
    >
      <Button onClick={() => void refetch()} busy={isFetching}>
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

function MenuEditor({ menu, ...head }: Omit<ComponentProps<typeof MenuHead>, 'onOver'>) {
  useSetOfflineText(say`Offline - Changes will sync when connection is restored`);
  const list = useListState(MENU_FILTERS);
  const [openedBy, setOpenedBy] = useAddressState('import', '');
  const [over, setOver] = useState<OpenDialog>(openedBy === FROM_SET_UP ? { what: 'file' } : null);
  const close = useCallback(() => {
    setOver(null);
    setOpenedBy('');
  }, [setOpenedBy]);
  const now = useNow() ?? BEFORE_ALL;
  const unstated = menu.dishes.filter(({ allergens }) => allergens === null);
  const [onlyUnstated, setOnlyUnstated] = useState(false);
  const listed = onlyUnstated && unstated.length > 0 ? unstated : menu.dishes;
  const shown = filterMenu(listed, { ...NO_MENU_FILTER, ...list.filter }, { now, zone: menu.location.timeZone });

  if (over?.what === 'file') return <ImportMenu menu={menu} isFromSetUp={openedBy === FROM_SET_UP} onClose={close} />;
  if (over?.what === 'chain') return <SharedMenu menu={menu} onClose={close} />;
  return (
    <div className="stack gap-16">
      <MenuHead menu={menu} {...head} onOver={setOver} />
      {unstated.length > 0 && (
        <Banner
          tone="warn"
          title={unstated.length === 1 ? say`1 dish: confirm` : say`${unstated.length} dishes: confirm`}
          action={
            <Button look="line" onClick={() => setOnlyUnstated(!onlyUnstated)}>
              {onlyUnstated ? say`Show all dishes` : say`Show only these`}
            </Button>
          }
        >
          {say`what they contain. Until then guests read “Ask us about allergens”.`}
        </Banner>
      )}
      <MenuTiles dishes={menu.dishes} />
      <MenuFilters menu={menu} list={list} shown={shown.length} />
      <DishList menu={menu} shown={shown} now={now} onOver={setOver} />
      <MenuDialogs over={over} menu={menu} category={list.filter.category} onClose={close} />
    </div>
  );
}
