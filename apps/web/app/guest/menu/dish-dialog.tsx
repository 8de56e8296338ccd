import { useRef, useState, type FormEvent } from 'react';
import type { CartLine } from '@tiffin/domain/cart';
import { timesCents } from '@tiffin/domain/core';
import { DISH_HEATS } from '@tiffin/domain/menu';
import {
  heatChosen,
  offeredHeats,
  sizeOf,
  suitsWith,
  withHeats,
  type Chosen,
  type OptionGroup,
} from '@tiffin/domain/options';
import { formatMoney } from '../../ui/format.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ChoiceTiles, RadioCards } from '../../ui/boxes.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { classNames } from '../../ui/class-names.ts';
import { cartOf, useCart } from '../../shared/cart/carts.ts';
import { removeLine } from '../../shared/cart/remove-line.ts';
import { ComingChoices } from '../../shared/dish/coming-choices.tsx';
import type { ChoiceDish } from '../../shared/dish/dish-choices.ts';
import type { Dish } from '../../shared/dish/dish.ts';
import { Chilies, DietMark, DishMarks, Heat } from '../../shared/dish/dish-marks.tsx';
import { DishPicture } from '../../shared/dish/dish-picture.tsx';
import { HeartButton } from '../../shared/dish/dish-row.tsx';
import { heatText } from '../../shared/dish/option-words.ts';
import { LineNote } from '../../shared/dish/line-note.tsx';
import { OptionGroups } from '../../shared/dish/option-groups.tsx';
import type { Location } from '../../shared/site/site.ts';
import { LinesInOrder } from './dish-lines.tsx';
import { change, addDish, addAnotherDish } from './add-to-cart.ts';
import { DelayedText } from './delayed-text.tsx';
import { Contains, PriceSums } from './dish-sums.tsx';
import { texts } from './dish-texts.ts';
import { useLine, type Line } from './dish-line.ts';
import styles from './dish-dialog.module.css';

export interface DishDialogProps {
  location: Location;
  dish: Dish;
  /** The restaurant's heat levels. */
  heats: OptionGroup | undefined;
  /** The cart line to change; null adds a new one. */
  lineKey: string | null;
  count: number;
  isFavourite: boolean;
  onClose: () => void;
  /** Called when done, with the number of dishes added. */
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
      open
      onClose={onClose}
      title={line ? texts.changing(name) : name}
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
  return cartOf(location.id).find((line) => line.cartKey === key && line.id === dish.id) ?? null;
}

type SheetProps = Omit<DishDialogProps, 'onClose' | 'lineKey'> & { line: CartLine | null; onTouched: () => void };

