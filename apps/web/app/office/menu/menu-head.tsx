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
import { SlashSearch } from '../../shared/page/slash-search.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Select } from '../../ui/inputs.tsx';
import { Money } from '../../ui/money.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { StatTiles } from '../../ui/figures.tsx';
import { texts as chainTexts } from './shared-menu/texts.ts';
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
      <h1 className="line-on-phone">{texts.title}</h1>
      <Button
        className="line-on-phone"
        onClick={() => onOver({ what: 'add' })}
        disabledReason={online ? null : texts.addOffline}
      >
        <Plus aria-hidden="true" />
        {texts.addItem}
      </Button>
      <div className={styles.place}>
        <Select aria-label={texts.location} value={place.id} onChange={(event) => onPlace(event.target.value)}>
          {places.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <RefreshButton label={texts.refresh} aria-busy={refreshing} onClick={onRefresh} />
      <IconButton label={texts.arrange} onClick={() => onOver({ what: 'arrange' })}>
        <ArrowUpDown aria-hidden="true" />
      </IconButton>
      <Button look="quiet" onClick={() => onOver({ what: 'groups' })}>
        {texts.optionGroups}
      </Button>
      <Button look="quiet" onClick={() => onOver({ what: 'categories' })}>
        {texts.manageCategories}
      </Button>
      {places.length > 1 && (
        <Button look="quiet" onClick={() => onOver({ what: 'chain' })}>
          {chainTexts.open}
        </Button>
      )}
      <LanguageButtons location={place} onOpen={(language) => onOver({ what: 'texts', language })} />
      <Button look="quiet" onClick={() => onOver({ what: 'file' })}>
        {texts.file}
      </Button>
    </header>
  );
}

export function MenuTiles({ dishes }: { dishes: readonly Dish[] }) {
  const figures = menuAnalytics(dishes);
  return (
    <StatTiles
      label={texts.tiles}
      tiles={[
        { label: texts.totalItems, value: figures.totalItems },
        {
          label: texts.available,
          value: figures.availableItems,
          ...(figures.unavailableItems > 0 && { note: texts.hidden(figures.unavailableItems) }),
        },
        { label: texts.categories, value: figures.categoriesCount },
        { label: texts.avgPrice, value: <Money cents={figures.averagePrice} /> },
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
        label={texts.search}
        placeholder={texts.search}
        className={`line-on-phone ${styles.search}`}
        value={filter.search}
        onValue={(search) => onFilter({ ...filter, search })}
      />
      <div className={styles.place}>
        <Select
          aria-label={texts.category}
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
        legend={texts.availability}
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
  if (id === ALL_CATEGORIES) return texts.allCategories;
  return id === TODAYS_SPECIAL ? texts.todaysSpecial : categoryNamed(id, categories);
}
