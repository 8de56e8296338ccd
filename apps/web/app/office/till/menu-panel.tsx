import { useMemo, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { Leaf } from 'lucide-react';
import { cartQuantity, type Cart } from '@tiffin/domain/cart';
import { orderNotices } from '@tiffin/domain/errors';
import { correctedSearchText } from '@tiffin/domain/menu';
import { lowestPrice, unitPriceOf } from '@tiffin/domain/options';
import { say } from '@tiffin/domain/core';
import { formatMoney } from '../../ui/format.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { bestMatch, groupDishes, searchDishes, type MenuView } from './dishes.ts';
import { hasOptionGroups, canSell, type Dish, type MenuAnswer } from './till.ts';
import styles from './till.module.css';
import { useLongPress } from './use-long-press.ts';

export interface MenuPanelProps {
  dishes: readonly Dish[] | null;
  categories: MenuAnswer['categories'];
  error: Error | null;
  onTryAgain: () => void;
  cart: Cart;
  view: MenuView;
  onView: (view: MenuView) => void;
  onDish: (dish: Dish) => void;
  /** A dish was pressed for long, to choose its options before it is added. */
  onHoldDish?: ((dish: Dish) => void) | undefined;
  searchRef: RefObject<HTMLInputElement | null>;
  /** The title when another page than the till shows this panel. */
  title?: string;
  /** The name of the table or tab that gets the dishes. */
  tabName?: string | undefined;
  locationChoice: ReactNode;
  /** Above the menu: for whom the next dish is. */
  above?: ReactNode;
}

/** The menu without a search or a filter. */
export const WHOLE_MENU: MenuView = { search: '', category: null, onlyAvailable: false };

/** The menu with its search, filters and dishes, to add dishes to an order. */
export function MenuPanel(props: MenuPanelProps) {
  const { dishes, categories, view, onView, onDish, searchRef, title, tabName } = props;
  const list = useRef<HTMLDivElement>(null);
  const { groups, match, correction } = useMenuSearch(dishes, categories, view);

  function pressSearchKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.metaKey || event.ctrlKey) return;
    if (event.key === 'Enter' && match) {
      event.preventDefault();
      onDish(match);
      // Typing the next name replaces this one.
      event.currentTarget.select();
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      list.current?.querySelector('button')?.focus();
    }
  }

  return (
    <section className="column min-width-0 min-height-0" aria-labelledby="till-title">
      <div className={`row flex-wrap between gap-10 ${styles.head}`}>
        {title === undefined ? (
          <h1 id="till-title">{tabName === undefined ? say`Create New Order` : say`Add to ${tabName}`}</h1>
        ) : (
          <h3 id="till-title">{title}</h3>
        )}
        {props.locationChoice}
      </div>
      <div className="row flex-wrap gap-4-16 below-8">
        <SearchInput
          ref={searchRef}
          label={say`Search the menu`}
          placeholder={say`Search the menu`}
          value={view.search}
          autoComplete="off"
          enterKeyHint="go"
          className={styles.search ?? ''}
          onChange={(event) => onView({ ...view, search: event.target.value })}
          onKeyDown={pressSearchKey}
        />
        <AvailableFilter {...props} />
      </div>
      {props.above}
      <CategoryFilter categories={categories} view={view} onView={onView} />
      <p role="status" className={correction === '' ? 'sr-only' : 'text-sm soft'}>
        {correction}
      </p>
      <div ref={list} className={`grow min-height-0 ${styles.dishes}`}>
        <NoDishes {...props} hasMatches={groups.length > 0} />
        {groups.map((group) => (
          <DishGroup
            key={group.id}
            panel={props}
            group={group}
            match={match}
            first={groups[0]?.dishes[0]}
            onKeyDown={(event) => list.current && moveFocus(event, list.current, searchRef.current)}
          />
        ))}
      </div>
    </section>
  );
}