function DishSheet({
  location,
  dish,
  heats,
  line: edited,
  count,
  isFavourite,
  onDone,
  onFavourite,
  onTouched,
}: SheetProps) {
  const line = useLine(location.id, dish, heats, edited);
  const { choices, chosen, spice } = line;
  const [quantity, setQuantity] = useState(edited?.quantity ?? 1);
  const [note, setNote] = useState(edited?.note ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  // Counts presses while a required option was missing.
  const [presses, setPresses] = useState(0);
  const isIn = useRef(false);
  const inOrder = useCart(location.id).filter(({ id }) => id === dish.id);
  const full = choices.state === 'there' ? choices.dish : null;
  const query = line.dish?.heats ?? (spice ? heats : undefined);
  // The heat level is an option like the others, and may have a price and allergens.
  const made = full &&
    chosen && { dish: withHeats(full), chosen: [...chosen, ...(spice ? [heatChosen(spice.id)] : [])] };
  // Shows before choosing that the location takes no orders.
  const closed = location.isActive ? null : location.openText;
  const canBeHad = closed === null && dish.available && line.gap?.code !== 'item-unavailable';

  function another(of: CartLine) {
    if (isIn.current) return;
    const inTheWay = addAnotherDish(location.id, of);
    isIn.current = inTheWay === null;
    setProblem(inTheWay);
    if (isIn.current) onDone(1);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Ignores a second tap before the dialog has closed.
    if (isIn.current || !line.dish) return;
    if (line.gap) {
      setPresses(presses + 1);
      return;
    }
    const request = { options: chosen, note };
    const inTheWay = edited
      ? change(location.id, edited, line.dish, spice, quantity, request)
      : addDish(location, line.dish, spice, quantity, request);
    isIn.current = inTheWay === null;
    setProblem(inTheWay);
    if (isIn.current) onDone(edited ? 0 : quantity);
  }

  return (
    <form
      noValidate
      className={classNames('stack', styles.dish, dish.choice && styles.choosing)}
      onSubmit={submit}
      onChange={onTouched}
    >
      {/* On narrow screens its children take part in the grid of the sheet. */}
      <div className={`contents content-start scroll-y sunken ${styles.left}`}>
        <DishPicture dish={dish} eager sizes="(min-width: 768px) 400px, 100vw" className={styles.picture} />
        <div className={`grid content-start ${styles.words}`}>
          <div className={`flex align-start between gap-12 ${styles.title}`}>
            {/* the heading of the dialog already names it for screen readers */}
            <p className={styles.name} aria-hidden="true">
              {edited ? texts.changing(dish.name) : dish.name}
            </p>
            {onFavourite && (
              <HeartButton
                name={dish.name}
                isFavourite={isFavourite}
                onChange={(requested) => onFavourite(dish, requested)}
              />
            )}
          </div>
          <p className="above-10 soft">{dish.description}</p>
          {full && chosen ? (
            <p className="row hint flex-wrap gap-2-14 above-12 text-sm" aria-live="polite">
              <DietMark dish={dietWith(full, chosen)} />
              <Heat heat={dish.heat} />
            </p>
          ) : (
            <DishMarks dish={dish} className="above-12 text-sm" />
          )}
          {dish.calories !== null && <p className="above-6 text-sm soft">{texts.calories(dish.calories)}</p>}
          {count > 0 && !edited && !dish.choice && <p className="above-6 text-sm soft">{texts.alreadyIn(count)}</p>}
          {!dish.available && (
            <p className="above-6 text-sm soft">
              <Badge>{texts.unavailable(dish)}</Badge>
            </p>
          )}
        </div>
        {made && (
          <div className={`stack gap-16 ${styles.facts}`}>
            <Contains {...made} />
            <PriceSums {...made} />
          </div>
        )}
      </div>

      <div className={`stack content-start gap-32 ${styles.groups}`}>
        <Moved line={line} />
        {dish.choice && !edited && inOrder.length > 0 && (
          <LinesInOrder locationId={location.id} lines={inOrder} onAnother={another} />
        )}
        {dish.choice && <ComingChoices name={dish.name} choices={choices} />}
        {full && chosen && (
          <OptionGroups
            dish={full}
            chosen={chosen}
            onChosen={(next) => {
              line.choose(next);
              setProblem(null);
            }}
            problem={presses > 0 ? line.gap : null}
            lead={presses}
            phone={location.phone}
          />
        )}
        {canBeHad && query && (
          <HeatChoice
            heats={query}
            sizeId={(made && sizeOf(made.dish, made.chosen)?.id) ?? null}
            isSmall={dish.choice !== undefined}
            value={spice?.id ?? ''}
            onValue={(id) => {
              line.setSpice(id);
              setProblem(null);
            }}
          />
        )}
        {canBeHad && <LineNote value={note} onValue={setNote} />}
      </div>

      <div className={`grid gap-8 surface ${styles.bar}`}>
        <FieldError error={problem ?? (presses > 0 && line.gap?.groupId === undefined ? line.gap?.message : null)} />
        {canBeHad ? (
          <Order dish={dish} line={line} isEdited={edited !== null} quantity={quantity} onQuantity={setQuantity} />
        ) : (
          <>
            {(closed ?? line.gap) && <p className="text-sm weight-500">{closed ?? line.gap?.message}</p>}
            <div className="row between gap-12">
              <p className="weight-600 digits">{formatMoney(dish.price)}</p>
              {closed === null && (
                <LinkButton look="quiet" size="sm" href={paths.menuCategory(location.id, dish.category)}>
                  {texts.like}
                </LinkButton>
              )}
            </div>
          </>
        )}
        {edited && (
          <Button
            look="danger"
            size="sm"
            onClick={() => {
              removeLine(location.id, edited);
              onDone(0);
            }}
          >
            {texts.takeOut}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Quantity and price. If an option is missing, the button names it and scrolls to it. */
function Order({
  dish,
  line: { choices, least, missing },
  isEdited,
  quantity,
  onQuantity,
}: {
  dish: Dish;
  line: Line;
  isEdited: boolean;
  quantity: number;
  onQuantity: (quantity: number) => void;
}) {
  const sum = formatMoney(timesCents(least, quantity));
  const notYet =
    dish.choice && choices.state !== 'there'
      ? choices.state === 'failed'
        ? texts.failed
        : texts.loading(dish.name)
      : null;
  const verb = missing ? texts.choose(missing) : isEdited ? texts.save : texts.addFor;
  return (
    <div className="flex gap-12">
      <Stepper label={dish.name} value={quantity} onValue={onQuantity} min={1} max={dish.most} size="lg" />
      <Button type="submit" size="lg" className={`grow min-width-0 ${styles.add}`} disabledReason={notYet}>
        <span>
          {verb} •{' '}
          {(missing ?? (notYet && dish.isFrom)) && (
            <span className={`nowrap weight-400 ${styles.from}`}>{texts.from} </span>
          )}
          <span className="num">{sum}</span>
        </span>
      </Button>
      {dish.choice && <DelayedText text={sum} />}
    </div>
  );
}

/** The choice of a heat level, with a description or price each. */
function HeatChoice({
  heats,
  sizeId,
  isSmall,
  value,
  onValue,
}: {
  heats: OptionGroup;
  /** The chosen size, because a heat level may cost differently with it. */
  sizeId: string | null;
  /** True beside other option groups. */
  isSmall: boolean;
  value: string;
  onValue: (spice: string) => void;
}) {
  const heatOptions = offeredHeats(heats, sizeId).map((heat) => ({
    value: heat.id,
    label: heat.name,
    chilies: <Chilies heat={DISH_HEATS[Math.min(heat.level, DISH_HEATS.length - 1)] ?? 'none'} />,
    hint: heatText(isSmall ? { ...heat, description: '' } : heat),
    disabled: heat.isUnavailable,
  }));
  if (isSmall) {
    return (
      <ChoiceTiles
        legend={<span className="text-md weight-650">{heats.name}</span>}
        value={value}
        onValue={onValue}
        options={heatOptions.map(({ label, chilies, ...option }) => ({
          ...option,
          label: (
            <span className="inline-row gap-6">
              {chilies}
              {label}
            </span>
          ),
        }))}
      />
    );
  }
  return (
    <RadioCards
      legend={heats.name}
      value={value}
      onValue={onValue}
      options={heatOptions.map(({ chilies, ...option }) => ({ ...option, end: chilies }))}
    />
  );
}

/** Changes of the menu that affected the choices. */
function Moved({ line: { moved, removedNames: removed } }: { line: Line }) {
  return (
    <div role="status">
      {(moved.length > 0 || removed.length > 0) && (
        <Banner tone="info" title={texts.moved}>
          {moved.map(({ name, was, now }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- two may be called alike, each of another group
            <p key={place}>{texts.movedPrice(name, now, was)}</p>
          ))}
          {removed.map((name, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- two may be called alike, each of another group
            <p key={place}>{texts.noLongerAvailable(name)}</p>
          ))}
          <p>{texts.newSum}</p>
        </Banner>
      )}
    </div>
  );
}

/** Which diets the dish suits with these options. */
function dietWith(dish: ChoiceDish, chosen: Chosen): Pick<Dish, 'diet' | 'glutenFree'> {
  return {
    diet: suitsWith(dish, chosen, 'vegan') ? 'vegan' : suitsWith(dish, chosen, 'vegetarian') ? 'vegetarian' : 'non-veg',
    glutenFree: suitsWith(dish, chosen, 'gluten-free'),
  };
}
