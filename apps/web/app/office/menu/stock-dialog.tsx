import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { optionStockId } from '@tiffin/domain/options';
import { say } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatTime } from '../../ui/format.ts';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './menu.module.css';
import type { Dish, EditableLocation } from './menu-data.ts';
import { useGroups } from './options/groups-data.ts';
import { apiQuery } from '../../shared/api/queries.ts';

const STOCK = {
  kinds: {
    sale: say`Sold, order`,
    change: say`Changed, order`,
    return: say`Cancelled, order`,
    oversold: say`Sold beyond what was left, order`,
    count: say`Counted`,
  },
};

type Stock = Answer<'getStockMovements'>;

/** The stock of a dish at a location, and its changes. */
export function StockDialog({ place, dish, onClose }: { place: EditableLocation; dish: Dish; onClose: () => void }) {
  const [itemId, setItem] = useState(dish.id);
  const { data, error, refetch } = useQuery({
    ...apiQuery(['stock-moves', place.id, itemId], 'getStockMovements', { query: { locationId: place.id, itemId } }),
    staleTime: 0,
  });
  // Typed stock of the dish and its options; missing means unchanged.
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  // The stock of options not on screen is not loaded, so any input there counts as unsaved.
  const isTyped = Object.entries(typed).some(
    ([id, text]) => id !== data?.item.id || text.trim() !== textOf(data.item.left),
  );
  /** Does not discard input typed during a save. */
  const forget = (id: string, saved: string) =>
    setTyped((before) => {
      const { [id]: present, ...others } = before;
      return present === saved ? others : before;
    });
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={isTyped}
      title={say`Portions of ${dish.name}`}
      description={say`Portions left at ${place.name}. When the last one is sold, guests can no longer order it.`}
    >
      {dish.optionGroups.length > 0 && <Counted dish={dish} value={itemId} onValue={setItem} />}
      {error ? (
        <Banner tone="bad" title={say`The portions could not be loaded`}>
          <p>{error.message}</p>
          <Button look="line" size="sm" onClick={() => void refetch()}>
            {say`Try Again`}
          </Button>
        </Banner>
      ) : data ? (
        <Portions
          key={itemId}
          place={place}
          stock={data}
          typed={typed[itemId] ?? textOf(data.item.left)}
          onTyped={(text) => setTyped((before) => ({ ...before, [itemId]: text }))}
          onSaved={(text) => forget(itemId, text)}
        />
      ) : (
        <Loading label={say`Portions of ${dish.name}`}>
          <Skeleton height={160} />
        </Loading>
      )}
    </Dialog>
  );
}

/** Chooses the dish or one of its options. Parts of a combo are missing, because their stock is that of their dish. */
function Counted({ dish, value, onValue }: { dish: Dish; value: string; onValue: (itemId: string) => void }) {
  const groups = useGroups().data ?? [];
  const own = groups.filter(({ id }) => dish.optionGroups.some(({ groupId }) => groupId === id));
  const options = own.flatMap((group) =>
    group.options
      .filter(({ dishId }) => dishId == null)
      .map(({ id, name }) => ({ id: optionStockId(group.id, id), name: say`${group.name}: ${name}` })),
  );
  return (
    <Field label={say`Of`}>
      <Select value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {[dish, ...options].map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function textOf(left: number | null): string {
  return left === null ? '' : String(left);
}

interface PortionsProps {
  place: EditableLocation;
  stock: Stock;
  typed: string;
  onTyped: (typed: string) => void;
  onSaved: (typed: string) => void;
}

function Portions({ place, stock: { item, moves }, typed, onTyped, onSaved }: PortionsProps) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useMutation({
    mutationFn: ({ left }: { left: number | null; text: string }) =>
      api('setStock', { body: { locationId: place.id, itemId: item.id, left, seen: item.left } }),
    onSuccess: () => toast.success(say`Portions of ${item.name} saved`),
    onError: (failure) => setProblem(failure instanceof ApiError ? failure.message : say`This could not be saved.`),
    // Reloads in any case, to show what was sold in the meantime.
    onSettled: async (_saved, failure, { text }) => {
      await client.invalidateQueries({ queryKey: ['stock-moves', place.id, item.id] });
      if (!failure) onSaved(text);
    },
  });
  function save() {
    const text = typed.trim();
    const left = text === '' ? null : Number(text);
    const isCount = left === null || (Number.isInteger(left) && left >= 0 && left <= 9999);
    setProblem(isCount ? null : say`A whole number from 0 to 9999, or empty.`);
    if (isCount) saving.mutate({ left, text: typed });
  }
  return (
    <div className="grid gap-14">
      <form
        className="grid gap-14"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field
          label={say`Portions left`}
          hint={
            item.held > 0
              ? item.held === 1
                ? say`1 more is reserved by open payment pages.`
                : say`${item.held} more are reserved by open payment pages.`
              : say`Empty: not counted, and without a limit.`
          }
          error={problem}
        >
          <TextInput
            inputMode="numeric"
            value={typed}
            placeholder={say`No limit`}
            onChange={(event) => onTyped(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" busy={saving.isPending}>
          {say`Save`}
        </Button>
      </form>
      {moves.length > 0 && <StockMoves moves={moves} zone={place.timeZone} />}
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
              {STOCK.kinds[move.kind]}
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
