import { ArrowUpDown, Plus } from 'lucide-react';
import {
  ALL_CATEGORIES,
  AVAILABILITY_FILTERS,
  categoryChoices,
  countText,
  menuAnalytics,
  TODAYS_SPECIAL,
} from '@tiffin/domain/menu';
import { languageName } from '@tiffin/domain/restaurant';
import { say, type Language } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { anyText, choice, search, type useListState } from '../../shared/page/list-state.ts';
import { SlashSearch } from '../../shared/page/slash-search.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { Money } from '../../ui/money.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { StatTiles } from '../../ui/figures.tsx';
import { needsTranslation, useMenuTexts, useOtherLanguages } from './languages/texts-data.ts';
import { categoryNamed, type Category, type Dish, type EditedMenu } from './menu-data.ts';
import type { OpenDialog } from './menu-dialogs.tsx';
import { texts } from './texts.ts';
import styles from './menu.module.css';

interface MenuHeadProps {
  menu: EditedMenu;
  onLocation: (id: string) => void;
  onRefresh: () => void;
  isRefreshing: boolean;
  onOpen: (dialog: OpenDialog) => void;
}

/** The buttons of the menu: what is added, sorted, translated and imported, and the choice of the location. */
export function MenuHead({ menu, onLocation, onRefresh, isRefreshing, onOpen }: MenuHeadProps) {
  const { location, locations } = menu;
  const online = useOnline();
  return (
    <header className={`row flex-wrap gap-10 ${styles.head}`}>
      <h1 className="line-on-phone">{say`Menu`}</h1>
      <Button
        className="line-on-phone"
        onClick={() => onOpen({ what: 'add' })}
        disabledReason={online ? null : texts.addOffline}
      >
        <Plus />
        {say`Add Item`}
      </Button>
      <div className={styles.place}>
        <Select aria-label={say`Location`} value={location.id} onValue={onLocation}>
          <NamedOptions options={locations} />
        </Select>
      </div>
      <RefreshButton aria-busy={isRefreshing} onClick={onRefresh} />
      <IconButton label={say`Arrange`} onClick={() => onOpen({ what: 'arrange' })}>
        <ArrowUpDown />
      </IconButton>
      <Button look="quiet" onClick={() => onOpen({ what: 'groups' })}>
        {say`Option Groups`}
      </Button>
      <Button look="quiet" onClick={() => onOpen({ what: 'categories' })}>
        {say`Manage Categories`}
      </Button>
      {locations.length > 1 && (
        <Button look="quiet" onClick={() => onOpen({ what: 'shared' })}>
          {say`All Locations`}
        </Button>
      )}
      {useOtherLanguages().map((language) => (
        <LanguageButton
          key={language}
          locationId={location.id}
          language={language}
          onOpen={() => onOpen({ what: 'texts', language })}
        />
      ))}
      <LinkButton look="quiet" href={paths.allergens(location.id)} target="_blank">
        {say`Allergen chart`}
      </LinkButton>
      <Button look="quiet" onClick={() => onOpen({ what: 'file' })}>
        {say`Import or Export`}
      </Button>
    </header>
  );
}

interface LanguageButtonProps {
  locationId: string;
  language: Language;
  onOpen: () => void;
}

/** Opens the menu's texts in another language. Shows how many need review. */
function LanguageButton({ locationId, language, onOpen }: LanguageButtonProps) {
  const { data = [] } = useMenuTexts(locationId, language);
  const count = data.filter(needsTranslation).length;
  return (
    <Button look="quiet" onClick={onOpen}>
      {say`In ${languageName(language)}`}
      {count > 0 && (
        <Badge tone="warn">
          <span aria-hidden="true">{count}</span>
          <span className="sr-only">{count === 1 ? say`one text to review` : say`${count} texts to review`}</span>
        </Badge>
      )}
    </Button>
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
          note: figures.unavailableItems > 0 ? say`${figures.unavailableItems} hidden` : undefined,
        },
        { label: say`Categories`, value: figures.categoriesCount },
        { label: say`Avg Price`, value: <Money cents={figures.averagePrice} /> },
      ]}
    />
  );
}

/** How the dishes are shown: with their photos, or one line each. */
export const MENU_VIEWS = ['cards', 'list'] as const;
export type MenuView = (typeof MENU_VIEWS)[number];

/** The filters of the list, each with its name in the address. */
export const MENU_FILTERS = {
  search: search('dish'),
  category: anyText('category', ALL_CATEGORIES),
  availability: choice('show', ['all', 'available', 'unavailable']),
};

interface MenuFiltersProps {
  menu: EditedMenu;
  list: ReturnType<typeof useListState<typeof MENU_FILTERS>>;
  shown: number;
  view: MenuView;
  onView: (view: MenuView) => void;
}

/** The filters above the dishes, with the number of dishes that match. */
export function MenuFilters({ menu: { dishes, categories }, list: { at }, shown, view, onView }: MenuFiltersProps) {
  return (
    <div className="row flex-wrap gap-10">
      <SlashSearch
        label={say`Search items`}
        placeholder={say`Search items`}
        className={`line-on-phone ${styles.search}`}
        {...at('search')}
      />
      <div className={styles.place}>
        <Select aria-label={say`Category`} {...at('category')}>
          <NamedOptions options={categoryChoices(dishes).map((id) => ({ id, name: choiceName(id, categories) }))} />
        </Select>
      </div>
      <Segmented
        className={`line-on-phone ${styles.availability}`}
        legend={say`Availability`}
        legendHidden
        options={AVAILABILITY_FILTERS.map(({ id, label }) => ({ value: id, label }))}
        {...at('availability')}
      />
      <Segmented
        legend={say`View`}
        legendHidden
        options={[
          { value: 'cards', label: say`Cards` },
          { value: 'list', label: say`List` },
        ]}
        value={view}
        onValue={onView}
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
