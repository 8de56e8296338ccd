import { useState } from 'react';
import { ArrowLeft, Eye, Pencil } from 'lucide-react';
import { isAdmin } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { useBackOffice } from '../../../shared/session/back-office.tsx';
import { errorText } from '../../../shared/errors/error-text.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { centsOf } from '../../../ui/format.ts';
import { Money } from '../../../ui/money.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { categoryNamed, type Category, type EditableLocation } from '../menu-data.ts';
import { SharedDishDialog } from './shared-dish-dialog.tsx';
import { useSharedMenu, type SharedDish } from './shared-menu-data.ts';
import styles from './shared-menu.module.css';
import { texts } from './texts.ts';

/** The shared dishes, each with how many locations differ. */
export function SharedMenu({
  places,
  categories,
  onClose,
}: {
  places: readonly EditableLocation[];
  categories: readonly Category[];
  onClose: () => void;
}) {
  const chain = useSharedMenu();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const shown = (chain.data ?? []).filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const dish = chain.data?.find(({ id }) => id === open);
  return (
    <div className="stack gap-16">
      <header className="row flex-wrap between gap-10">
        <div>
          <h1>{say`The Menu of All Locations`}</h1>
          <p className="soft">{say`What every location sells, unless it has its own version. A new price applies to every location that has not changed it.`}</p>
        </div>
        <Button look="quiet" onClick={onClose}>
          <ArrowLeft aria-hidden="true" />
          {say`Back to the menu of one location`}
        </Button>
      </header>
      {chain.isError && !chain.data ? (
        <ErrorState level={2} title={say`The menu of all locations could not be loaded`} text={errorText(chain.error)}>
          <Button busy={chain.isFetching} onClick={() => void chain.refetch()}>
            {say`Try Again`}
          </Button>
        </ErrorState>
      ) : !chain.data ? (
        <Loading label={say`Loading the menu of all locations`}>
          <Skeleton height={300} />
        </Loading>
      ) : chain.data.length === 0 ? (
        <EmptyState
          title={say`No dish is sold by all locations yet`}
          text={say`Choose “Share with all locations” for a dish, or import one file for several locations.`}
        />
      ) : (
        <>
          <SearchInput
            label={say`Search dishes of all locations`}
            placeholder={say`Search dishes of all locations`}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          {shown.length === 0 && <p className="soft">{say`No dish has this name`}</p>}
          <DishesByCategory dishes={shown} categories={categories} onOpen={setOpen} />
        </>
      )}
      {dish && <SharedDishDialog dish={dish} places={places} categories={categories} onClose={() => setOpen(null)} />}
    </div>
  );
}

function DishesByCategory({
  dishes,
  categories,
  onOpen,
}: {
  dishes: readonly SharedDish[];
  categories: readonly Category[];
  onOpen: (id: string) => void;
}) {
  const { actor } = useBackOffice();
  const filled = [...new Set(dishes.map(({ category }) => category))];
  return filled.map((category) => (
    <section key={category} className="stack gap-8" aria-label={categoryNamed(category, categories)}>
      <h2>{categoryNamed(category, categories)}</h2>
      <ul className="stack gap-8">
        {dishes
          .filter((each) => each.category === category)
          .map((each) => (
            <li key={each.id} className={`row gap-12 round-md surface shadow-1 ${styles.entry}`}>
              <span className="grow min-width-0">
                <b>{each.name}</b>
                <span className={classNames('block text-sm', each.differAt > 0 ? styles.differs : 'soft')}>
                  {texts.differ(each.differAt, each.soldAt)}
                </span>
              </span>
              <Money cents={centsOf(each.price)} />
              <IconButton
                label={
                  isAdmin(actor) ? say`Edit ${each.name} for all locations` : say`See ${each.name} at its locations`
                }
                onClick={() => onOpen(each.id)}
              >
                {isAdmin(actor) ? <Pencil aria-hidden="true" /> : <Eye aria-hidden="true" />}
              </IconButton>
            </li>
          ))}
      </ul>
    </section>
  ));
}
