import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { CircleCheck, Circle, Plus, SlidersHorizontal } from 'lucide-react';
import { HEAT_IDS, moveEntry } from '@tiffin/domain/menu';
import { OPTION_LIMITS } from '@tiffin/domain/options';
import { say } from '@tiffin/domain/core';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { DollarInput, NamedOptions, Select, TextInput } from '../../../ui/inputs.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { comboOption, groupForm, newOption, parseOptionList, type TypedOption } from './group-codec.ts';
import styles from './options.module.css';
import { useEditedMenu, useEditableLocations, type Dish } from '../menu-data.ts';

interface OptionRowsProps {
  options: readonly TypedOption[];
  onOptions: (options: readonly TypedOption[]) => void;
  /** The price of a size replaces the dish's; other prices are added to it. */
  isSize: boolean;
  isSingleChoice: boolean;
  /** The heat group has few options, and none can be a dish. */
  isHeatGroup: boolean;
  error: string | null | undefined;
  /** Opens the details of the option with this key. */
  onMore: (key: string) => void;
}

/** The options of a group as rows to type in, to sort and to open. */
export function OptionRows(props: OptionRowsProps) {
  const { options, onOptions, isSize, isHeatGroup, error } = props;
  const [addedKey, setAddedKey] = useState<string | null>(null);

  function add() {
    const option = newOption();
    setAddedKey(option.key);
    onOptions([...options, option]);
  }

  return (
    <section className="stack gap-8" aria-label={groupForm.fields.options.label}>
      <h3 className="text-sm weight-600">{groupForm.fields.options.label}</h3>
      <SortableList
        label={groupForm.fields.options.label}
        onMove={(from, to) => onOptions(moveEntry(options, from, to))}
        entries={options.map((option, index) => ({
          id: option.key,
          name: shownName(option, index),
          content: <OptionRow {...props} option={option} index={index} isNew={option.key === addedKey} onAdd={add} />,
        }))}
      />
      <FieldError error={error} />
      <div className="row flex-wrap gap-8">
        {(!isHeatGroup || options.length < HEAT_IDS.length) && (
          <Button look="quiet" onClick={add}>
            <Plus />
            {say`Add an option`}
          </Button>
        )}
        {!isSize && !isHeatGroup && (
          <PartChoice
            usedDishIds={options.flatMap(({ dishId }) => dishId ?? [])}
            onPart={(dish) => onOptions([...options, comboOption(dish)])}
          />
        )}
      </div>
      {options.length > 0 && options.every(({ name }) => name === '') && (
        <p className="hint">{say`You can paste a list as a name: one option per line, followed by its price.`}</p>
      )}
      {options.some(({ dishId }) => dishId !== null) && (
        <p className="hint">{say`A dish can be part of a combo. Its name, allergens, options and availability come from each location’s menu. The price of the combo is split by what its parts cost on their own.`}</p>
      )}
    </section>
  );
}

/** Makes this option the default, or no default. A single-choice group has only one default. */
function withDefaultToggled(options: readonly TypedOption[], option: TypedOption, isSingleChoice: boolean) {
  const isDefault = !option.isDefault;
  return options.map((each) => {
    if (each.key === option.key) return { ...each, isDefault };
    return isSingleChoice && isDefault ? { ...each, isDefault: false } : each;
  });
}

function shownName({ name }: TypedOption, index: number): string {
  return name.trim() || say`option ${index + 1}`;
}

interface OptionRowProps extends OptionRowsProps {
  option: TypedOption;
  index: number;
  isNew: boolean;
  onAdd: () => void;
}

function OptionRow(props: OptionRowProps) {
  const { options, onOptions, isSize, isSingleChoice, error, onMore, option, index, isNew, onAdd } = props;
  const name = shownName(option, index);
  const change = (values: Partial<TypedOption>) =>
    onOptions(options.map((each) => (each.key === option.key ? { ...each, ...values } : each)));

  /** Enter moves to the next option instead of submitting an unfinished form. */
  function handleEnter(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (index === options.length - 1) onAdd();
  }

  /** A pasted list of several lines becomes several options. */
  function paste(event: ClipboardEvent) {
    const [first, ...others] = parseOptionList(event.clipboardData.getData('text'));
    if (!first || others.length === 0) return;
    event.preventDefault();
    const filled = { ...option, name: first.name, price: first.price };
    onOptions(options.flatMap((each) => (each.key === option.key ? [filled, ...others] : each)));
  }

  return (
    <div className={`grid gap-4 ${styles.option}`}>
      <TextInput
        aria-label={say`Name of option ${index + 1}`}
        autoComplete="off"
        maxLength={OPTION_LIMITS.name}
        placeholder={say`Option`}
        value={option.name}
        // Each menu has its own name for the dish.
        readOnly={option.dishId !== null}
        aria-invalid={error && option.name.trim() === '' ? true : undefined}
        // The name of a new option is typed next.
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- as above
        autoFocus={isNew}
        onKeyDown={handleEnter}
        onPaste={(event) => option.dishId === null && paste(event)}
        onChange={(event) => change({ name: event.target.value })}
      />
      <DollarInput
        aria-label={say`Price of ${name}`}
        autoComplete="off"
        placeholder={isSize ? say`Price` : '0.00'}
        value={option.price}
        onKeyDown={handleEnter}
        onValue={(price) => change({ price })}
      />
      <IconButton
        label={say`${name} is chosen from the start`}
        aria-pressed={option.isDefault}
        className={option.isDefault ? 'success-ink' : undefined}
        onClick={() => onOptions(withDefaultToggled(options, option, isSingleChoice))}
      >
        {option.isDefault ? <CircleCheck /> : <Circle />}
      </IconButton>
      <IconButton label={say`More about ${name}`} onClick={() => onMore(option.key)}>
        <SlidersHorizontal />
      </IconButton>
    </div>
  );
}

interface PartChoiceProps {
  /** Dishes that are in the group already. */
  usedDishIds: readonly string[];
  onPart: (dish: Dish) => void;
}

/** Adds a dish of the edited menu as an option of a combo. */
function PartChoice(props: PartChoiceProps) {
  const { chosen } = useEditableLocations();
  return chosen && <PartSelect {...props} locationId={chosen.id} />;
}

function PartSelect({ locationId, usedDishIds, onPart }: PartChoiceProps & { locationId: string }) {
  const { data } = useEditedMenu(locationId);
  const dishes = (data?.dishes ?? []).filter(({ id }) => !usedDishIds.includes(id));
  if (dishes.length === 0) return null;
  return (
    <Select
      aria-label={say`Add a dish as a part`}
      value=""
      onValue={(chosen) => dishes.filter(({ id }) => id === chosen).forEach(onPart)}
    >
      <option value="">{say`Add a dish as a part`}</option>
      <NamedOptions options={dishes} />
    </Select>
  );
}
