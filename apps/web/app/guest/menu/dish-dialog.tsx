import { useRef, useState } from 'react';
import { timesCents } from '@tiffin/domain/core';
import { asksForSpice, DISH_HEATS, GUEST_SPICE, SPICE_LEVELS } from '@tiffin/domain/menu';
import { formatMoney } from '../../ui/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/boxes.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import type { Dish } from '../../shared/dish/dish.ts';
import { Chilies, DishMarks } from '../../shared/dish/dish-marks.tsx';
import { DishPicture } from '../../shared/dish/dish-picture.tsx';
import { HeartButton } from '../../shared/dish/dish-row.tsx';
import type { Location } from '../../shared/site/site.ts';
import { put } from './put.ts';
import { texts } from './texts.ts';
import styles from './dish-dialog.module.css';

export interface DishDialogProps {
  location: Location;
  dish: Dish;
  count: number;
  isFavourite: boolean;
  onClose: () => void;
  /** So many of it were put into the order. */
  onAdded: (quantity: number) => void;
  onFavourite?: ((dish: Dish, isFavourite: boolean) => void) | undefined;
}

export function DishDialog({ dish, onClose, ...rest }: DishDialogProps) {
  return (
    <Dialog open onClose={onClose} title={dish.name} titleHidden size="lg" className={styles.dialog ?? ''}>
      <DishChoice key={dish.id} dish={dish} {...rest} />
    </Dialog>
  );
}

function DishChoice({ location, dish, count, isFavourite, onAdded, onFavourite }: Omit<DishDialogProps, 'onClose'>) {
  const [spice, setSpice] = useState(GUEST_SPICE.id);
  const [quantity, setQuantity] = useState(1);
  const [problem, setProblem] = useState<string | null>(null);
  const isIn = useRef(false);
  const asks = asksForSpice({ spiceLevel: dish.heat });

  return (
    <div className={`stack ${styles.dish}`}>
      <DishPicture dish={dish} eager sizes="(min-width: 768px) 400px, 100vw" className={styles.picture} />
      <div className={`grid content-start ${styles.words}`}>
        <div className={`flex between gap-12 ${styles.title}`}>
          {/* the dialog's own heading says it to those who listen */}
          <p className={styles.name} aria-hidden="true">
            {dish.name}
          </p>
          {onFavourite && (
            <HeartButton name={dish.name} isFavourite={isFavourite} onChange={(wanted) => onFavourite(dish, wanted)} />
          )}
        </div>
        <p className="above-10 soft">{dish.description}</p>
        <DishMarks dish={dish} className={styles.marks} />
        {dish.calories !== null && <p className="above-6 text-sm soft">{texts.calories(dish.calories)}</p>}
        {count > 0 && <p className="above-6 text-sm soft">{texts.alreadyIn(count)}</p>}
        {dish.available && asks && (
          <RadioCards
            legend={texts.spice}
            value={spice}
            onValue={setSpice}
            className={styles.heats ?? ''}
            options={SPICE_LEVELS.map((level) => ({
              value: level.id,
              label: level.name,
              hint: level.description,
              end: <Chilies heat={DISH_HEATS[level.level] ?? 'none'} />,
            }))}
          />
        )}
        {!dish.available && (
          <p className="above-6 text-sm soft">
            <Badge>{texts.unavailable(dish)}</Badge>
          </p>
        )}
      </div>
      <div className={`grid gap-8 surface ${styles.bar}`}>
        <FieldError error={problem} />
        {dish.available ? (
          <div className="flex gap-12">
            <Stepper label={dish.name} value={quantity} onValue={setQuantity} min={1} max={dish.most} size="lg" />
            <Button
              size="lg"
              className={styles.add ?? ''}
              onClick={() => {
                // A second tap may come before the dialog has closed.
                if (isIn.current) return;
                const chosen = asks ? (SPICE_LEVELS.find(({ id }) => id === spice) ?? GUEST_SPICE) : null;
                const inTheWay = put(location, dish, chosen, quantity);
                isIn.current = inTheWay === null;
                setProblem(inTheWay);
                if (isIn.current) onAdded(quantity);
              }}
            >
              {texts.addFor} • <span className="num">{formatMoney(timesCents(dish.price, quantity))}</span>
            </Button>
          </div>
        ) : (
          <p className="weight-600 digits">{formatMoney(dish.price)}</p>
        )}
      </div>
    </div>
  );
}
