import { useState } from 'react';
import { inMenuOrder, movedTo, type MenuFilter } from '@tiffin/domain/menu';
import { isAdmin } from '@tiffin/domain/people';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/inputs.tsx';
import { Money } from '../../ui/money.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { useMenuActions } from './actions.ts';
import styles from './menu.module.css';
import type { Category, Dish, Place } from './menu-data.ts';
import { texts } from './texts.ts';

/** The dishes of a category, to be put in the order guests read them in; each move is kept at once. */
export function ArrangeDialog({
  place,
  places,
  dishes,
  categories,
  filter,
  onClose,
}: {
  place: Place;
  places: readonly Place[];
  dishes: readonly Dish[];
  categories: readonly Category[];
  filter: MenuFilter;
  onClose: () => void;
}) {
  const { arranging } = texts;
  const { reorder } = useMenuActions();
  const filled = categories.filter((category) => dishes.some((dish) => dish.category === category.id));
  const [chosen, setChosen] = useState(
    () => filled.find((category) => category.id === filter.category)?.id ?? filled[0]?.id ?? '',
  );
  const { actor } = useBackOffice();
  const [everywhere, setEverywhere] = useState(false);
  const own = inMenuOrder(dishes, categories).filter((dish) => dish.category === chosen);
  return (
    <Dialog
      open
      onClose={onClose}
      title={arranging.title}
      description={arranging.text}
      footer={<Button onClick={onClose}>{arranging.done}</Button>}
    >
      <Field label={arranging.which} className={styles.which ?? ''}>
        <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          {filled.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {isAdmin(actor) && places.length > 1 && (
        <Checkbox
          label={arranging.everywhere}
          hint={arranging.everywhereHint}
          checked={everywhere}
          onChange={(event) => setEverywhere(event.target.checked)}
        />
      )}
      {own.length === 0 ? (
        <p className="soft">{arranging.none}</p>
      ) : (
        <SortableList
          label={arranging.dishes}
          texts={arranging}
          entries={own.map((dish) => ({
            id: dish.id,
            name: dish.name,
            content: (
              <span className="row between gap-12 min-width-0">
                <b>{dish.name}</b>
                <Money cents={dish.price} className="soft" />
              </span>
            ),
          }))}
          onMove={(from, to) =>
            reorder.mutate({
              locationId: place.id,
              category: chosen,
              itemIds: movedTo(own, from, to).map((dish) => dish.id),
              ...(everywhere && { everywhere }),
            })
          }
        />
      )}
    </Dialog>
  );
}
