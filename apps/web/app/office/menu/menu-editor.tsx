import { useCallback, useMemo, useState } from 'react';
import { CookingPot } from 'lucide-react';
import { ALL_CATEGORIES, filterMenu, inMenuOrder, NO_MENU_FILTER, type MenuFilter } from '@tiffin/domain/menu';
import { useAddressState } from '../../shared/page/address-state.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { useNow } from '../../shared/page/now.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState, StateIcon } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import { useMenuActions, useWaitingChanges } from './actions.ts';
import { ArrangeDialog } from './arrange-dialog.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { CategoriesDialog } from './categories-dialog.tsx';
import { DishCard, type DishCardActions } from './dish-card.tsx';
import { DishDialog } from './dish-dialog.tsx';
import { MenuFilters, MenuHead, MenuTiles } from './menu-head.tsx';
import type { Dish, EditedMenu, Place } from './menu-data.ts';
import styles from './menu-section.module.css';
import { DishPhotoDialog } from './dish-photo-dialog.tsx';
import { texts } from './texts.ts';

/** Until the clock has been looked at, nothing is special. */
const BEFORE_ALL = new Date(0);

/** What is open over the menu. */
type Open =
  | { readonly what: 'add' | 'categories' | 'arrange' }
  | { readonly what: 'edit' | 'photo' | 'delete'; readonly dish: Dish }
  | null;

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
  const waiting = useWaitingChanges();
  const [filter, setFilter] = useFilter();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<Open>(null);
  const close = useCallback(() => setOpen(null), []);
  const { setAvailability, duplicate, remove } = useMenuActions();

  const now = useNow() ?? BEFORE_ALL;
  const dishes = useMemo(() => inMenuOrder(menu.dishes, menu.categories), [menu]);
  const shown = filterMenu(dishes, filter, { now, zone: place.timeZone });
  const chosen = dishes.filter((dish) => picked.has(dish.id));
  const others = useMemo(() => places.filter((other) => other.id !== place.id), [places, place.id]);

  const show = setAvailability.mutate;
  const copy = duplicate.mutate;
  const actions = useMemo<DishCardActions>(
    () => ({
      onPick: (dish, isPicked) =>
        setPicked((before) => new Set(isPicked ? [...before, dish.id] : [...before].filter((id) => id !== dish.id))),
      onShow: (dish, isAvailable) => show({ locationId: place.id, itemIds: [dish.id], isAvailable }),
      onEdit: (dish) => setOpen({ what: 'edit', dish }),
      onPhoto: (dish) => setOpen({ what: 'photo', dish }),
      onDelete: (dish) => setOpen({ what: 'delete', dish }),
      onDuplicate: (dish, to) =>
        copy(
          { key: newKey(), body: { locationId: place.id, itemId: dish.id, ...(to && { toLocationId: to.id }) } },
          {
            onSuccess: ({ item }) =>
              toast.success(to ? texts.done.copied(item.name, to.name) : texts.done.duplicated(item.name)),
          },
        ),
    }),
    [place.id, show, copy],
  );

  async function deleteDish(dish: Dish) {
    setOpen(null);
    remove.mutate(
      { locationId: place.id, itemId: dish.id },
      { onSuccess: () => toast.success(texts.done.deleted(dish.name)) },
    );
  }

  return (
    <div className={styles.section}>
      {!online && (
        <Banner tone="offline" announce="status" title={texts.offline}>
          {waiting > 0 && texts.waiting(waiting)}
        </Banner>
      )}
      <MenuHead
        place={place}
        places={places}
        onPlace={onPlace}
        onRefresh={onRefresh}
        refreshing={refreshing}
        online={online}
        onAdd={() => setOpen({ what: 'add' })}
        onCategories={() => setOpen({ what: 'categories' })}
        onArrange={() => setOpen({ what: 'arrange' })}
      />
      <MenuTiles dishes={dishes} />
      <MenuFilters filter={filter} onFilter={setFilter} dishes={dishes} shown={shown.length} />
      {shown.length === 0 ? (
        <EmptyState
          title={texts.emptyTitle}
          text={dishes.length === 0 ? texts.emptyNew : texts.emptyFiltered}
          picture={
            <StateIcon>
              <CookingPot aria-hidden="true" />
            </StateIcon>
          }
        >
          {dishes.length === 0 && (
            <Button onClick={() => setOpen({ what: 'add' })} disabledReason={online ? null : texts.addOffline}>
              {texts.addItem}
            </Button>
          )}
        </EmptyState>
      ) : (
        <ul className={styles.grid}>
          {shown.map((dish) => (
            <li key={dish.id}>
              <DishCard
                dish={dish}
                place={place}
                others={others}
                picked={picked.has(dish.id)}
                now={now}
                actions={actions}
              />
            </li>
          ))}
        </ul>
      )}
      {chosen.length > 0 && (
        <BulkBar
          chosen={chosen}
          shown={shown}
          onAll={() => setPicked(new Set(shown.map((dish) => dish.id)))}
          onClear={() => setPicked(new Set())}
          onShow={(isAvailable) => {
            show({ locationId: place.id, itemIds: chosen.map((dish) => dish.id), isAvailable });
            setPicked(new Set());
          }}
        />
      )}

      {(open?.what === 'add' || open?.what === 'edit') && (
        <DishDialog
          place={place}
          categories={menu.categories}
          dish={open.what === 'edit' ? open.dish : null}
          presentCategory={filter.category}
          onClose={close}
        />
      )}
      {open?.what === 'photo' && <DishPhotoDialog place={place} dish={open.dish} onClose={close} />}
      {open?.what === 'categories' && <CategoriesDialog categories={menu.categories} onClose={close} />}
      {open?.what === 'arrange' && (
        <ArrangeDialog place={place} dishes={dishes} categories={menu.categories} filter={filter} onClose={close} />
      )}
      <ConfirmDialog
        open={open?.what === 'delete'}
        title={open?.what === 'delete' ? texts.remove.title(open.dish.name) : ''}
        description={texts.remove.text}
        confirmLabel={texts.remove.confirm}
        cancelLabel={texts.remove.cancel}
        look="danger-solid"
        onConfirm={() => (open?.what === 'delete' ? deleteDish(open.dish) : undefined)}
        onCancel={close}
      >
        <p className="soft">{texts.remove.more}</p>
      </ConfirmDialog>
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
