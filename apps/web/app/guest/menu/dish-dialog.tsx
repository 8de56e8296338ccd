import { useRef, useState } from 'react';
import type { CartLine } from '@tiffin/domain/cart';
import { allergyStatements, containedAllergies, withNoteAllergies, type Allergy } from '@tiffin/domain/order';
import {
  heatChoice,
  chosenSize,
  lineAllergens,
  suitsDietWithChoices,
  withHeatGroup,
  type OptionGroup,
} from '@tiffin/domain/options';
import { say } from '@tiffin/domain/core';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { classNames } from '../../ui/class-names.ts';
import { cartOf, placeOf, useCart } from '../../shared/cart/carts.ts';
import { useOrderAllergies } from '../../shared/cart/stated-allergies.ts';
import { ChoicesPlaceholder } from '../../shared/dish/coming-choices.tsx';
import type { Dish } from '../../shared/dish/dish.ts';
import { DietMark, DishMarks, Heat } from '../../shared/dish/dish-marks.tsx';
import { DishPicture } from '../../shared/dish/dish-picture.tsx';
import { HeartButton } from '../../shared/dish/dish-row.tsx';
import { LineNote } from '../../shared/dish/line-note.tsx';
import { OptionGroups } from '../../shared/dish/option-groups.tsx';
import { STORED_ON_DEVICE } from '../../shared/allergies/allergy-chooser.tsx';
import { allergensOfNames } from '../../shared/allergies/dish-allergens.ts';
import { AllergyWarning, LineAllergies } from '../../shared/allergies/line-allergies.tsx';
import type { Location } from '../../shared/site/site.ts';
import { formatMoney } from '../../ui/format.ts';
import { changeCartLine, addDish, addAnotherPortion } from './add-to-cart.ts';
import { AllergenSummary, PriceBreakdown } from './dish-summary.tsx';
import { HeatChoice } from './heat-choice.tsx';
import { AddToCartButton, CartLinesOfDish, NotForSale, RemoveButton } from './dish-buttons.tsx';
import { useDishLine, type DishLine, type LoadedChoice } from './dish-line.ts';
import styles from './dish-dialog.module.css';

export interface DishDialogProps {
  location: Location;
  dish: Dish;
  menu: readonly Dish[];
  heats: OptionGroup | undefined;
  /** The cart line to change; null adds a new one. */
  lineKey: string | null;
  count: number;
  isFavourite: boolean;
  onClose: () => void;
  /** Called with the number of added portions. */
  onDone: (added: number) => void;
  onFavourite?: ((dish: Dish, isFavourite: boolean) => void) | undefined;
}

export function DishDialog({ lineKey, onClose, ...rest }: DishDialogProps) {
  // The line as it was opened, because a change gives it another key.
  const [line] = useState(() => lineOf(lineKey, rest));
  const [isTouched, setTouched] = useState(false);
  const { name } = rest.dish;
  return (
    <Dialog
      onClose={onClose}
      title={line ? say`Change ${name}` : name}
      titleHidden
      size="lg"
      className={styles.dialog ?? ''}
      unsaved={line !== null && isTouched}
    >
      <DishSheet line={line} onTouched={() => setTouched(true)} {...rest} />
    </Dialog>
  );
}

function lineOf(key: string | null, { location, dish }: Pick<DishDialogProps, 'location' | 'dish'>): CartLine | null {
  return cartOf(placeOf(location)).find((line) => line.cartKey === key && line.id === dish.id) ?? null;
}

type SheetProps = Omit<DishDialogProps, 'onClose' | 'lineKey'> & { line: CartLine | null; onTouched: () => void };

