import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Undo2 } from 'lucide-react';
import type { InputOf, Calls } from '@tiffin/contract';
import { isSoldOut, SOLD_OUT_MINUTES, soldOutText } from '@tiffin/domain/menu';
import { api, type Answer } from '../../shared/api/api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './board.module.css';
import { EVERYWHERE, useLiveOrders } from './live-orders.tsx';
import { texts } from './texts.ts';

const words = texts.soldOut;

type Stock = Answer<'getDishStock'>;
type Dish = Stock['items'][number];
type Wish = InputOf<Calls['markSoldOut']>['body']['until'];

/** Which dishes ran out: one press on a dish takes it off every guest's page until closing, and another says for how long. */
export function SoldOutSheet({ onClose }: { onClose: () => void }) {
  const { places, place } = useLiveOrders();
  const [chosen, setChosen] = useState(place === EVERYWHERE ? (places[0]?.id ?? '') : place);
  return (
    <Sheet open onClose={onClose} title={words.title} description={words.text}>
      <div className="grid gap-14">
        {place === EVERYWHERE && (
          <Select aria-label={texts.location} value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
            {places.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
        <DishesAt key={chosen} locationId={chosen} />
      </div>
    </Sheet>
  );
}

function DishesAt({ locationId }: { locationId: string }) {
  const client = useQueryClient();
  const now = useServerNow(5_000);
  const [typed, setTyped] = useState('');
  const queryKey = ['dish-stock', locationId];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('getDishStock', { query: { locationId } }, { signal }),
  });
  useLiveEvents(['menu.changed', 'reset'], (event) => {
    if (event.type === 'reset' || event.locationId === locationId) void client.invalidateQueries({ queryKey });
  });
  const onTickets = useDishesOnTickets(locationId);
  const marking = useMutation({
    mutationFn: ({ dish, until }: { dish: Dish; until: Wish }) =>
      api('markSoldOut', { body: { locationId, itemId: dish.id, until } }),
    onSuccess: ({ item }) =>
      client.setQueryData<Stock>(
        queryKey,
        (before) => before && { ...before, items: before.items.map((each) => (each.id === item.id ? item : each)) },
      ),
    onError: (failure, { dish }) =>
      toast.error(words.failed(dish.name), failure instanceof ApiError ? { description: failure.message } : {}),
  });

  if (error) {
    return (
      <ErrorState title={words.notLoaded} text={error.message}>
        <Button onClick={() => void refetch()}>{texts.tryAgain}</Button>
      </ErrorState>
    );
  }
  if (!data) {
    return (
      <Loading label={words.title}>
        <Skeleton height={320} />
      </Loading>
    );
  }
  const looked = typed.trim().toLowerCase();
  const shown = data.items.filter(({ isAvailable, name }) => isAvailable && name.toLowerCase().includes(looked));
  const isOut = ({ soldOutUntil, soldOut }: Dish) =>
    soldOut && (soldOutUntil === null || isSoldOut(new Date(soldOutUntil), now));
  const groups = [
    [words.groups.out, shown.filter(isOut)],
    [words.groups.tickets, shown.filter((dish) => !isOut(dish) && onTickets.has(dish.id))],
    [words.groups.others, shown.filter((dish) => !isOut(dish) && !onTickets.has(dish.id))],
  ] as const;
  return (
    <>
      <SearchInput
        label={words.find}
        placeholder={words.find}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {shown.length === 0 && <p className="soft">{words.none}</p>}
      {groups.map(
        ([title, dishes]) =>
          dishes.length > 0 && (
            <section key={title} className="grid gap-6" aria-label={title}>
              <h3 className="text-sm soft weight-600">{title}</h3>
              <ul className={styles.soldOut}>
                {dishes.map((dish) => (
                  <DishLine
                    key={dish.id}
                    dish={dish}
                    said={isOut(dish) ? soldOutText(dateOf(dish.soldOutUntil), now, data.timeZone) : null}
                    isBusy={marking.isPending && marking.variables.dish.id === dish.id}
                    onMark={(until) => marking.mutate({ dish, until })}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  );
}

function dateOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}

/** What stands on the open tickets is what a cook is out of. */
function useDishesOnTickets(locationId: string): ReadonlySet<string> {
  const { orders } = useLiveOrders();
  const open = orders?.open.filter((order) => order.locationInfo.id === locationId) ?? [];
  return new Set(open.flatMap(({ items }) => items.map(({ id }) => id)));
}

function DishLine({
  dish,
  said,
  isBusy,
  onMark,
}: {
  dish: Dish;
  /** That it ran out and until when; null while there is some. */
  said: string | null;
  isBusy: boolean;
  onMark: (until: Wish) => void;
}) {
  if (said === null) {
    return (
      <li className="row flex-wrap gap-8-12">
        <span className="break-anywhere">{dish.name}</span>
        <Button look="line" size="sm" busy={isBusy} onClick={() => onMark('closing')}>
          {words.mark} <span className="sr-only">{dish.name}</span>
        </Button>
      </li>
    );
  }
  return (
    <li className="row flex-wrap gap-8-12">
      <span className="break-anywhere">
        <b>{dish.name}</b>
        <small className="block">{said}</small>
      </span>
      <Button look="line" size="sm" busy={isBusy} onClick={() => onMark(null)}>
        <Undo2 aria-hidden="true" /> {words.putBack} <span className="sr-only">{dish.name}</span>
      </Button>
      <HowLong dish={dish} onMark={onMark} />
    </li>
  );
}

function HowLong({ dish, onMark }: { dish: Dish; onMark: (until: Wish) => void }) {
  const [asksDay, setAsksDay] = useState(false);
  function choose(value: string) {
    setAsksDay(value === 'date');
    if (value === 'closing' || value === 'put-back') onMark(value);
    else if (value !== 'date') onMark(Number(value));
  }
  return (
    <span className="flex flex-wrap gap-8">
      <Select
        aria-label={words.howLong(dish.name)}
        value={asksDay ? 'date' : ''}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="" disabled>
          {words.change}
        </option>
        <option value="closing">{words.closing}</option>
        {SOLD_OUT_MINUTES.map((minutes) => (
          <option key={minutes} value={minutes}>
            {words.minutes(minutes)}
          </option>
        ))}
        <option value="date">{words.untilDay}</option>
        <option value="put-back">{words.untilPutBack}</option>
      </Select>
      {asksDay && (
        <TextInput
          type="date"
          aria-label={words.day(dish.name)}
          onChange={(event) => {
            const date = event.currentTarget.value;
            if (date !== '') onMark(date);
          }}
        />
      )}
    </span>
  );
}
