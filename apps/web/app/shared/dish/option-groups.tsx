import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';
import { Check, CircleAlert } from 'lucide-react';
import { allergenName } from '@tiffin/domain/menu';
import {
  chooseOption,
  applicableGroups,
  OPTION_LIMITS,
  optionPrice,
  chosenSize,
  unitsOfGroup,
  unitsOfOption,
  type ChosenOptions,
  type GroupOption,
  type OptionDish,
  type OptionGroup,
  type OptionProblem,
} from '@tiffin/domain/options';
import { phoneText } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { Chip } from '../../ui/choices.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatMoney } from '../../ui/format.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { optionsLeftText, texts, allOf } from './option-words.ts';
import styles from './option-groups.module.css';

export interface OptionGroupsProps {
  dish: OptionDish;
  chosen: ChosenOptions;
  onChosen: (chosen: ChosenOptions) => void;
  /** Why the dish cannot be ordered, shown at the group. */
  problem?: OptionProblem | null;
  /** Increase it to scroll to the problem again. */
  scrollRequest?: number;
  phone?: string;
  /** Rows for guests; tiles side by side for the till. */
  look?: 'rows' | 'tiles';
}

/** The option groups of a dish in the order of the restaurant. An option may open a further group. */
export function OptionGroups({
  dish,
  chosen,
  onChosen,
  problem,
  scrollRequest = 0,
  phone,
  look = 'rows',
}: OptionGroupsProps) {
  const scrollToProblem = useEffectEvent(() => scrollToGroup(problem?.groupId));
  useEffect(() => {
    if (scrollRequest > 0) scrollToProblem();
  }, [scrollRequest]);
  const total = chosen.reduce((sum, { units }) => sum + units, 0);
  return applicableGroups(dish, chosen).map((group) => (
    <Group
      key={group.id}
      group={group}
      units={(option) => unitsOfOption(chosen, group.id, option.id)}
      isFull={unitsOfGroup(chosen, group.id) >= group.max || total >= OPTION_LIMITS.units}
      chosenUnits={unitsOfGroup(chosen, group.id)}
      sizeId={chosenSize(dish, chosen)?.id ?? null}
      problem={problem?.groupId === group.id ? problemText(problem, group) : null}
      phone={phone}
      look={look}
      onUnits={(option, units) => onChosen(chooseOption(dish, chosen, group, option, units))}
    />
  ));
}

function problemText({ code, message }: OptionProblem, { isSize }: OptionGroup): string {
  return code === 'option-missing' && isSize ? say`Choose a size first` : message;
}

/** Focuses the first option of the group with a problem. */
function scrollToGroup(groupId: string | undefined) {
  const first = firstOptionInput(document, groupId);
  first?.focus({ preventScroll: true });
  first?.closest('[data-group]')?.scrollIntoView({ block: 'start' });
}

/** The first option of a group that can be chosen. */
export function firstOptionInput(within: ParentNode, groupId = ''): HTMLElement | null {
  return within.querySelector<HTMLElement>(`[data-group="${CSS.escape(groupId)}"] input:not(:disabled)`);
}

interface GroupProps {
  group: OptionGroup;
  units: (option: GroupOption) => number;
  /** Of all options of the group. */
  chosenUnits: number;
  /** The group or the dish takes no further unit. */
  isFull: boolean;
  sizeId: string | null;
  problem: string | null;
  phone: string | undefined;
  look: 'rows' | 'tiles';
  onUnits: (option: Pick<GroupOption, 'id'>, units: number) => void;
}

function Group(props: GroupProps) {
  const { group, chosenUnits, problem } = props;
  const id = useId();
  const text = optionsLeftText(group, chosenUnits);
  const isOne = group.kind === 'one';
  return (
    <div
      role={isOne ? 'radiogroup' : 'group'}
      aria-labelledby={`${id}-title`}
      aria-describedby={classNames(problem && `${id}-problem`, `${id}-state`)}
      aria-required={(isOne && group.min > 0) || undefined}
      aria-invalid={(isOne && Boolean(problem)) || undefined}
      data-group={group.id}
      className={classNames('stack gap-10', styles.group, problem && styles.bad)}
    >
      <div className="flex align-baseline between gap-16">
        <h3 id={`${id}-title`} className={`text-md weight-650 ${styles.title}`}>
          {group.name}
        </h3>
        <span id={`${id}-state`} className="hint no-shrink text-right">
          <State group={group} chosenUnits={chosenUnits} />
        </span>
      </div>
      <div aria-live="polite">
        {problem && (
          <p id={`${id}-problem`} className={`row gap-6 icon-18 text-sm weight-500 danger ${styles.problem}`}>
            <CircleAlert />
            {problem}
          </p>
        )}
      </div>
      {isOfIngredients(group) ? (
        <LeaveOut {...props} />
      ) : fitsTiles(group) ? (
        <Tiles {...props} name={id} />
      ) : (
        <Rows {...props} name={id} />
      )}
      <p className="hint leading-150 digits" aria-live="polite">
        {text}
      </p>
      {hasTwoPrices(group) && <p className="hint leading-150">{say`A price beside a choice is added to that.`}</p>}
    </div>
  );
}