/** The dishes to show, the one that Enter adds, and the corrected spelling of the search. */
function useMenuSearch(dishes: readonly Dish[] | null, categories: MenuPanelProps['categories'], view: MenuView) {
  const search = useMemo(() => searchDishes(dishes ?? []), [dishes]);
  const { dishes: matches, instead } = search(view.search);
  const groups = groupDishes(matches, categories, view);
  return {
    groups,
    match: bestMatch(groups, view.search),
    correction: instead === null ? '' : correctedSearchText(view.search, instead, matches.length),
  };
}

function AvailableFilter({ dishes, view, onView }: MenuPanelProps) {
  const all = dishes?.length ?? 0;
  const available = dishes?.filter((dish) => dish.isAvailable).length ?? 0;
  return (
    <Checkbox
      label={
        <>
          {say`Show only available items`}{' '}
          <span className={`hint digits ${styles.menuCount}`}>
            <span aria-hidden="true">
              {available}/{all}
            </span>
            <span className="sr-only">{say`${available} available of ${all}`}</span>
          </span>
        </>
      }
      checked={view.onlyAvailable}
      onChange={(event) => onView({ ...view, onlyAvailable: event.target.checked })}
    />
  );
}

function CategoryFilter({ categories, view, onView }: Pick<MenuPanelProps, 'categories' | 'view' | 'onView'>) {
  return (
    <div
      className={`flex no-shrink gap-6 scroll-x no-scrollbar ${styles.chips}`}
      role="group"
      aria-label={say`Categories`}
    >
      {[{ id: null, name: say`All` }, ...categories].map(({ id, name }) => (
        <button
          key={id ?? ''}
          type="button"
          className={`no-shrink touch-width touch-height pill quiet weight-560 nowrap ${styles.chip}`}
          aria-pressed={view.category === id}
          onClick={() => onView({ ...view, category: id })}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

function NoDishes({ dishes, error, onTryAgain, onView, hasMatches }: MenuPanelProps & { hasMatches: boolean }) {
  if (dishes === null) return error ? <MenuError error={error} onTryAgain={onTryAgain} /> : <MenuSkeleton />;
  if (dishes.length === 0) return <EmptyState title={say`No dishes on this menu yet`} />;
  if (hasMatches) return null;
  return (
    <EmptyState title={say`No dish matches`} text={say`Try another word, or show every item.`}>
      <Button look="quiet" onClick={() => onView(WHOLE_MENU)}>
        {say`Show every item`}
      </Button>
    </EmptyState>
  );
}

interface DishGroupProps extends Pick<DishButtonProps, 'onKeyDown'> {
  panel: MenuPanelProps;
  group: ReturnType<typeof groupDishes>[number];
  match: Dish | null | undefined;
  first: Dish | undefined;
}

function DishGroup({ panel: { cart, title, onDish, onHoldDish }, group, match, first, onKeyDown }: DishGroupProps) {
  // In a dialog, the dialog's own heading is in between.
  const Heading = title === undefined ? 'h2' : 'h4';
  return (
    <div role="group" aria-label={group.name}>
      <Heading className={`soft ${styles.category}`}>{group.name}</Heading>
      <div className={styles.grid}>
        {group.dishes.map((dish) => (
          <DishButton
            key={dish.id}
            dish={dish}
            count={cartQuantity(cart.filter((line) => line.id === dish.id))}
            isMatch={dish === match}
            isTabStop={dish === (match ?? first)}
            onDish={onDish}
            onHoldDish={onHoldDish}
            onKeyDown={onKeyDown}
          />
        ))}
      </div>
    </div>
  );
}

interface DishButtonProps {
  dish: Dish;
  count: number;
  isMatch: boolean;
  /** One dish is reached with Tab, the others from there with the arrows. */
  isTabStop: boolean;
  onDish: (dish: Dish) => void;
  onHoldDish: MenuPanelProps['onHoldDish'];
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

function DishButton({ dish, count, isMatch, isTabStop, onDish, onHoldDish, onKeyDown }: DishButtonProps) {
  const press = useLongPress(() => onDish(dish), onHoldDish && (() => onHoldDish(dish)));
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      className={classNames(
        'column relative between gap-6 full-width round-control surface shadow-1 text-left',
        styles.dish,
        !dish.isAvailable && styles.gone,
        isMatch && styles.match,
      )}
      aria-disabled={!canSell(dish) || undefined}
      {...press}
      onKeyDown={onKeyDown}
    >
      <span className={classNames('weight-600 break-anywhere', styles.name, !dish.isAvailable && 'line-through')}>
        {dish.name}
      </span>
      <span className="row gap-8 icon-18">
        {dish.isAvailable ? (
          <b className="num">{priceText(dish)}</b>
        ) : dish.soldOut ? (
          say`Sold out`
        ) : (
          (dish.served ?? say`Unavailable`)
        )}
        {dish.isVegetarian && (
          <>
            <Leaf className="success" />
            <span className="sr-only">{say`Vegetarian`}</span>
          </>
        )}
      </span>
      {count > 0 && (
        <span className={`center absolute pill text-xs digits ${styles.badge}`}>
          <span aria-hidden="true">{count}</span>
          <span className="sr-only">{say`${count} in order`}</span>
        </span>
      )}
    </button>
  );
}

/** "From" when a size costs less or a required option costs extra. */
function priceText(dish: Dish): string {
  const least = formatMoney(lowestPrice(dish));
  return hasOptionGroups(dish) && lowestPrice(dish) !== unitPriceOf(dish) ? say`from ${least}` : least;
}

function MenuError({ error, onTryAgain }: { error: Error; onTryAgain: () => void }) {
  return (
    <ErrorState
      title={say`Failed to load menu items`}
      text={
        <>
          {orderNotices.menuFailed(errorText(error))} {say`Try refreshing the page`}
        </>
      }
    >
      <Button onClick={onTryAgain}>{say`Try Again`}</Button>
    </ErrorState>
  );
}

function MenuSkeleton() {
  return (
    <Loading label={say`Loading the menu…`}>
      <div className={styles.grid}>
        {Array.from({ length: 12 }, (_, index) => (
          <Skeleton key={index} height={84} />
        ))}
      </div>
    </Loading>
  );
}

/** Buttons whose top edges differ by no more than this are in one row. */
const ROW_TOLERANCE_PX = 8;
const ARROWS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

/** Arrow keys move the focus by position on the screen; up from the first row leads to the search. */
function moveFocus(event: KeyboardEvent<HTMLElement>, list: HTMLElement, search: HTMLElement | null): void {
  if (!ARROWS.has(event.key) || event.metaKey || event.ctrlKey || event.altKey) return;
  event.preventDefault();
  const buttons = [...list.querySelectorAll('button')];
  const from = event.currentTarget.getBoundingClientRect();
  const index = buttons.findIndex((button) => button === event.currentTarget);
  if (event.key === 'ArrowLeft') buttons[index - 1]?.focus();
  else if (event.key === 'ArrowRight') buttons[index + 1]?.focus();
  else {
    const isDown = event.key === 'ArrowDown';
    const ahead = isDown ? buttons.slice(index + 1) : buttons.slice(0, Math.max(index, 0)).toReversed();
    const buttonsAhead = ahead.map((button) => ({ button, at: button.getBoundingClientRect() }));
    const nextTop = buttonsAhead.find(({ at }) => Math.abs(at.top - from.top) > ROW_TOLERANCE_PX)?.at.top;
    const nextRow = buttonsAhead.filter(
      ({ at }) => nextTop !== undefined && Math.abs(at.top - nextTop) <= ROW_TOLERANCE_PX,
    );
    const nearest = nextRow.toSorted((a, b) => Math.abs(a.at.left - from.left) - Math.abs(b.at.left - from.left))[0];
    (nearest?.button ?? (isDown ? null : search))?.focus();
  }
}
