import { useId, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { Flame } from 'lucide-react';
import { DEFAULT_MAX_LINE_QUANTITY, type CartLine, type LineChoices } from '@tiffin/domain/cart';
import { multiplyCents, say } from '@tiffin/domain/core';
import { allergenName, DEFAULT_HEAT_LEVELS, DEFAULT_TILL_HEAT, type HeatLevel } from '@tiffin/domain/menu';
import {
  allergensWithChoices,
  hasUnknownAllergens,
  chooseOption,
  defaultChoices,
  preselectedHeat,
  applicableGroups,
  heatChoice,
  heatLevels,
  lineAllergens,
  MAX_LINE_NOTE_LENGTH,
  offeredHeats,
  chosenSize,
  withHeatGroup,
  type OptionGroup,
} from '@tiffin/domain/options';
import { allergyStatements, withNoteAllergies, type Allergy } from '@tiffin/domain/order';
import { AllergyWarning, LineAllergies } from '../../shared/allergies/line-allergies.tsx';
import { firstOptionInput, OptionGroups } from '../../shared/dish/option-groups.tsx';
import { heatText } from '../../shared/dish/option-words.ts';
import { allergensText } from '../../shared/dish/dish-marks.tsx';
import { useDishChoice } from '../../shared/dish/use-dish-choice.ts';
import { isTyping } from '../../shared/page/single-keys.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog, Sheet } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { FieldError } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Stepper } from '../../ui/stepper.tsx';
import styles from './till-dialogs.module.css';
import { hasOptionGroups, type Dish } from './till.ts';
import { focusFirst } from './use-keys.ts';

/** A dish with something to choose, or an order line to edit. */
export interface DishToChoose {
  readonly dish: Dish;
  readonly line: CartLine | null;
  /** The note has the focus, instead of the first choice or the button. */
  readonly startsAtNote?: boolean;
}

export interface DishChoiceResult extends LineChoices {
  readonly spice: HeatLevel | null;
  readonly quantity: number;
}

export interface DishChoiceProps {
  dishToChoose: DishToChoose | null;
  onClose: () => void;
  /** Where allergies can be stated: those of the order and of the line. */
  allergies?: { country: string; ofOrder: readonly Allergy[]; ofLine: readonly Allergy[] } | undefined;
  /** For which seat and course of a table; null for an order without a table. */
  service?: string | null;
  /** Adds the dish to the order. Returns the limit that prevents it, or null. */
  onChosen: (dishToChoose: DishToChoose, result: DishChoiceResult) => string | null;
}

/** Dialog for heat level, options and quantity, with the keys 1 2 3, + −, Enter. Default options are preselected. */
export function DishChoiceDialog({ dishToChoose, ...rest }: DishChoiceProps) {
  if (!dishToChoose) return null;
  const { dish, line } = dishToChoose;
  return <Choice key={line?.cartKey ?? dish.id} dishToChoose={dishToChoose} {...rest} />;
}

type ChoiceProps = DishChoiceProps & { dishToChoose: DishToChoose };

function Choice({ dishToChoose, onClose, allergies, service = null, onChosen }: ChoiceProps) {
  const { dish, line } = dishToChoose;
  const id = useId();
  const choice = useTillChoice(dishToChoose);
  const [limit, setLimit] = useState<string | null>(null);
  const [ofLine, setOfLine] = useState<readonly Allergy[]>(allergies?.ofLine ?? []);
  const { problem, attempts } = choice;
  const isSheet = line !== null || hasOptionGroups(dish);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!choice.check()) return;
    setLimit(
      onChosen(dishToChoose, {
        quantity: choice.quantity,
        spice: choice.spice,
        options: hasOptionGroups(dish) ? choice.chosen : undefined,
        note: choice.note.trim(),
        allergies: allergies && ofLine,
      }),
    );
  }

  const Box = isSheet ? Sheet : Dialog;
  return (
    <Box
      open
      onClose={onClose}
      title={dish.name}
      description={[service, isSheet ? choiceAllergensText(choice) : say`${formatMoney(dish.price)} each`]
        .filter(Boolean)
        .join('. ')}
      footer={
        <Footer
          choice={choice}
          formId={id}
          isSheet={isSheet}
          hasFocus={!dishToChoose.startsAtNote}
          label={line ? say`Save` : say`Add to Order`}
          error={limit ?? (attempts > 0 ? (problem?.message ?? null) : null)}
        />
      }
    >
      {/* Keyboard shortcuts; each has a button too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        id={id}
        ref={(form) => {
          // Focuses the first required choice.
          if (form && problem && attempts === 0) focusFirst(firstOptionInput(form, problem.groupId));
        }}
        className={classNames('stack gap-20', isSheet && styles.long)}
        onSubmit={submit}
        onKeyDown={(event) => pressKey(event, choice)}
      >
        {allergies && (
          <ChoiceWarning choice={choice} stated={withNoteAllergies([...allergies.ofOrder, ...ofLine], choice.note)} />
        )}
        <ChoiceFields choice={choice} startsAtNote={dishToChoose.startsAtNote ?? false} />
        {allergies && isSheet && <LineAllergies country={allergies.country} value={ofLine} onValue={setOfLine} />}
      </form>
    </Box>
  );
}

function ChoiceFields({ choice, startsAtNote }: { choice: TillChoice; startsAtNote: boolean }) {
  const { dish, chosen, spice, problem, attempts } = choice;
  return (
    <>
      {dish.heats && (
        <Heat
          heats={dish.heats}
          sizeId={chosenSize(dish, chosen)?.id ?? null}
          spice={spice}
          onSpice={choice.setSpice}
        />
      )}
      {hasOptionGroups(dish) && (
        <OptionGroups
          dish={dish}
          chosen={chosen}
          onChosen={choice.choose}
          // A default option that ran out is shown before the first submit.
          problem={attempts > 0 || problem?.code === 'option-unavailable' ? problem : null}
          scrollRequest={attempts}
          look="tiles"
        />
      )}
      <TextField
        label={say`Note for the kitchen`}
        hint={say`${choice.note.trim().length} of ${MAX_LINE_NOTE_LENGTH} characters`}
        ref={startsAtNote ? focusFirst : null}
        maxLength={MAX_LINE_NOTE_LENGTH}
        placeholder={say`Well charred, sauce apart`}
        value={choice.note}
        onValue={choice.setNote}
      />
    </>
  );
}

/** The heat that a dish has at the till unless another one is chosen; null if it has none, or all are sold out. */
export const usualHeat = ({ heats }: Dish) => (heats ? preselectedHeat(heats, DEFAULT_TILL_HEAT.level) : null);

type TillChoice = ReturnType<typeof useTillChoice>;

/** Choices that left the menu stay, so that staff see the problem and ask the guest. */
function useTillChoice({ dish, line }: DishToChoose) {
  const choice = useDishChoice(line, ({ options, heat }) => ({
    dish,
    chosen: options ?? defaultChoices(dish),
    spice: dish.heats ? (heat ?? usualHeat(dish)) : null,
  }));
  const most = dish.maxQuantity ?? DEFAULT_MAX_LINE_QUANTITY;
  const setQuantity = (quantity: number) => choice.setQuantity(Math.min(Math.max(1, quantity), most));
  return { ...choice, most, setQuantity };
}

function pressKey(event: KeyboardEvent, choice: TillChoice) {
  if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
  if (event.key === '+' || event.key === '=') choice.setQuantity(choice.quantity + 1);
  else if (event.key === '-') choice.setQuantity(choice.quantity - 1);
  else if (!pressDigit(event.key, choice)) return;
  event.preventDefault();
}

/** Digits choose a heat level, or else from the first group with one choice. Returns whether the key chose something. */
function pressDigit(digit: string, { dish, chosen, choose, setSpice }: TillChoice): boolean {
  const { heats } = dish;
  if (heats) {
    const index = Number(digit) - 1;
    const level = heats.options[index]?.isAvailable ? heatLevels(heats)[index] : undefined;
    if (level) setSpice(level);
    return level !== undefined;
  }
  const group = applicableGroups(dish, chosen).find(({ kind }) => kind === 'one');
  const option = /^[1-9]$/.test(digit) ? group?.options[Number(digit) - 1] : undefined;
  if (!group || !option?.isAvailable) return false;
  choose(chooseOption(dish, chosen, group, option, 1));
  return true;
}

interface FooterProps {
  choice: TillChoice;
  formId: string;
  isSheet: boolean;
  /** The button gets the focus if nothing has to be chosen. */
  hasFocus: boolean;
  label: string;
  error: string | null;
}

function Footer({ choice, formId, isSheet, hasFocus, label, error }: FooterProps) {
  const { dish, quantity, spice } = choice;
  const sum = formatMoney(multiplyCents(choice.price, quantity));
  const stepper = (
    <Stepper label={dish.name} value={quantity} onValue={choice.setQuantity} min={1} max={choice.most} size="lg" />
  );
  return (
    // Keyboard shortcuts; each has a button too.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={`grow ${styles.choiceFooter}`} onKeyDown={(event) => pressKey(event, choice)}>
      <FieldError error={error} />
      {!isSheet && (
        <div className={`row between gap-12 ${styles.quantity}`}>
          <div>
            <h3>{say`Quantity`}</h3>
            <p className="hint">{[`${quantity} × ${dish.name}`, spice?.name].filter(Boolean).join(', ')}</p>
          </div>
          {stepper}
        </div>
      )}
      <div className="row gap-10">
        {isSheet && stepper}
        <Button
          ref={choice.problem || !hasFocus ? null : focusFirst}
          type="submit"
          form={formId}
          size="lg"
          block
          className={styles.go ?? ''}
        >
          <span>
            {label} • <span className="num">{sum}</span>
          </span>
          <kbd aria-hidden="true">↵</kbd>
        </Button>
      </div>
    </div>
  );
}

/** Warns that the dish contains a stated allergen with the current choices. */
function ChoiceWarning({ choice, stated }: { choice: TillChoice; stated: readonly Allergy[] }) {
  const { dish, chosen, spice } = choice;
  const allergens = lineAllergens({ ...withHeatGroup(dish), allergens: dish.allergens }, [
    ...chosen,
    ...heatChoices(spice),
  ]);
  return <AllergyWarning statements={allergyStatements(dish.name, stated, allergens)} stated={stated} isForStaff />;
}

/** The heat level as an option, because it may contain allergens too. */
const heatChoices = (spice: HeatLevel | null) => (spice ? [heatChoice(spice.id)] : []);

/** The allergens with the current choices. */
function choiceAllergensText({ dish, chosen, spice }: TillChoice): string {
  return allergensText(
    hasUnknownAllergens(dish)
      ? null
      : allergensWithChoices(withHeatGroup(dish), [...chosen, ...heatChoices(spice)]).map(allergenName),
  );
}

interface HeatProps {
  heats: OptionGroup;
  /** The chosen size, because a heat level may cost more with it. */
  sizeId: string | null;
  spice: HeatLevel | null;
  onSpice: (spice: HeatLevel) => void;
}

function Heat({ heats, sizeId, spice, onSpice }: HeatProps) {
  return (
    <fieldset className={`stack gap-10 ${styles.heats}`} data-group={heats.id}>
      <legend className="sr-only">{heats.name}</legend>
      {offeredHeats(heats, sizeId).map((level, index) => (
        <label key={level.id} className={`relative grid content-start gap-4 round-md quiet pointer ${styles.heat}`}>
          <input
            type="radio"
            className="absolute full-width full-height pointer"
            name="till-spice"
            checked={level.id === spice?.id}
            disabled={level.isUnavailable}
            onChange={() => onSpice(level)}
          />
          <span className="row between">
            <Flames level={level.level} />
            <kbd aria-hidden="true">{index + 1}</kbd>
          </span>
          <b>{level.name}</b>
          <small className="hint leading-130">{heatText(level)}</small>
        </label>
      ))}
    </fieldset>
  );
}

/** One to three flames, always next to the word, so heat is never shown by colour alone. */
function Flames({ level }: { level: number }) {
  return (
    <span className={`inline-row ${styles.flames}`} aria-hidden="true">
      {DEFAULT_HEAT_LEVELS.map((each) => (
        <Flame key={each.id} className={classNames(each.level <= level && styles.lit)} />
      ))}
    </span>
  );
}

/** The heat level with its flames; the hottest stands out. */
export function SpiceMark({ spice }: { spice: HeatLevel }) {
  const hottest = DEFAULT_HEAT_LEVELS.at(-1)?.id === spice.id;
  return (
    <span className={classNames('inline-row gap-6 text-xs weight-600', styles.mark, hottest && `pill ${styles.hot}`)}>
      <Flames level={spice.level} />
      {spice.name}
    </span>
  );
}