/** A group of ingredients in the dish, where a press leaves one out. */
function isOfIngredients({ kind, min, options }: OptionGroup): boolean {
  return kind === 'some' && min === 0 && options.every(({ isDefault, maxUnits }) => isDefault && maxUnits === 1);
}

/** True if a unit beyond the included ones may cost the group's price and one of its own. */
function hasTwoPrices({ eachExtra, options }: OptionGroup): boolean {
  return (
    eachExtra > 0 &&
    options.some(({ price, pricesBySize = {} }) => [price, ...Object.values(pricesBySize)].some((each) => each > 0))
  );
}

/** Two or three short options, of which one is required. Options with allergens need more room. */
function fitsTiles({ kind, min, options }: OptionGroup): boolean {
  return kind === 'one' && min > 0 && options.length <= 3 && options.every(({ allergens }) => allergens.length === 0);
}

/** The required number, until it is chosen. */
function State({ group, chosenUnits }: Pick<GroupProps, 'group' | 'chosenUnits'>) {
  const { min, max, options, kind } = group;
  const orderable = options.reduce((most, { isAvailable, maxUnits }) => most + (isAvailable ? maxUnits : 0), 0);
  if (min > 0 && orderable < min) return say`Sold out`;
  if (min > 0 && chosenUnits < min) {
    return (
      <>
        <b className="ink">{say`Required`}</b>
        {say`, choose ${min}`}
      </>
    );
  }
  if (min > 0) {
    return (
      <span className="inline-row gap-4 weight-600 success-ink icon-16">
        <Check />
        {say`Chosen`}
      </span>
    );
  }
  return kind === 'some' && max < orderable ? say`Choose up to ${max}` : say`Optional`;
}

/** Two or three options side by side. */
function Tiles({ group, units, sizeId, name, onUnits }: GroupProps & { name: string }) {
  return (
    <div
      className={classNames('grid gap-8', group.options.length === 2 ? 'two-columns' : 'three-columns', styles.tiles)}
    >
      {group.options.map((option) => (
        <label
          key={option.id}
          className={classNames('relative grid items-center content-center text-center round-md surface', styles.tile)}
        >
          <input
            className="unseen"
            type="radio"
            name={name}
            checked={units(option) > 0}
            disabled={!option.isAvailable}
            onChange={() => onUnits(option, 1)}
          />
          {option.name}
          <span className="weight-550 digits">
            <Price group={group} option={option} sizeId={sizeId} />
          </span>
        </label>
      ))}
    </div>
  );
}

// Many options are folded to a few, and even more can be searched.
const FOLDED_FROM = 9;
const FOLDED_TO = 5;
const SEARCHED_FROM = 13;

