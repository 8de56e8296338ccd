import { useState, type FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { optionStockId } from '@tiffin/domain/options';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/form-fields.tsx';
import { formatTime } from '../../ui/format.ts';
import { NamedOptions } from '../../ui/inputs.tsx';
import styles from './menu.module.css';
import type { Dish, EditableLocation } from './menu-data.ts';
import { useGroups } from './options/groups-data.ts';

const MOVEMENT_LABELS = {
  sale: say`Sold, order`,
  change: say`Changed, order`,
  return: say`Cancelled, order`,
  oversold: say`Sold beyond what was left, order`,
  count: say`Counted`,
};

type Stock = Answer<'getStockMovements'>;

const stockKey = (locationId: string, itemId: string) => ['stock-moves', locationId, itemId];

export interface DishDialogProps {
  location: EditableLocation;
  dish: Dish;
  onClose: () => void;
}

/** How many portions of a dish and of its options are left, with what changed that. */
export function StockDialog({ location, dish, onClose }: DishDialogProps) {
  const [itemId, setItemId] = useState(dish.id);
  const stock = useQuery({
    ...apiQuery(stockKey(location.id, itemId), 'getStockMovements', { query: { locationId: location.id, itemId } }),
    staleTime: 0,
  });
  // The typed portions of the dish and its options. Without an entry nothing was typed.
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const withoutItem = ({ [itemId]: _typed, ...others }: typeof typed) => others;
  return (
    <Dialog
      onClose={onClose}
      unsaved={Object.keys(typed).length > 0}
      title={say`Portions of ${dish.name}`}
      description={say`Portions left at ${location.name}. When the last one is sold, guests can no longer order it.`}
    >
      {dish.optionGroups.length > 0 && <StockItemSelect dish={dish} value={itemId} onValue={setItemId} />}
      <Loaded query={stock} failed={say`The portions could not be loaded`} rows={1} height={160} level={3}>
        {(data) => (
          <Portions
            key={itemId}
            location={location}
            stock={data}
            typed={typed[itemId]}
            onTyped={(text) =>
              setTyped((before) => (text === leftText(data.item) ? withoutItem(before) : { ...before, [itemId]: text }))
            }
            // Something else that was typed meanwhile stays.
            onSaved={(text) => setTyped((before) => (before[itemId] === text ? withoutItem(before) : before))}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

/** Chooses the dish or one of its options. Parts of a combo are missing, because their stock is that of their dish. */
function StockItemSelect({ dish, value, onValue }: { dish: Dish; value: string; onValue: (itemId: string) => void }) {
  const groups = useGroups().data ?? [];
  const dishGroups = groups.filter(({ id }) => dish.optionGroups.some(({ groupId }) => groupId === id));
  const options = dishGroups.flatMap((group) =>
    group.options
      .filter(({ dishId }) => dishId == null)
      .map(({ id, name }) => ({ id: optionStockId(group.id, id), name: say`${group.name}: ${name}` })),
  );
  return (
    <SelectField label={say`Of`} value={value} onValue={onValue}>
      <NamedOptions options={[dish, ...options]} />
    </SelectField>
  );
}

const leftText = ({ left }: Stock['item']) => String(left ?? '');

interface PortionsProps {
  location: EditableLocation;
  stock: Stock;
  typed: string | undefined;
  onTyped: (typed: string) => void;
  onSaved: (typed: string | undefined) => void;
}

function Portions({ location, stock: { item, moves }, typed, onTyped, onSaved }: PortionsProps) {
  const [isWrong, setIsWrong] = useState(false);
  const value = typed ?? leftText(item);
  const save = useCall('setStock', {
    // Also loaded again after a refusal, to show what was sold meanwhile.
    changes: [stockKey(location.id, item.id)],
    doneText: () => say`Portions of ${item.name} saved`,
  });
  async function submit(event: FormEvent) {
    event.preventDefault();
    const isCount = /^\d{0,4}$/.test(value.trim());
    setIsWrong(!isCount);
    if (!isCount) return;
    const left = value.trim() === '' ? null : Number(value);
    // With the number that was seen, because the server refuses to overwrite a sale that happened meanwhile.
    if (await save.send({ locationId: location.id, itemId: item.id, left, seen: item.left })) onSaved(typed);
  }
  const heldText =
    item.held === 1
      ? say`1 more is reserved by open payment pages.`
      : say`${item.held} more are reserved by open payment pages.`;
  return (
    <div className="grid gap-14">
      <form className="grid gap-14" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={say`Portions left`}
          hint={item.held > 0 ? heldText : say`Empty: not counted, and without a limit.`}
          error={isWrong ? say`A whole number from 0 to 9999, or empty.` : save.error}
          inputMode="numeric"
          value={value}
          placeholder={say`No limit`}
          onValue={onTyped}
        />
        <Button type="submit" busy={save.isBusy}>
          {say`Save`}
        </Button>
      </form>
      {moves.length > 0 && <StockMoves moves={moves} zone={location.timeZone} />}
    </div>
  );
}

function StockMoves({ moves, zone }: { moves: Stock['moves']; zone: string }) {
  return (
    <section aria-label={say`History`} className="grid gap-6">
      <h3 className="text-sm soft weight-600">{say`History`}</h3>
      <ul className={`text-sm ${styles.moves}`}>
        {moves.map((move) => (
          <li key={move.id} className="row between gap-12">
            <span>
              {MOVEMENT_LABELS[move.kind]}
              {move.orderId !== null && ` ${move.orderId}`}
              {move.by !== null && `, ${move.by}`}
              <small className="block soft">{formatTime(move.at, 'date-time', zone)}</small>
            </span>
            <b className="digits">{move.amount > 0 ? `+${move.amount}` : `−${-move.amount}`}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
