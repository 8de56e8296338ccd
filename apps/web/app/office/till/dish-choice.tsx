import { useState, type KeyboardEvent } from 'react';
import { timesCents } from '@tiffin/domain/core';
import { SPICE_LEVELS, TILL_SPICE, type SpiceLevel } from '@tiffin/domain/menu';
import { MAX_LINE_DEFAULT } from '@tiffin/domain/cart';
import { formatMoney } from '../../ui/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { focusFirst } from './use-keys.ts';
import styles from './till-dialogs.module.css';
import { texts } from './texts.ts';
import type { Dish } from './till.ts';
import { Flame } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';

export interface SpiceDialogProps {
  dish: Dish | null;
  onClose: () => void;
  /** Answers the limit that is in the way, or null when it was added. */
  onAdd: (dish: Dish, spice: SpiceLevel, quantity: number) => string | null;
}

/** How hot and how many: 1 2 3, + −, Enter; or three touches. */
export function SpiceDialog({ dish, onClose, onAdd }: SpiceDialogProps) {
  return (
    <Dialog
      open={dish !== null}
      onClose={onClose}
      title={dish?.name ?? ''}
      description={dish && texts.each(formatMoney(dish.price))}
    >
      {dish && <Choice key={dish.id} dish={dish} onAdd={onAdd} />}
    </Dialog>
  );
}

function Choice({ dish, onAdd }: { dish: Dish; onAdd: SpiceDialogProps['onAdd'] }) {
  const [spice, setSpice] = useState(TILL_SPICE);
  const [quantity, setQuantity] = useState(1);
  const [problem, setProblem] = useState<string | null>(null);
  const most = dish.maxQuantity ?? MAX_LINE_DEFAULT;
  const set = (wanted: number) => setQuantity(Math.min(Math.max(1, wanted), most));

  function key(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const level = SPICE_LEVELS.find((each) => String(each.level) === event.key);
    if (level) setSpice(level);
    else if (event.key === '+' || event.key === '=') set(quantity + 1);
    else if (event.key === '-') set(quantity - 1);
    else return;
    event.preventDefault();
  }

  return (
    // Keys for those who do not want to reach for the screen; every one of them has its button.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={key}>
      <fieldset className={`stack gap-10 ${styles.heats}`}>
        <legend className="sr-only">{texts.heat}</legend>
        {SPICE_LEVELS.map((level) => (
          <label key={level.id} className={`relative grid content-start gap-4 round-md quiet pointer ${styles.heat}`}>
            <input type="radio" name="till-spice" checked={level.id === spice.id} onChange={() => setSpice(level)} />
            <span className={`row between ${styles.top}`}>
              <Flames level={level.level} />
              <kbd aria-hidden="true">{level.level}</kbd>
            </span>
            <b>{level.name}</b>
            <small className="hint leading-130">{level.description}</small>
          </label>
        ))}
      </fieldset>
      <div className={`row between gap-12 ${styles.quantity}`}>
        <div>
          <h3>{texts.quantity}</h3>
          <p className="hint">{texts.summary(quantity, dish.name, spice.name)}</p>
        </div>
        <Stepper label={dish.name} value={quantity} onValue={set} min={1} max={most} size="lg" />
      </div>
      <FieldError error={problem} />
      <Button ref={focusFirst} size="lg" block onClick={() => setProblem(onAdd(dish, spice, quantity))}>
        <span>
          {texts.add} • <span className="num">{formatMoney(timesCents(dish.price, quantity))}</span>
        </span>
        <kbd aria-hidden="true">↵</kbd>
      </Button>
    </div>
  );
}

/** One to three flames, always beside their word: never a colour. */
function Flames({ level }: { level: number }) {
  return (
    <span className={styles.flames} aria-hidden="true">
      {SPICE_LEVELS.map((each) => (
        <Flame key={each.id} className={classNames(each.level <= level && styles.lit)} />
      ))}
    </span>
  );
}

export function SpiceMark({ spice }: { spice: SpiceLevel }) {
  const hottest = SPICE_LEVELS.at(-1)?.id === spice.id;
  return (
    <span className={classNames('inline-row gap-6 text-xs weight-600', styles.mark, hottest && styles.hot)}>
      <Flames level={spice.level} />
      {spice.name}
    </span>
  );
}
