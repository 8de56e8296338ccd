import { say } from '@tiffin/domain/core';
import plate from '../../assets/dishes/plate.svg';
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { phoneText } from '@tiffin/domain/people';
import { hasHeatChoice } from '@tiffin/domain/menu';
import { cartOf, placeOf, useCart } from '../../shared/cart/carts.ts';
import { orderAllergies } from '../../shared/cart/stated-allergies.ts';
import { phoneHref } from '../../ui/format.ts';
import { latePart } from '../../shared/offline/late-part.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import type { Location } from '../../shared/site/site.ts';
import { CART_ID, paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, StateArt } from '../../ui/empty-state.tsx';
import { TextLink } from '../../ui/link.tsx';
import { toast } from '../../ui/toasts.ts';
import { CategoryNav } from './category-nav.tsx';
import { cartDish, type Dish, type Menu } from '../../shared/dish/dish.ts';
import { DishRow } from '../../shared/dish/dish-row.tsx';
import {
  NO_FILTERS,
  groupByCategory,
  excludesDishes,
  isUnfiltered,
  readFilters,
  withFilters,
  type FilterState,
} from './filters.ts';
import { MenuHead } from './menu-head.tsx';
import { Specials } from './specials.tsx';
import { oneStopList } from './one-stop-list.ts';
import { MenuTools } from './menu-tools.tsx';
import styles from './menu.module.css';

const addedText = (name: string, count: number) => say`${count} × ${name} added to your order`;

/** The guest's favourites, updated optimistically and reverted with a message on failure. */
function useFavourites(locationId: string, loaded: readonly string[]) {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const favourites: ReadonlySet<string> = new Set(
    [...loaded, ...changed.keys()].filter((id) => changed.get(id) ?? loaded.includes(id)),
  );

  function mark(id: string, isFavourite: boolean | null) {
    setChanged((before) => {
      const next = new Map(before);
      if (isFavourite === null) next.delete(id);
      else next.set(id, isFavourite);
      return next;
    });
  }

  function change(dish: Dish, isFavourite: boolean) {
    mark(dish.id, isFavourite);
    save(dish.id, isFavourite).catch(() => {
      mark(dish.id, null);
      toast.error(say`Your favourites could not be changed.`);
    });
  }

  /** Most visitors save no favourites, so the API client is loaded with the first one. */
  async function save(itemId: string, isFavorite: boolean) {
    const { api } = await import('../../shared/api/api.ts');
    await api('setFavorite', { body: { locationId, itemId, isFavorite } });
  }

  return { favourites, change };
}

export interface MenuPageProps {
  location: Location;
  menu: Menu;
  /** null for a visitor who is not signed in. */
  favourites: readonly string[] | null;
  /** In place of the location's name and how it serves. */
  head?: ReactNode;
  /** The cart, beside the list on wide screens. */
  cart: ReactNode;
  /** Called when the pointer or the focus comes near a dish. */
  onNear: () => void;
}

/** Loaded when the pointer or the focus comes near a dish, so that it does not delay the page. */
const loadDialog = () => import('./dish-dialog.tsx');
const DishDialog = latePart(
  async () => (await loadDialog()).DishDialog,
  () => toast.error(say`No connection. The dish opens once it is back.`, { id: 'dish' }),
);

/** The code that adds a dish to the cart, loaded together with the dialog. */
const loadAddToCart = () => import('./add-to-cart.ts');

/** Adds one portion of a dish without heat levels. Returns an error message, or null. */
async function addOne(location: Location, dish: Dish): Promise<string | null> {
  const loaded = await loadAddToCart().catch(() => null);
  return loaded ? loaded.addDish(location, cartDish(dish, undefined), null, 1) : say`Please try again.`;
}

const loadSearch = () => import('./menu-search.tsx');

/** Loads when the guest approaches the search or filters, or used them before hydration. */
function useSearchModule(isRequested: boolean) {
  const [searchModule, setSearchModule] = useState<Awaited<ReturnType<typeof loadSearch>> | null>(null);
  const isMissing = isRequested && !searchModule;
  useEffect(() => {
    if (isMissing)
      loadSearch().then(setSearchModule, () => toast.error(say`The search could not be loaded.`, { id: 'search' }));
  }, [isMissing]);
  // Preloading ignores failures, because the guest has not searched yet.
  return { searchModule, preloadSearch: () => void loadSearch().then(setSearchModule, () => {}) };
}

