import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { optionStockId } from '@tiffin/domain/options';
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
import { texts } from './texts.ts';
import { apiQuery } from '../../shared/api/queries.ts';

const words = texts.stock;

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
      title={words.title(dish.name)}
      description={words.text(place.name)}
    >
      {dish.optionGroups.length > 0 && <Counted dish={dish} value={itemId} onValue={setItem} />}
      {error ? (
        <Banner tone="bad" title={words.notLoaded}>
          <p>{error.message}</p>
          <Button look="line" size="sm" onClick={() => void refetch()}>
            {words.again}
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
        <Loading label={words.title(dish.name)}>
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
      .map(({ id, name }) => ({ id: optionStockId(group.id, id), name: words.optionOf(group.name, name) })),
  );
  return (
    <Field label={words.of}>
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
    onSuccess: () => toast.success(words.saved(item.name)),
    onError: (failure) => setProblem(failure instanceof ApiError ? failure.message : words.failed),
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
    setProblem(isCount ? null : words.wrong);
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
        <Field label={words.left} hint={item.held > 0 ? words.reserved(item.held) : words.empty} error={problem}>
          <TextInput
            inputMode="numeric"
            value={typed}
            placeholder={words.noLimit}
            onChange={(event) => onTyped(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" busy={saving.isPending}>
          {words.save}
        </Button>
      </form>
      {moves.length > 0 && <StockMoves moves={moves} zone={place.timeZone} />}
    </div>
  );
}

function StockMoves({ moves, zone }: { moves: Stock['moves']; zone: string }) {
  return (
    <section aria-label={words.moves} className="grid gap-6">
      <h3 className="text-sm soft weight-600">{words.moves}</h3>
      <ul className={`text-sm ${styles.moves}`}>
        {moves.map((move) => (
          <li key={move.id} className="row between gap-12">
            <span>
              {words.kinds[move.kind]}
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
