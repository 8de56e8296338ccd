import { ArrowUpDown, Plus } from 'lucide-react';
import {
  ALL_CATEGORIES,
  AVAILABILITY_FILTERS,
  categoryChoices,
  countText,
  menuAnalytics,
  TODAYS_SPECIAL,
  type MenuFilter,
} from '@tiffin/domain/menu';
import { say } from '@tiffin/domain/core';
import { SlashSearch } from '../../shared/page/slash-search.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Select } from '../../ui/inputs.tsx';
import { Money } from '../../ui/money.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { StatTiles } from '../../ui/figures.tsx';
import { LanguageButtons } from './languages/open-texts.tsx';
import { categoryNamed, type Category, type Dish, type EditableLocation } from './menu-data.ts';
import type { OpenDialog } from './menu-dialogs.tsx';
import { texts } from './texts.ts';
import styles from './menu.module.css';

export interface MenuHeadProps {
  place: EditableLocation;
  places: readonly EditableLocation[];
  onPlace: (id: string) => void;
  onRefresh: () => void;
  refreshing: boolean;
  online: boolean;
  onOver: (over: OpenDialog) => void;
}

export function MenuHead({ place, places, onPlace, onRefresh, refreshing, online, onOver }: MenuHeadProps) {
  return (
    <header className={`row flex-wrap gap-10 ${styles.head}`}>
      <h1 className="line-on-phone">{say`Menu Management`}</h1>
      <Button
        className="line-on-phone"
        onClick={() => onOver({ what: 'add' })}
        disabledReason={online ? null : texts.addOffline}
      >
        <Plus aria-hidden="true" />
        {say`Add Item`}
      </Button>
      <div className={styles.place}>
        <Select aria-label={say`Location`} value={place.id} onChange={(event) => onPlace(event.target.value)}>
          {places.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <RefreshButton label={say`Refresh`} aria-busy={refreshing} onClick={onRefresh} />
      <IconButton label={say`Arrange`} onClick={() => onOver({ what: 'arrange' })}>
        <ArrowUpDown aria-hidden="true" />
      </IconButton>
      <Button look="quiet" onClick={() => onOver({ what: 'groups' })}>
        {say`Option Groups`}
      </Button>
      <Button look="quiet" onClick={() => onOver({ what: 'categories' })}>
        {say`Manage Categories`}
      </Button>
      {places.length > 1 && (
        <Button look="quiet" onClick={() => onOver({ what: 'chain' })}>
          {say`All Locations`}
        </Button>
      )}
      <LanguageButtons location={place} onOpen={(language) => onOver({ what: 'texts', language })} />
      <Button look="quiet" onClick={() => onOver({ what: 'file' })}>
        {say`Import or Export`}
      </Button>
    </header>
  );
}

export function MenuTiles({ dishes }: { dishes: readonly Dish[] }) {
  const figures = menuAnalytics(dishes);
  return (
    <StatTiles
      label={say`Menu figures`}
      tiles={[
        { label: say`Total Items`, value: figures.totalItems },
        {
          label: say`Available`,
          value: figures.availableItems,
          ...(figures.unavailableItems > 0 && { note: say`${figures.unavailableItems} hidden` }),
        },
        { label: say`Categories`, value: figures.categoriesCount },
        { label: say`Avg Price`, value: <Money cents={figures.averagePrice} /> },
      ]}
    />
  );
}

export interface MenuFiltersProps {
  filter: MenuFilter;
  onFilter: (filter: MenuFilter) => void;
  dishes: readonly Dish[];
  categories: readonly Category[];
  shown: number;
}

export function MenuFilters({ filter, onFilter, dishes, categories, shown }: MenuFiltersProps) {
  return (
    <div className="row flex-wrap gap-10">
      <SlashSearch
        label={say`Search items`}
        placeholder={say`Search items`}
        className={`line-on-phone ${styles.search}`}
        value={filter.search}
        onValue={(search) => onFilter({ ...filter, search })}
      />
      <div className={styles.place}>
        <Select
          aria-label={say`Category`}
          value={filter.category}
          onChange={(event) => onFilter({ ...filter, category: event.target.value })}
        >
          {categoryChoices(dishes).map((id) => (
            <option key={id} value={id}>
              {choiceName(id, categories)}
            </option>
          ))}
        </Select>
      </div>
      <Segmented
        className={`line-on-phone ${styles.availability}`}
        legend={say`Availability`}
        legendHidden
        options={AVAILABILITY_FILTERS.map(({ id, label }) => ({ value: id, label }))}
        value={filter.availability}
        onValue={(availability) => onFilter({ ...filter, availability })}
      />
      <p className="text-sm digits soft nowrap push-right" role="status">
        {countText(shown, dishes.length)}
      </p>
    </div>
  );
}

function choiceName(id: string, categories: readonly Category[]): string {
  if (id === ALL_CATEGORIES) return say`All Categories`;
  return id === TODAYS_SPECIAL ? say`Today's Special` : categoryNamed(id, categories);
}
