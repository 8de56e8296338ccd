import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { toDollars, say } from '@tiffin/domain/core';
import { daypartText, sizesBlockDaypartPriceText } from '@tiffin/domain/menu';
import { isAdmin } from '@tiffin/domain/people';
import { isTime, WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '@tiffin/domain/hours';
import { CACHE_LIFETIMES } from '../../../shared/api/lifetimes.ts';
import { apiQuery } from '../../../shared/api/queries.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { Loaded } from '../../../shared/page/loaded.tsx';
import { useRecordForm } from '../../../shared/page/use-record-form.ts';
import { useBackOffice } from '../../../shared/session/back-office.tsx';
import { parseAmount } from '../../../ui/amount-typed.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Checkbox } from '../../../ui/boxes.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { formOf, valueField, type Draft, type Problems, textField } from '../../../ui/form.ts';
import { EditDialog, MoneyField, SegmentedField, TextField } from '../../../ui/form-fields.tsx';
import type { Answer } from '../../../shared/api/api.ts';
import { Chips, optionsOf } from '../../../ui/choices.tsx';
import { type Dish, type EditableLocation, EDITED_MENU_KEY } from '../menu-data.ts';
import { useGroups } from '../options/groups-data.ts';

type Prices = Readonly<Record<string, string>>;

const hoursForm = formOf({
  onlyInDayparts: {
    ...valueField<'always' | 'only'>(say`Sold`, 'always'),
    toTyped: (isOnlyThen: boolean) => (isOnlyThen ? ('only' as const) : ('always' as const)),
    toPayload: (sold: 'always' | 'only') => sold === 'only',
  },
  /** The price in each ticked daypart, by its id. Empty means the usual price. */
  dayparts: {
    ...valueField<Prices>('', {}),
    toTyped: (list: NonNullable<Dish['dayparts']>): Prices =>
      Object.fromEntries(list.map(({ daypartId, price }) => [daypartId, price?.toFixed(2) ?? ''])),
    toPayload: (prices: Prices) =>
      Object.entries(prices).map(([daypartId, typed]) => {
        const amount = parseAmount(typed);
        return { daypartId, price: amount ? toDollars(amount) : null };
      }),
  },
});

interface DishHoursDialogProps {
  location: EditableLocation;
  dishes: readonly Dish[];
  onClose: () => void;
}

/** When dishes are sold, and their prices then. Several dishes all get the same; the form starts with the first's. */
export function DishHoursDialog({ location, dishes, onClose }: DishHoursDialogProps) {
  const query = useQuery({
    ...apiQuery(['dayparts', location.id], 'getDayparts', { query: { locationId: location.id } }),
    staleTime: CACHE_LIFETIMES.menu,
    select: (answer) => answer.dayparts,
  });
  const dayparts = query.data ?? [];
  const dishWithSizes = useDishWithSizes(dishes);
  /** The dialog of a daypart is open; null in it is a new daypart. */
  const [editing, setEditing] = useState<{ readonly daypart: MenuDaypart | null } | null>(null);
  const hoursOf = (dish?: Dish) => ({ onlyInDayparts: dish?.onlyInDayparts ?? false, dayparts: dish?.dayparts ?? [] });
  const name = dishes[0]?.name ?? '';
  const form = useRecordForm(hoursForm, {
    record: hoursOf(dishes[0]),
    call: 'setDishHours',
    body: ({ values }) => ({
      locationId: location.id,
      itemIds: dishes.map(({ id }) => id),
      onlyInDayparts: values.onlyInDayparts,
      // Without dayparts that were deleted meanwhile.
      dayparts: values.dayparts.filter(({ daypartId }) => dayparts.some(({ id }) => id === daypartId)),
    }),
    check: (draft) => hoursProblems(draft, dayparts, dishWithSizes),
    doneText: () => (dishes.length === 1 ? say`Hours of ${name} saved` : say`Hours of ${dishes.length} dishes saved`),
    changes: HOURS_CHANGES,
    onDone: onClose,
  });
  const { at, draft, problems } = form;
  return (
    <EditDialog
      form={form}
      size="md"
      title={dishes.length === 1 ? say`When ${name} is sold` : say`When ${dishes.length} dishes are sold`}
      description={location.name}
      blocked={query.data ? null : say`Loading the dayparts`}
      onClose={onClose}
      after={
        editing && <DaypartDialog location={location} daypart={editing.daypart} onClose={() => setEditing(null)} />
      }
    >
      <Loaded query={query} failed={say`The dayparts could not be loaded`} rows={1} height={160} level={3}>
        {() => (
          <>
            {new Set(dishes.map((dish) => JSON.stringify(hoursOf(dish)))).size > 1 && (
              <Banner>{say`These dishes are currently sold at different times. What you save applies to all of them.`}</Banner>
            )}
            {dishWithSizes && <Banner>{sizesBlockDaypartPriceText(dishWithSizes.name)}</Banner>}
            <SegmentedField
              {...at('onlyInDayparts')}
              options={optionsOf({ always: say`Always`, only: say`Only at these times` })}
            />
            {dayparts.length === 0 && <p className="soft">{say`There is no daypart yet. Add one, such as lunch.`}</p>}
            {dayparts.map((daypart) => (
              <DaypartRow
                key={daypart.id}
                daypart={daypart}
                typed={draft.dayparts[daypart.id]}
                error={problems[daypart.id]}
                onTyped={(typed) => {
                  const { [daypart.id]: _before, ...others } = draft.dayparts;
                  form.set({ dayparts: typed === undefined ? others : { ...others, [daypart.id]: typed } });
                }}
                onEdit={() => setEditing({ daypart })}
              />
            ))}
            <FieldError error={problems.onlyInDayparts} />
            <Button look="ghost" onClick={() => setEditing({ daypart: null })}>
              <Plus />
              {say`Add a daypart`}
            </Button>
          </>
        )}
      </Loaded>
    </EditDialog>
  );
}

/** The first dish with sizes: it has no single price that a daypart could change. */
function useDishWithSizes(dishes: readonly Dish[]): Dish | undefined {
  const { data: groups = [] } = useGroups();
  const sizes = new Set(groups.filter(({ isSize }) => isSize).map(({ id }) => id));
  return dishes.find(({ optionGroups }) => optionGroups.some(({ groupId }) => sizes.has(groupId)));
}

/** Problems with prices, by the daypart's id. */
function hoursProblems(
  { onlyInDayparts: sold, dayparts: prices }: Draft<typeof hoursForm.fields>,
  dayparts: readonly MenuDaypart[],
  dishWithSizes: Dish | undefined,
): Partial<Problems> {
  const ticked = dayparts.filter(({ id }) => prices[id] !== undefined);
  if (sold === 'only' && ticked.length === 0)
    return { onlyInDayparts: say`Choose when it is sold, or sell it always.` };
  return Object.fromEntries(
    ticked.flatMap(({ id }) => {
      const problem = priceProblem(prices[id]?.trim() ?? '', sold === 'only', dishWithSizes);
      return problem === null ? [] : [[id, problem]];
    }),
  );
}

function priceProblem(typed: string, isOnlyThen: boolean, dishWithSizes: Dish | undefined): string | null {
  if (dishWithSizes && (typed !== '' || !isOnlyThen)) return sizesBlockDaypartPriceText(dishWithSizes.name);
  if (typed === '') return isOnlyThen ? null : say`Enter a price for this time, or untick it.`;
  return parseAmount(typed) ? null : say`An amount above $0.00.`;
}

interface DaypartRowProps {
  daypart: MenuDaypart;
  /** The price; undefined when the daypart is not ticked. */
  typed: string | undefined;
  error: string | null | undefined;
  onTyped: (typed: string | undefined) => void;
  onEdit: () => void;
}

function DaypartRow({ daypart, typed, error, onTyped, onEdit }: DaypartRowProps) {
  const { actor } = useBackOffice();
  const { id, name, used, locationId } = daypart;
  const remove = useCall('deleteDaypart', {
    changes: HOURS_CHANGES,
    doneText: () => say`${name} deleted`,
    failed: say`The daypart could not be deleted.`,
  });
  const words = daypartText(daypart);
  return (
    <div className="grid gap-8">
      <span className="row between gap-8">
        <Checkbox
          label={locationId === null ? say`${words}, at all locations` : words}
          checked={typed !== undefined}
          onChange={({ target }) => onTyped(target.checked ? '' : undefined)}
        />
        {(locationId !== null || isAdmin(actor)) && (
          <span className="row nowrap">
            <IconButton label={say`Edit ${name}`} onClick={onEdit}>
              <Pencil />
            </IconButton>
            {used === 0 && typed === undefined && (
              <IconButton label={say`Delete ${name}`} onClick={() => void remove.send({ daypartId: id })}>
                <Trash2 />
              </IconButton>
            )}
          </span>
        )}
      </span>
      {typed !== undefined && (
        <MoneyField
          label={say`Price at ${name}`}
          hint={say`Empty: the usual price`}
          error={error}
          value={typed}
          onValue={onTyped}
        />
      )}
    </div>
  );
}

type MenuDaypart = Answer<'getDayparts'>['dayparts'][number];

/** What is loaded again after a daypart or the hours of a dish changed. */
const HOURS_CHANGES = [['dayparts'], EDITED_MENU_KEY];

const DAYS = WEEKDAYS.map((day) => ({ id: day, name: WEEKDAY_NAMES[day] }));

const timeField = (label: string, initialValue: string, hint?: string) => ({
  ...textField(label, { input: { type: 'time' }, hint }),
  initialValue,
  problem: (typed: string) => (isTime(typed) ? null : say`Please write a time like 11:30.`),
});

const daypartForm = formOf({
  name: textField(say`Name`, {
    missing: say`Name is required`,
    input: { maxLength: 40, placeholder: say`e.g., Lunch` },
  }),
  days: {
    ...valueField<Weekday[]>(say`Days`, [...WEEKDAYS], (days) => days.map((day) => WEEKDAY_NAMES[day]).join(', ')),
    problem: (days: Weekday[]) => (days.length === 0 ? say`Choose at least one day.` : null),
  },
  from: timeField(say`From`, '11:30'),
  until: timeField(say`Until`, '15:00', say`A time before the start means the next day.`),
  locationId: valueField<string | null>(say`For all locations`, null),
});

interface DaypartDialogProps {
  location: EditableLocation;
  /** Null for a new one. */
  daypart: MenuDaypart | null;
  onClose: () => void;
}

/** A daypart: its name, days and hours in the location's time zone. */
function DaypartDialog({ location, daypart, onClose }: DaypartDialogProps) {
  const { actor } = useBackOffice();
  const form = useRecordForm(daypartForm, {
    record: daypart,
    call: 'saveDaypart',
    conflict: 'daypart',
    initialValues: { locationId: location.id },
    body: ({ values, base }) => ({ ...values, daypartId: base?.id, version: base?.version }),
    doneText: (answer) => say`${answer.daypart.name} saved`,
    changes: HOURS_CHANGES,
    onDone: onClose,
  });
  const { at } = form;
  const days = at('days');
  const locationId = at('locationId');
  return (
    <EditDialog
      form={form}
      size="md"
      title={daypart ? say`Edit the daypart` : say`Add a daypart`}
      save={say`Save Daypart`}
      failed={say`The daypart could not be saved.`}
      conflict={say`Somebody else changed this daypart in the meantime.`}
      onClose={onClose}
    >
      <TextField {...at('name')} />
      <fieldset className="grid gap-6">
        <legend className="label below-4">{days.label}</legend>
        <Chips options={DAYS} chosen={days.value} onChosen={days.onValue} />
        <FieldError error={days.error} />
      </fieldset>
      <div className="stack gap-16 two-from-600">
        <TextField {...at('from')} />
        <TextField {...at('until')} />
      </div>
      {!daypart && isAdmin(actor) && (
        <Checkbox
          label={locationId.label}
          checked={locationId.value === null}
          onChange={({ target }) => locationId.onValue(target.checked ? null : location.id)}
        />
      )}
    </EditDialog>
  );
}
