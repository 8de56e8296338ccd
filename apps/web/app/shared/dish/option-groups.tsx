import { useId } from 'react';
import { allergenName } from '@tiffin/domain/menu';
import {
  choose,
  groupsInForce,
  optionPrice,
  sizeOf,
  unitsIn,
  unitsOf,
  type Chosen,
  type GroupOption,
  type OptionDish,
  type OptionGroup,
  type OptionProblem,
} from '@tiffin/domain/options';
import { classNames } from '../../ui/class-names.ts';
import { FieldError } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Stepper } from '../../ui/stepper.tsx';
import { optionWords as words } from './option-words.ts';
import styles from './option-groups.module.css';

export interface OptionGroupsProps {
  dish: OptionDish;
  chosen: Chosen;
  onChosen: (chosen: Chosen) => void;
  /** What is wrong is said at its group. */
  problem?: OptionProblem | null;
  /** Guests read them one beneath the other, the till has them side by side. */
  look?: 'rows' | 'tiles';
}

/** What may be chosen with a dish, group by group; a choice may open a further one. */
export function OptionGroups({ dish, chosen, onChosen, problem, look = 'rows' }: OptionGroupsProps) {
  const sizeId = sizeOf(dish, chosen)?.id ?? null;
  return groupsInForce(dish, chosen).map((group) => (
    <Group
      key={group.id}
      group={group}
      chosen={chosen}
      sizeId={sizeId}
      look={look}
      error={problem?.groupId === group.id ? problem.message : null}
      onUnits={(option, units) => onChosen(choose(dish, chosen, group, option, units))}
    />
  ));
}

interface GroupProps {
  group: OptionGroup;
  chosen: Chosen;
  sizeId: string | null;
  look: 'rows' | 'tiles';
  error: string | null;
  onUnits: (option: GroupOption, units: number) => void;
}

function Group({ group, chosen, sizeId, look, error, onUnits }: GroupProps) {
  const id = useId();
  const units = unitsIn(chosen, group.id);
  return (
    <fieldset
      className={classNames(styles.group, styles[look])}
      data-group={group.id}
      aria-describedby={`${id}-need ${id}-error`}
    >
      <legend className="weight-600">{group.name}</legend>
      <p id={`${id}-need`} className={`hint ${styles.need}`}>
        {words.need(group, units)}
      </p>
      <FieldError id={`${id}-error`} error={error} />
      <div className={styles.options}>
        {group.options.map((option) => (
          <OptionChoice
            key={option.id}
            name={id}
            group={group}
            option={option}
            units={unitsOf(chosen, group.id, option.id)}
            isFull={group.kind === 'some' && units >= group.max}
            price={priceText(group, option, sizeId)}
            isWrong={error !== null}
            onUnits={(wanted) => onUnits(option, wanted)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface OptionProps {
  name: string;
  group: OptionGroup;
  option: GroupOption;
  units: number;
  /** Nothing more fits into the group. */
  isFull: boolean;
  price: string | null;
  isWrong: boolean;
  onUnits: (units: number) => void;
}

function OptionChoice({ name, group, option, units, isFull, price, isWrong, onUnits }: OptionProps) {
  // One that may be left out again is ticked.
  const isRadio = group.kind === 'one' && group.min > 0;
  const isCounted = group.kind === 'some' && option.maxUnits > 1;
  const more = option.allergens.map(allergenName).join(', ').toLowerCase();
  return (
    <div className={classNames(styles.option, units > 0 && styles.chosen, !option.isAvailable && styles.gone)}>
      <label className="row gap-10">
        <input
          type={isRadio ? 'radio' : 'checkbox'}
          name={isRadio ? name : undefined}
          value={option.id}
          checked={units > 0}
          // What is gone can still be taken out.
          disabled={units === 0 && (!option.isAvailable || isFull)}
          {...(isWrong && { 'aria-invalid': true })}
          onChange={(event) => onUnits(event.target.checked ? 1 : 0)}
        />
        <span className="grow min-width-0 break-anywhere">
          {option.name}
          {!option.isAvailable && <small className="block soft">{words.soldOut}</small>}
          {more !== '' && <small className="block soft">{words.contains(more)}</small>}
        </span>
        {price !== null && <span className="num nowrap">{price}</span>}
      </label>
      {isCounted && units > 0 && (
        <Stepper label={option.name} value={units} max={isFull ? units : option.maxUnits} onValue={onUnits} />
      )}
    </div>
  );
}

/** Of a size what the dish costs in it; of all else what it costs more, where it does. */
function priceText(group: OptionGroup, option: GroupOption, sizeId: string | null): string | null {
  if (group.isSize) return formatMoney(option.price);
  const price = optionPrice(option, sizeId);
  if (price === 0 || (option.isDefault && option.maxUnits === 1)) return null;
  return `+ ${formatMoney(price)}`;
}
