import { useState } from 'react';
import { ArrowLeft, Eye, Pencil } from 'lucide-react';
import { isAdmin } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { useBackOffice } from '../../../shared/session/back-office.tsx';
import { Loaded } from '../../../shared/page/loaded.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { centsOf } from '../../../ui/format.ts';
import { Money } from '../../../ui/money.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { categoryNamed, type EditedMenu } from '../menu-data.ts';
import { SharedDishDialog } from './shared-dish-dialog.tsx';
import { useSharedMenu, type SharedDish } from './shared-menu-data.ts';
import styles from './shared-menu.module.css';

/** The dishes that all locations share, by category. */
export function SharedMenu({ menu, onClose }: { menu: EditedMenu; onClose: () => void }) {
  const dishes = useSharedMenu();
  const [openId, setOpenId] = useState<string | null>(null);
  const dish = dishes.data?.find(({ id }) => id === openId);
  return (
    <div className="stack gap-16">
      <header className="row flex-wrap between gap-10">
        <div>
          <h1>{say`The Menu of All Locations`}</h1>
          <p className="soft">{say`What every location sells, unless it has its own version. A new price applies to every location that has not changed it.`}</p>
        </div>
        <Button look="quiet" onClick={onClose}>
          <ArrowLeft />
          {say`Back to the menu of one location`}
        </Button>
      </header>
      <Loaded query={dishes} failed={say`The menu of all locations could not be loaded`} rows={1} height={300}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              title={say`No dish is sold by all locations yet`}
              text={say`Choose “Share with all locations” for a dish, or import one file for several locations.`}
            />
          ) : (
            <DishesByCategory dishes={list} menu={menu} onOpen={setOpenId} />
          )
        }
      </Loaded>
      {dish && <SharedDishDialog dish={dish} menu={menu} onClose={() => setOpenId(null)} />}
    </div>
  );
}

interface DishesProps {
  dishes: readonly SharedDish[];
  menu: EditedMenu;
  onOpen: (id: string) => void;
}

function DishesByCategory({ dishes, menu, onOpen }: DishesProps) {
  const { actor } = useBackOffice();
  const [search, setSearch] = useState('');
  const shown = dishes.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <>
      <SearchInput
        label={say`Search dishes of all locations`}
        placeholder={say`Search dishes of all locations`}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {shown.length === 0 && <p className="soft">{say`No dish has this name`}</p>}
      {[...Map.groupBy(shown, ({ category }) => categoryNamed(category, menu.categories))].map(([category, list]) => (
        <section key={category} className="stack gap-8" aria-label={category}>
          <h2>{category}</h2>
          <ul className="stack gap-8">
            {list.map(({ id, name, price, differAt, soldAt }) => (
              <li key={id} className={`row gap-12 round-md surface shadow-1 ${styles.entry}`}>
                <span className="grow min-width-0">
                  <b>{name}</b>
                  <span className={classNames('block text-sm', differAt > 0 ? styles.differs : 'soft')}>
                    {differText(differAt, soldAt)}
                  </span>
                </span>
                <Money cents={centsOf(price)} />
                <IconButton
                  label={isAdmin(actor) ? say`Edit ${name} for all locations` : say`See ${name} at its locations`}
                  onClick={() => onOpen(id)}
                >
                  {isAdmin(actor) ? <Pencil /> : <Eye />}
                </IconButton>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function differText(differAt: number, soldAt: number): string {
  const places = soldAt === 1 ? say`1 location` : say`${soldAt} locations`;
  if (differAt === 0) return say`Sold at ${places}, all the same`;
  return differAt === 1
    ? say`Sold at ${places}, 1 of them differs`
    : say`Sold at ${places}, ${differAt} of them differ`;
}
