import { useId, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { Flame } from 'lucide-react';
import { MAX_LINE_DEFAULT, choicesOf, type CartLine, type LineChoices } from '@tiffin/domain/cart';
import { addCents, timesCents } from '@tiffin/domain/core';
import { allergenName, SPICE_LEVELS, TILL_SPICE, type SpiceLevel } from '@tiffin/domain/menu';
import {
  allergensWith,
  choose,
  defaultsOf,
  firstHeat,
  groupsInForce,
  heatChosen,
  heatLevels,
  heatPrice,
  LINE_NOTE_MOST,
  offeredHeats,
  priceFrom,
  sizeOf,
  dishChoiceProblem,
  withHeats,
  type OptionGroup,
} from '@tiffin/domain/options';
import { firstChoice, OptionGroups } from '../../shared/dish/option-groups.tsx';
import { heatText } from '../../shared/dish/option-words.ts';
import { texts as dishTexts } from '../../shared/dish/texts.ts';
import { isTyping } from '../../shared/page/slash-search.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog, Sheet } from '../../ui/dialog.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { TextInput } from '../../ui/inputs.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import styles from './till-dialogs.module.css';
import { texts } from './texts.ts';
import { hasChoices, type Dish } from './till.ts';
import { focusFirst } from './use-keys.ts';

/** A dish with something to choose, or an order line to edit. */
export interface DishToChoose {
  readonly dish: Dish;
  readonly line: CartLine | null;
}

/** The chosen quantity, options and heat level of a dish. */
export interface DishChoiceResult extends LineChoices {
  readonly spice: SpiceLevel | null;
  readonly quantity: number;
}

export interface DishChoiceProps {
  dishToChoose: DishToChoose | null;
  onClose: () => void;
  /** Adds the dish to the order. Returns the limit that prevents it, or null. */
  onChosen: (query: DishToChoose, request: DishChoiceResult) => string | null;
}

/**
 * Dialog for heat level, options and quantity, with the keys 1 2 3, + −, Enter. The options a dish comes with are
 * preselected.
 */
export function DishChoice({ dishToChoose: query, ...rest }: DishChoiceProps) {
  return query && <Choice key={query.line?.cartKey ?? query.dish.id} dishToChoose={query} {...rest} />;
}

function Choice({ dishToChoose: query, onClose, onChosen }: DishChoiceProps & { dishToChoose: DishToChoose }) {
  const { dish, line } = query;
  const id = useId();
  const { heats } = dish;
  const isLong = line !== null || hasChoices(dish);
  const [spice, setSpice] = useState(line?.spice ?? (heats ? firstHeat(heats, TILL_SPICE.level) : null));
  const [chosen, setChosen] = useState(() => (line && choicesOf(line).options) ?? defaultsOf(dish));
  const [note, setNote] = useState(line?.note ?? '');
  const [quantity, setQuantity] = useState(line?.quantity ?? 1);
  // How often it was submitted while a choice was missing.
  const [presses, setPresses] = useState(0);
  const [limit, setLimit] = useState<string | null>(null);
  const problem = dishChoiceProblem(dish, chosen, spice?.id ?? '');
  const most = dish.maxQuantity ?? MAX_LINE_DEFAULT;
  const set = (requested: number) => setQuantity(Math.min(Math.max(1, requested), most));
  const each = addCents(priceFrom(dish, chosen), heatPrice(dish, spice?.id, chosen));
  const sum = formatMoney(timesCents(each, quantity));

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (problem) {
      setPresses(presses + 1);
      return;
    }
    setLimit(
      onChosen(query, {
        quantity,
        spice: heats ? spice : null,
        ...(hasChoices(dish) && { options: chosen }),
        note: note.trim(),
      }),
    );
  }

  /** Digits choose from the first question. */
  function digit(pressed: string): boolean {
    if (heats) {
      const place = Number(pressed) - 1;
      const level = heats.options[place]?.isAvailable ? heatLevels(heats)[place] : undefined;
      if (level) setSpice(level);
      return level !== undefined;
    }
    const group = groupsInForce(dish, chosen).find(({ kind }) => kind === 'one');
    const option = /^[1-9]$/.test(pressed) ? group?.options[Number(pressed) - 1] : undefined;
    if (!group || !option?.isAvailable) return false;
    setChosen(choose(dish, chosen, group, option, 1));
    return true;
  }

  function key(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
    if (event.key === '+' || event.key === '=') set(quantity + 1);
    else if (event.key === '-') set(quantity - 1);
    else if (!digit(event.key)) return;
    event.preventDefault();
  }

  const Box = isLong ? Sheet : Dialog;
  const stepper = <Stepper label={dish.name} value={quantity} onValue={set} min={1} max={most} size="lg" />;
  return (
    <Box
      open
      onClose={onClose}
      title={dish.name}
      description={
        isLong
          ? contains(dish, [...chosen, ...(spice ? [heatChosen(spice.id)] : [])])
          : texts.each(formatMoney(dish.price))
      }
      footer={
        // Keyboard shortcuts; each has a button too.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div className={`grow ${styles.wish}`} onKeyDown={key}>
          <FieldError error={limit ?? (presses > 0 ? (problem?.message ?? null) : null)} />
          {!isLong && (
            <div className={`row between gap-12 ${styles.quantity}`}>
              <div>
                <h3>{texts.quantity}</h3>
                <p className="hint">{texts.summary(quantity, dish.name, spice?.name ?? '')}</p>
              </div>
              {stepper}
            </div>
          )}
          <div className="row gap-10">
            {isLong && stepper}
            <Button
              ref={problem ? null : focusFirst}
              type="submit"
              form={id}
              size="lg"
              block
              className={styles.go ?? ''}
            >
              <span>
                {line ? texts.saveLine : texts.add} • <span className="num">{sum}</span>
              </span>
              <kbd aria-hidden="true">↵</kbd>
            </Button>
          </div>
        </div>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- as above */}
      <form
        id={id}
        ref={(form) => {
          // Focuses the first required choice.
          if (form && problem && presses === 0) focusFirst(firstChoice(form, problem.groupId));
        }}
        className={classNames('stack gap-20', isLong && styles.long)}
        onSubmit={submit}
        onKeyDown={key}
      >
        {heats && <Heat heats={heats} sizeId={sizeOf(dish, chosen)?.id ?? null} spice={spice} onSpice={setSpice} />}
        {hasChoices(dish) && (
          <OptionGroups
            dish={dish}
            chosen={chosen}
            onChosen={setChosen}
            // A default option that ran out is shown before the first submit.
            problem={presses > 0 || problem?.code === 'option-unavailable' ? problem : null}
            lead={presses}
            look="tiles"
          />
        )}
        {isLong && (
          <Field label={texts.lineNote} hint={texts.lineNoteLeft(note.trim().length, LINE_NOTE_MOST)}>
            <TextInput
              autoComplete="off"
              maxLength={LINE_NOTE_MOST}
              placeholder={texts.lineNoteExample}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
        )}
      </form>
    </Box>
  );
}