function DishSheet(props: SheetProps) {
  const { location, dish, line: edited } = props;
  const { line, refusal, setRefusal, submit, addAnother, allergies } = useDishOrder(props);
  const inOrder = useCart(placeOf(location)).filter(({ id }) => id === dish.id);
  // Shows before choosing that the location takes no orders.
  const closed = location.isActive ? null : location.openText;
  const canOrder = closed === null && dish.available && line.problem?.code !== 'item-unavailable';
  return (
    <form
      noValidate
      className={classNames('stack', styles.dish, dish.choice && styles.choosing)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onChange={props.onTouched}
    >
      {/* On narrow screens its children take part in the grid of the sheet. */}
      <div className={`contents content-start scroll-y sunken ${styles.left}`}>
        <DishPicture dish={dish} eager sizes="(min-width: 768px) 400px, 100vw" className={styles.picture} />
        <DishAbout {...props} loaded={line.loaded} />
        <DishFacts line={line} />
      </div>

      <div className={`stack content-start gap-32 ${styles.groups}`}>
        <ChangedNotice line={line} />
        {dish.choice && !edited && inOrder.length > 0 && (
          <CartLinesOfDish locationId={placeOf(location)} lines={inOrder} onAnother={addAnother} />
        )}
        {dish.choice && <ChoicesPlaceholder name={dish.name} choices={line.choices} />}
        <DishOptions
          line={line}
          usualHeat={dish.heat}
          canOrder={canOrder}
          isSmall={dish.choice !== undefined}
          phone={location.phone}
          onChange={() => setRefusal(null)}
        />
        {canOrder && (
          <LineAllergies
            country={location.country}
            hint={STORED_ON_DEVICE}
            value={allergies.ofLine}
            onValue={allergies.setOfLine}
          />
        )}
      </div>

      <div className={`grid gap-8 surface ${styles.bar}`}>
        <AllergyWarning {...allergies} />
        <FieldError error={refusal ?? (line.problem?.groupId === undefined ? shownProblem(line)?.message : null)} />
        {canOrder ? (
          <>
            {allergies.isContained && !edited && (
              <Button size="lg" block onClick={() => props.onDone(0)}>
                {say`Choose another dish`}
              </Button>
            )}
            <AddToCartButton dish={dish} line={line} isEdited={edited !== null} isForAnother={allergies.isContained} />
          </>
        ) : (
          <NotForSale location={location} dish={dish} reason={closed ?? line.problem?.message} />
        )}
        {edited && <RemoveButton locationId={placeOf(location)} line={edited} onRemoved={() => props.onDone(0)} />}
      </div>
    </form>
  );
}

/** The line for the cart, and the functions that put it there. */
function useDishOrder(props: SheetProps) {
  const { location, dish, heats, line: edited, onDone } = props;
  const line = useDishLine(location.id, dish, heats, edited);
  const [refusal, setRefusal] = useState<string | null>(null);
  const allergies = useDishAllergies(props, line);
  // Ignores a second tap before the dialog has closed.
  const isDone = useRef(false);

  /** Closes the dialog unless there is a problem. `added` is the number of added portions. */
  function finish(problem: string | null, added: number) {
    isDone.current = problem === null;
    setRefusal(problem);
    if (isDone.current) onDone(added);
  }

  function submit() {
    if (isDone.current || !line.isReady || !line.check()) return;
    const { spice, quantity, note } = line;
    // A new dish that contains an allergen of the guest is added for somebody else, so without the guest's allergies.
    const ofLine = edited || !allergies.isOfEater ? allergies.ofLine : [];
    const choices = { options: line.chosen, note, allergies: ofLine };
    if (edited) finish(changeCartLine(placeOf(location), edited, line.dish, spice, quantity, choices), 0);
    else finish(addDish(location, line.dish, spice, quantity, choices), quantity);
  }

  function addAnother(other: CartLine) {
    if (!isDone.current) finish(addAnotherPortion(placeOf(location), other), 1);
  }

  return { line, refusal, setRefusal, submit, addAnother, allergies };
}

/** The stated allergies that matter for this dish, and what we say about them with the present choices. */
function useDishAllergies(
  { location, dish, menu, line: edited }: SheetProps,
  { dish: onMenu, loaded, spice, note }: DishLine,
) {
  const ofOrder = useOrderAllergies(placeOf(location));
  const [ofLine, setOfLine] = useState<readonly Allergy[]>(edited?.allergies ?? []);
  const stated = withNoteAllergies([...ofOrder, ...ofLine], note);
  const withMarks = withHeatGroup(loaded?.dish ?? { ...onMenu, allergens: allergensOfNames(dish.allergens) });
  const chosen = withHeatOption(loaded?.chosen ?? [], spice);
  const kitchen = menu.map(({ allergens }) => allergensOfNames(allergens));
  const allergens = lineAllergens(withMarks, chosen);
  const statements = allergyStatements(dish.name, stated, allergens, kitchen);
  return {
    stated,
    ofLine,
    setOfLine,
    statements,
    isContained: statements.some(({ kind }) => kind === 'contains'),
    /** The dish contains an allergen of the person who eats it. */
    isOfEater: containedAllergies(ofLine, allergens).length > 0,
  };
}

/** Name, description, diet and heat of the dish. */
function DishAbout({
  dish,
  line: edited,
  count,
  isFavourite,
  onFavourite,
  loaded,
}: SheetProps & { loaded: LoadedChoice | null }) {
  return (
    <div className={`grid content-start ${styles.words}`}>
      <div className={`flex align-start between gap-12 ${styles.title}`}>
        {/* the heading of the dialog already names it for screen readers */}
        <p className={styles.name} aria-hidden="true">
          {edited ? say`Change ${dish.name}` : dish.name}
        </p>
        {onFavourite && (
          <HeartButton name={dish.name} isFavourite={isFavourite} onChange={(next) => onFavourite(dish, next)} />
        )}
      </div>
      <p className="above-10 soft">{dish.description}</p>
      {loaded ? (
        <p className="row hint flex-wrap gap-2-14 above-12 text-sm" aria-live="polite">
          <DietMark dish={dietWith(loaded)} />
          <Heat heat={dish.heat} />
        </p>
      ) : (
        <DishMarks dish={dish} className="above-12 text-sm" />
      )}
      {dish.calories !== null && <p className="above-6 text-sm soft">{say`${dish.calories} Cal`}</p>}
      {count > 0 && !edited && !dish.choice && (
        <p className="above-6 text-sm soft">{say`${count} in your order already`}</p>
      )}
      {!dish.available && (
        <p className="above-6 text-sm soft">
          <Badge>{dish.served ?? (dish.soldOut ? say`Sold out` : say`Unavailable today`)}</Badge>
        </p>
      )}
    </div>
  );
}

/** The allergens and the price with the chosen options. */
function DishFacts({ line: { loaded, spice } }: { line: DishLine }) {
  if (!loaded) return null;
  const choice = withHeat(loaded, spice);
  return (
    <div className={`stack gap-16 ${styles.facts}`}>
      <AllergenSummary {...choice} />
      <PriceBreakdown {...choice} />
    </div>
  );
}

/** The heat level is an option like the others, and may have a price and allergens. */
function withHeat({ dish, chosen }: LoadedChoice, spice: DishLine['spice']): LoadedChoice {
  return { dish: withHeatGroup(dish), chosen: withHeatOption(chosen, spice) };
}

function withHeatOption(chosen: LoadedChoice['chosen'], spice: DishLine['spice']): LoadedChoice['chosen'] {
  return spice ? [...chosen, heatChoice(spice.id)] : chosen;
}

interface DishOptionsProps {
  line: DishLine;
  usualHeat: Dish['heat'];
  canOrder: boolean;
  /** True for a dish with option groups, beside which the heat levels need less room. */
  isSmall: boolean;
  phone: string;
  onChange: () => void;
}

function DishOptions({ line, usualHeat, canOrder, isSmall, phone, onChange }: DishOptionsProps) {
  const { loaded, spice } = line;
  return (
    <>
      {loaded && (
        <OptionGroups
          dish={loaded.dish}
          chosen={loaded.chosen}
          onChosen={(next) => {
            line.choose(next);
            onChange();
          }}
          problem={shownProblem(line)}
          scrollRequest={line.attempts}
          phone={phone}
        />
      )}
      {canOrder && line.dish.heats && (
        <HeatChoice
          heats={line.dish.heats}
          usual={usualHeat}
          sizeId={(loaded && chosenSize(loaded.dish, loaded.chosen)?.id) ?? null}
          isSmall={isSmall}
          value={spice?.id ?? ''}
          onHeat={(heat) => {
            line.setSpice(heat);
            onChange();
          }}
        />
      )}
      {canOrder && <LineNote value={line.note} onValue={line.setNote} />}
    </>
  );
}

/** Nothing is marked as missing before the first press of the button. */
function shownProblem({ problem, attempts }: DishLine) {
  return attempts > 0 ? problem : null;
}

function ChangedNotice({ line: { repriced, removedNames } }: { line: DishLine }) {
  return (
    <div role="status">
      {(repriced.length > 0 || removedNames.length > 0) && (
        <Banner tone="info" title={say`Please check: something has changed.`}>
          {repriced.map(({ name, was, now }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two from different groups may have the same name
            <p key={index}>{say`${name} is now ${formatMoney(now)}, it was ${formatMoney(was)}.`}</p>
          ))}
          {removedNames.map((name, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two from different groups may have the same name
            <p key={index}>{say`${name} is no longer available.`}</p>
          ))}
          <p>{say`The button shows the new total.`}</p>
        </Banner>
      )}
    </div>
  );
}

function dietWith({ dish, chosen }: LoadedChoice): Pick<Dish, 'diet' | 'glutenFree' | 'allergens'> {
  return {
    allergens: dish.allergens,
    diet: suitsDietWithChoices(dish, chosen, 'vegan')
      ? 'vegan'
      : suitsDietWithChoices(dish, chosen, 'vegetarian')
        ? 'vegetarian'
        : 'non-veg',
    glutenFree: suitsDietWithChoices(dish, chosen, 'gluten-free'),
  };
}
