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
import { useLinkedPart } from '../../shared/page/linked-part.ts';
import { useListState } from '../../shared/page/list-state.ts';
import { useNow } from '../../shared/page/now.ts';
import { useSetOfflineText } from '../../shared/offline/offline-words.ts';
import { useStoredChoice } from '../../shared/page/use-stored-choice.ts';
import { SharedMenu } from './shared-menu/shared-menu.tsx';
import { DishList } from './dish-list.tsx';
import { MENU_FILTERS, MENU_VIEWS, MenuFilters, MenuHead, MenuTiles } from './menu-head.tsx';
import { ImportMenu } from './import/import-menu.tsx';
import { MenuDialogs, type OpenDialog } from './menu-dialogs.tsx';

/** The menu of one location, with what edits it. */
export default function MenuSection() {
  const { query, locations, chosen, choose } = useEditableLocations();
  if (query.isPending) return <MenuLoading />;
  if (query.isError) return <MenuError query={query} />;
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
  return <LocationMenu key={chosen.id} location={chosen} locations={locations} onLocation={choose} />;
}

interface LocationMenuProps {
  location: EditableLocation;
  locations: readonly EditableLocation[];
  onLocation: (id: string) => void;
}

function LocationMenu({ location, locations, onLocation }: LocationMenuProps) {
  const menu = useEditedMenu(location.id);
  const [dismissedError, setDismissedError] = useState<unknown>(null);
  if (menu.isPending) return <MenuLoading />;
  // Without a connection, a menu that was loaded before stays usable. The page's banner names its age.
  const isBannerEnough = menu.data !== undefined && hasNoResponse(menu.error);
  if (menu.isError && !isBannerEnough && menu.error !== dismissedError)
    return <MenuError query={menu} onDismiss={() => setDismissedError(menu.error)} />;
  const { dishes = [], categories = [] } = menu.data ?? {};
  return (
    <MenuEditor
      menu={{ location, locations, dishes, categories }}
      onLocation={onLocation}
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

/** The dialogs that links open. */
const LINKED_DIALOGS = ['add', 'categories', 'groups', 'file'] as const;

/** Before the clock is known, no dish counts as a special. */
const BEFORE_ALL = new Date(0);

/** The value of `import` in the address of a link from the set-up. */
const FROM_SET_UP = 'set-up';

function MenuEditor({ menu, ...head }: Omit<ComponentProps<typeof MenuHead>, 'onOpen'>) {
  useSetOfflineText(say`Offline - Changes will sync when connection is restored`);
  const list = useListState(MENU_FILTERS);
  const [view, setView] = useStoredChoice('tiffin_menu_view', MENU_VIEWS, 'cards');
  const [openedBy, setOpenedBy] = useAddressState('import', '');
  const [dialog, setDialog] = useState<OpenDialog>(openedBy === FROM_SET_UP ? { what: 'file' } : null);
  const close = useCallback(() => {
    setDialog(null);
    setOpenedBy('');
  }, [setOpenedBy]);
  useLinkedPart('menu', (part) => {
    const what = LINKED_DIALOGS.find((each) => each === part);
    if (what) setDialog({ what });
  });
  const now = useNow() ?? BEFORE_ALL;
  /** The dishes whose allergens nobody has stated. */
  const unstated = menu.dishes.filter(({ allergens }) => allergens === null);
  const [onlyUnstated, setOnlyUnstated] = useState(false);
  const listed = onlyUnstated && unstated.length > 0 ? unstated : menu.dishes;
  const shown = filterMenu(listed, { ...NO_MENU_FILTER, ...list.filter }, { now, zone: menu.location.timeZone });

  if (dialog?.what === 'file') return <ImportMenu menu={menu} isFromSetUp={openedBy === FROM_SET_UP} onClose={close} />;
  if (dialog?.what === 'shared') return <SharedMenu menu={menu} onClose={close} />;
  return (
    <div className="stack gap-16">
      <MenuHead menu={menu} {...head} onOpen={setDialog} />
      {unstated.length > 0 && (
        <Banner
          tone="warn"
          title={
            unstated.length === 1 ? say`State what 1 dish contains` : say`State what ${unstated.length} dishes contain`
          }
          action={
            <Button look="line" onClick={() => setOnlyUnstated(!onlyUnstated)}>
              {onlyUnstated ? say`Show all dishes` : say`Show only these`}
            </Button>
          }
        >
          {say`Until then guests read “Ask us about allergens”.`}
        </Banner>
      )}
      <MenuTiles dishes={menu.dishes} />
      <MenuFilters menu={menu} list={list} shown={shown.length} view={view} onView={setView} />
      <DishList menu={menu} shown={shown} now={now} onOpen={setDialog} view={view} />
      <MenuDialogs dialog={dialog} menu={menu} category={list.filter.category} onClose={close} />
    </div>
  );
}