/** The price, and the allergens with the current choices. */
function contains(dish: Dish, chosen: ReturnType<typeof defaultsOf>): string {
  return dishTexts.allergens(allergensWith(withHeats(dish), chosen).map(allergenName));
}

function Heat({
  heats,
  sizeId,
  spice,
  onSpice,
}: {
  heats: OptionGroup;
  /** The chosen size, because a heat level may cost more with it. */
  sizeId: string | null;
  spice: SpiceLevel | null;
  onSpice: (spice: SpiceLevel) => void;
}) {
  return (
    <fieldset className={`stack gap-10 ${styles.heats}`} data-group={heats.id}>
      <legend className="sr-only">{heats.name}</legend>
      {offeredHeats(heats, sizeId).map((level, place) => (
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
            <kbd aria-hidden="true">{place + 1}</kbd>
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
      {SPICE_LEVELS.map((each) => (
        <Flame key={each.id} className={classNames(each.level <= level && styles.lit)} />
      ))}
    </span>
  );
}

export function SpiceMark({ spice }: { spice: SpiceLevel }) {
  const hottest = SPICE_LEVELS.at(-1)?.id === spice.id;
  return (
    <span className={classNames('inline-row gap-6 text-xs weight-600', styles.mark, hottest && `pill ${styles.hot}`)}>
      <Flames level={spice.level} />
      {spice.name}
    </span>
  );
}