/** The filters, which are also in the address. The server renders the page without them, so that it can be cached. */
function useFilters(): [FilterState, (filter: FilterState) => void] {
  const [filter, setFilter] = useState<FilterState>(NO_FILTERS);
  const hasRead = useRef(false);
  // Opening a dish replaces the address.
  const { key } = useLocation();
  useEffect(() => {
    const { search, pathname, hash } = location;
    const stored = readFilters(search);
    if (!hasRead.current && !isUnfiltered(stored)) {
      hasRead.current = true;
      // oxlint-disable-next-line react/set-state-in-effect -- the first page is the same on the server
      setFilter(stored);
      return;
    }
    hasRead.current = true;
    const next = withFilters(search, filter);
    if (next !== search) history.replaceState(history.state, '', pathname + next + hash);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each navigation writes the address again
  }, [filter, key]);
  return [filter, setFilter];
}

const SPECIALS = 'specials';
/** Rows whose photos are visible without scrolling. */
const FIRST_ROWS = 4;

export function MenuPage({ location, menu, favourites: loaded, head, cart, onNear }: MenuPageProps) {
  const [filter, setFilter] = useFilters();
  const [announcement, setAnnouncement] = useState('');
  const deferredFilters = useDeferredValue(filter);
  const { favourites, change } = useFavourites(location.id, loaded ?? []);
  const place = placeOf(location);
  const counts = useCounts(place);
  const { chosen, lineKey, hrefOf, open, close } = useChosenDish(menu, place);
  /** The dish whose plus was pressed, until it is added or opened. */
  const [busyId, setBusyId] = useState<string | null>(null);

  const { searchModule, preloadSearch } = useSearchModule(!isUnfiltered(filter));
  const find = useMemo(() => searchModule?.createMenuSearch(menu.dishes), [searchModule, menu.dishes]);
  const results = find?.(deferredFilters, favourites);
  const found = results?.dishes ?? menu.dishes;
  const groups = groupByCategory(found, menu.categories);
  const specials = excludesDishes(deferredFilters) ? [] : menu.dishes.filter((dish) => dish.special);

  const addOrOpen = useCallback(
    async (dish: Dish) => {
      setBusyId(dish.id);
      // Dishes with a heat level, with required options or already in the cart open their sheet. So does every dish once
      // an allergy is stated for the order, because the sheet warns.
      const isInCart = cartOf(place).some((line) => line.id === dish.id);
      const isAllergic = orderAllergies(place).length > 0;
      if (dish.choice === 'asked' || hasHeatChoice({ spiceLevel: dish.heat }) || isInCart || isAllergic) {
        await loadDialog().catch(() => {});
        open(dish);
      } else {
        const problem = await addOne(location, dish);
        if (problem === null) setAnnouncement(addedText(dish.name, 1));
        else toast.error(problem, { id: 'cart' });
      }
      setBusyId(null);
    },
    [location, place, open],
  );
  const add = useCallback((dish: Dish) => void addOrOpen(dish), [addOrOpen]);
  const onFavourite = loaded ? change : undefined;
  const preload = () => {
    void loadDialog();
    void loadAddToCart();
    onNear();
  };
  const firstRows = new Set(groups.flatMap(({ dishes }) => dishes).slice(0, FIRST_ROWS));

  return (
    <div className={styles.shell}>
      <a href={`#${CART_ID}`} className={`absolute round-sm surface ink weight-600 ${styles.skip}`}>
        {say`Skip to your order`}
      </a>
      <div className={styles.top}>
        {head ?? <MenuHead location={location} />}
        <noscript>
          <p className={`round-md text-sm ${styles.noscript}`}>
            {say`Ordering online needs JavaScript. You can read the whole menu here and order by phone:`}{' '}
            <a href={phoneHref(location.phone)}>{phoneText(location.phone)}</a>
          </p>
        </noscript>
        <MenuTools filterState={filter} onFilter={setFilter} withFavourites={loaded !== null} onNear={preloadSearch}>
          {searchModule && results && (
            <searchModule.SearchNotes
              menu={menu.dishes}
              filter={filter}
              onFilter={setFilter}
              found={results}
              location={location}
            />
          )}
        </MenuTools>
        <p className="sr-only" role="status">
          {results &&
            excludesDishes(deferredFilters) &&
            (found.length === 1 ? say`1 dish` : say`${found.length} dishes`)}
        </p>
        {/* For screen readers; the badge and the cart show it visually. */}
        <p className="sr-only" role="status">
          {announcement}
        </p>
      </div>
      <CategoryNav
        entries={[
          ...(specials.length > 0 ? [{ id: SPECIALS, name: say`Today’s specials`, count: specials.length }] : []),
          ...groups.map(({ category, dishes }) => ({ ...category, count: dishes.length })),
        ]}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the dishes in it are the controls */}
      <div
        className={styles.list}
        onPointerOver={preload}
        onFocus={(event) => {
          preload();
          oneStopList.onFocus(event);
        }}
        onBlur={oneStopList.onBlur}
        onKeyDown={oneStopList.onKeyDown}
      >
        {specials.length > 0 && (
          <section id={SPECIALS} className={styles.category} aria-labelledby="specials-title">
            <h2 id="specials-title" className={styles.specials}>
              {say`Today’s specials`}
            </h2>
            <Specials dishes={specials} counts={counts} busyId={busyId} hrefOf={hrefOf} onAdd={add} />
          </section>
        )}
        {groups.map(({ category, dishes }) => (
          <section
            key={category.id}
            id={category.id}
            className={styles.category}
            aria-labelledby={`${category.id}-title`}
          >
            <h2 id={`${category.id}-title`}>{category.name}</h2>
            <ul>
              {dishes.map((dish) => (
                <DishRow
                  key={dish.id}
                  dish={dish}
                  count={counts.get(dish.id) ?? 0}
                  isBusy={dish.id === busyId}
                  isFavourite={favourites.has(dish.id)}
                  eager={firstRows.has(dish)}
                  hrefOf={hrefOf}
                  onAdd={add}
                  onFavourite={onFavourite}
                />
              ))}
            </ul>
          </section>
        ))}
        <p className="above-16">
          <TextLink href={paths.allergens(location.id)}>{say`Allergens of all dishes`}</TextLink>
        </p>
        {found.length === 0 && (
          <EmptyState
            title={menu.dishes.length === 0 ? say`No dishes yet` : say`No dish matches`}
            text={
              menu.dishes.length === 0
                ? say`This restaurant’s menu is being prepared. Please come back soon.`
                : say`Try another word, or fewer filters.`
            }
            picture={<StateArt src={plate} grey />}
          >
            {menu.dishes.length > 0 && (
              <Button look="quiet" onClick={() => setFilter(NO_FILTERS)}>
                {say`Show all dishes`}
              </Button>
            )}
          </EmptyState>
        )}
      </div>
      {cart}
      <Suspense>
        {chosen && (
          <DishDialog
            key={`${chosen.id} ${lineKey}`}
            dish={chosen}
            menu={menu.dishes}
            heats={menu.heats}
            count={counts.get(chosen.id) ?? 0}
            isFavourite={favourites.has(chosen.id)}
            onClose={close}
            onFavourite={onFavourite}
            location={location}
            lineKey={lineKey}
            onDone={(added) => {
              close();
              if (added > 0) setAnnouncement(addedText(chosen.name, added));
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

/** The quantity of each dish in the cart, over all its lines. */
function useCounts(locationId: string): ReadonlyMap<string, number> {
  const cart = useCart(locationId);
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const line of cart) counts.set(line.id, (counts.get(line.id) ?? 0) + line.quantity);
    return counts;
  }, [cart]);
}

/**
 * The dish of the open dialog is in the page's address: it can be shared, and Back closes it. The server renders the
 * same page for every dish, so that it can be cached; the dialog opens by script.
 */
function useChosenDish(menu: Menu, place: string) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const id = hydrated ? query.get('dish') : null;
  const chosen = menu.dishes.find((dish) => dish.id === id) ?? null;
  const lineKey = query.get('line');
  const menuAddress = paths.menu(place);
  const hrefOf = useCallback((dish: Dish) => paths.menuDish(place, dish.id), [place]);
  const open = useCallback(
    (dish: Dish) => void navigate(hrefOf(dish), { preventScrollReset: true }),
    [navigate, hrefOf],
  );
  const close = useCallback(() => {
    void navigate(menuAddress, { replace: true, preventScrollReset: true });
  }, [navigate, menuAddress]);
  return { chosen, lineKey, hrefOf, open, close };
}
