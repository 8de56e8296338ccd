import { useRef, useState, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { localDate, toDollars, say } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { parseAmount } from '../../ui/amount-typed.ts';
import { Field } from '../../ui/field.tsx';
import { centsOf, formatDay, formatMoney } from '../../ui/format.ts';
import { DollarInput, TextInput } from '../../ui/inputs.tsx';
import type { Dish, EditableLocation } from './menu-data.ts';

interface DishCosts {
  readonly isTyped: boolean;
  /** The fields of the dish and of the options in these groups. */
  readonly renderFields: (groupIds: readonly string[]) => ReactNode;
  /** True if an amount cannot be saved. The first such field gets the focus. */
  readonly focusMistake: () => boolean;
  /** Repeating it is harmless. */
  readonly save: (itemId: string) => Promise<void>;
}

type CostedItem = Answer<'getCosts'>['items'][number];

/** Stands for the dish until it is saved. */
const DISH = '';

/**
 * What a portion of a dish and of its options costs the restaurant. Costs are loaded when they are opened, so that guests
 * nearby do not see them.
 */
export function useDishCosts(place: EditableLocation, dish: Dish | null): DishCosts {
  const client = useQueryClient();
  const online = useOnline();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [validFrom, setValidFrom] = useState(() => localDate(serverNow(), place.timeZone));
  const area = useRef<HTMLDetailsElement>(null);
  const { data, error } = useQuery({
    ...apiQuery(['costs', place.id], 'getCosts', { query: { locationId: place.id } }),
    enabled: isOpen,
  });
  const changes = [...typed].filter(([, text]) => text.trim() !== '');
  const hasMistake = changes.length > 0 && (validFrom === '' || changes.some(([, text]) => parseAmount(text) === null));

  async function save(itemId: string) {
    const costs = changes.flatMap(([id, text]) => {
      const cost = parseAmount(text);
      return cost === null ? [] : { itemId: id === DISH ? itemId : id, validFrom, cost: toDollars(cost) };
    });
    if (costs.length === 0) return;
    await api('setCosts', { body: { locationId: place.id, costs } }, { idempotencyKey: newKey() });
    await Promise.all([
      client.invalidateQueries({ queryKey: ['costs', place.id] }),
      client.invalidateQueries({ queryKey: ['margins'] }),
    ]);
  }
  const own = data?.items.find(({ itemId }) => itemId === dish?.id);
  const valueOf = (id: string) => ({
    value: typed.get(id) ?? '',
    onValue: (text: string) => setTyped((before) => new Map(before).set(id, text)),
  });
  const optionsOf = (groupIds: readonly string[]) =>
    (data?.items ?? []).filter(({ itemId }) => groupIds.some((id) => itemId.startsWith(`${id}/`)));
  const renderFields = (groupIds: readonly string[]) => (
    <details ref={area} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="touch-height">{say`What it costs you`}</summary>
      <div className="stack gap-16">
        <p className="hint">
          {online
            ? say`Ingredients and packaging of one portion. Guests never see it. Earlier days keep their costs.`
            : say`Costs can be changed once the connection is back.`}
        </p>
        {error && <p role="alert">{errorText(error)}</p>}
        {online && (
          <div className="stack gap-16 two-from-600">
            <CostField {...valueOf(DISH)} label={say`Cost of a portion`} hint={newestCost(own)} />
            <Field
              label={say`New costs count from`}
              error={validFrom === '' ? say`Choose the day from which the costs count.` : undefined}
            >
              <TextInput type="date" value={validFrom} onChange={({ target }) => setValidFrom(target.value)} />
            </Field>
            {optionsOf(groupIds).map((option) => (
              <CostField
                key={option.itemId}
                {...valueOf(option.itemId)}
                label={say`Cost of ${option.name} (${option.groupName ?? ''})`}
                hint={newestCost(option)}
              />
            ))}
          </div>
        )}
      </div>
    </details>
  );
  function focusMistake() {
    if (hasMistake) area.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    return hasMistake;
  }
  return { isTyped: changes.length > 0, renderFields, focusMistake, save };
}

function CostField({
  label,
  hint,
  value,
  onValue,
}: {
  label: string;
  hint: string;
  value: string;
  onValue: (text: string) => void;
}) {
  const isWrong = value.trim() !== '' && parseAmount(value) === null;
  return (
    <Field
      label={label}
      hint={hint}
      error={isWrong ? say`Write an amount such as 3.50, with at most two decimals.` : undefined}
    >
      <DollarInput value={value} onValue={onValue} />
    </Field>
  );
}

function newestCost(item: CostedItem | undefined): string {
  const newest = item?.costs.at(-1);
  if (!newest || newest.cost === null) return say`No cost yet`;
  return say`Now ${formatMoney(centsOf(newest.cost))}, since ${formatDay(newest.validFrom)}`;
}