function Rows({ group, units, isFull, sizeId, name, look, onUnits }: GroupProps & { name: string }) {
  const { options, kind, min } = group;
  const [isOpen, setOpen] = useState(look === 'tiles' || options.length < FOLDED_FROM);
  const [search, setSearch] = useState('');
  const isOne = kind === 'one';
  // The order at opening, so that no row moves while the guest chooses.
  const [chosenAtOpening] = useState(() => new Set(options.filter((option) => units(option) > 0).map(({ id }) => id)));
  const chosenFirst = options.toSorted((a, b) => Number(chosenAtOpening.has(b.id)) - Number(chosenAtOpening.has(a.id)));
  const chosenCount = options.filter((option) => units(option) > 0).length;
  const sought = search.trim().toLowerCase();
  const isFolded = !isOpen && sought === '';
  const shown = isFolded
    ? chosenFirst.filter((option, index) => index < FOLDED_TO || units(option) > 0)
    : options.filter((option) => option.name.toLowerCase().includes(sought));
  return (
    <div
      className={classNames(
        'round-md surface',
        look === 'rows' ? 'stack' : `grid gap-8 ${styles.abreast}`,
        styles.rows,
      )}
    >
      {options.length >= SEARCHED_FROM && (
        <div className={`all-columns ${styles.find}`}>
          <SearchInput
            label={say`Search in ${group.name}`}
            placeholder={say`Search in ${group.name}`}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            // Enter searches and must not submit the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </div>
      )}
      {isOne && min === 0 && (
        <Row
          input={
            <input
              type="radio"
              name={name}
              checked={chosenCount === 0}
              // Another option is chosen then, because a radio button that is on already reports no change.
              onChange={() => onUnits(options.find((option) => units(option) > 0) ?? { id: '' }, 0)}
            />
          }
          label={say`None`}
        />
      )}
      {shown.map((option) => {
        const count = units(option);
        return (
          <Row
            key={option.id}
            isOff={!option.isAvailable}
            input={
              <input
                type={isOne ? 'radio' : 'checkbox'}
                name={name}
                checked={count > 0}
                // A full group disables further options. A chosen option can always be removed, even if it is sold out.
                disabled={count === 0 && (!option.isAvailable || (!isOne && isFull))}
                onChange={() => onUnits(option, count > 0 && !isOne ? 0 : 1)}
              />
            }
            label={option.name}
            allergens={<OptionAllergens option={option} />}
            price={<Price group={group} option={option} sizeId={sizeId} />}
            stepper={
              !isOne && count > 0 && option.maxUnits > 1 ? (
                <Stepper
                  label={option.name}
                  value={count}
                  max={isFull ? count : option.maxUnits}
                  onValue={(next) => onUnits(option, next)}
                />
              ) : null
            }
          />
        );
      })}
      {shown.length === 0 && (
        <p className={`hint ${styles.noneFound}`} role="status">
          {say`Nothing has this name.`}
        </p>
      )}
      {isFolded && (
        <button
          type="button"
          className={`line-above text-sm weight-600 text-left ${styles.more}`}
          onClick={() => setOpen(true)}
        >
          {say`Show all ${options.length}`}
        </button>
      )}
    </div>
  );
}

interface RowProps {
  input: ReactNode;
  label: string;
  allergens?: ReactNode;
  price?: ReactNode;
  stepper?: ReactNode;
  isOff?: boolean;
}

function Row({ input, label, allergens, price, stepper = null, isOff = false }: RowProps) {
  return (
    <div className={classNames('row', styles.row, isOff && styles.off)}>
      <label className={`grid align-center grow pointer ${styles.face}`}>
        {input}
        <span className="text-sm leading-135">
          {label}
          {allergens}
        </span>
        <span className={`text-sm text-right weight-550 nowrap digits ${styles.price}`}>{price}</span>
      </label>
      {stepper && <span className={`push-right ${styles.stepper}`}>{stepper}</span>}
    </div>
  );
}

function LeaveOut({ group, units, phone, onUnits }: GroupProps) {
  const leftOut = group.options.filter((option) => units(option) === 0 && option.isAvailable);
  const allergens = [...new Set(leftOut.flatMap((option) => option.allergens))].map(allergenName);
  return (
    <>
      <div className="flex flex-wrap gap-8">
        {group.options.map((option) => {
          const isOut = units(option) === 0;
          return (
            <Chip
              key={option.id}
              label={isOut ? say`No ${option.name.toLowerCase()}` : option.name}
              aria-label={say`No ${option.name.toLowerCase()}`}
              checked={isOut}
              disabled={isOut && !option.isAvailable}
              className={option.isAvailable ? undefined : styles.off}
              onChange={() => onUnits(option, isOut ? 1 : 0)}
            />
          );
        })}
      </div>
      <p className="hint leading-150" aria-live="polite">
        {leftOut.length > 0 && say`The price stays the same.`}
        {allergens.length > 0 &&
          ` ${
            phone
              ? say`Leaving it out does not make the dish free of ${allOf(allergens)}: for an allergy please call ${phoneText(phone)}.`
              : say`Leaving it out does not make the dish free of ${allOf(allergens)}.`
          }`}
      </p>
    </>
  );
}

function OptionAllergens({ option: { allergens } }: { option: GroupOption }) {
  if (allergens.length === 0) return null;
  return <small className="block hint weight-400">{say`Contains ${allOf(allergens.map(allergenName))}`}</small>;
}

/** For a size, the price of the dish; for other options, their additional price. */
function Price({ group, option, sizeId }: { group: OptionGroup; option: GroupOption; sizeId: string | null }) {
  if (!option.isAvailable) return texts.soldOut;
  const price = optionPrice(option, sizeId);
  if (group.isSize) return formatMoney(price);
  if (option.isDefault && option.maxUnits === 1) return say`Included`;
  if (price > 0) return texts.plus(price);
  // Beside options with a price or a default mark, a blank would be unclear.
  return group.min > 0 && group.options.some((each) => each.price > 0 || each.isDefault) ? say`Included` : null;
}
