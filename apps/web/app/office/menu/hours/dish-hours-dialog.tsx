import { MissingDish } from '../missing-dish.tsx';
import { useState } from 'react';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { toDollars, say } from '@tiffin/domain/core';
import { daypartText, sizesBlockDaypartPriceText } from '@tiffin/domain/menu';
import { isAdmin } from '@tiffin/domain/people';
import { useBackOffice } from '../../../shared/session/back-office.tsx';
import { errorTextOrServerMessage } from '../../../shared/errors/error-text.ts';
import { parseAmount } from '../../../ui/amount-typed.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Checkbox } from '../../../ui/boxes.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/choices.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, FieldError } from '../../../ui/field.tsx';
import { DollarInput } from '../../../ui/inputs.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { Dish, EditableLocation } from '../menu-data.ts';
import { useGroups } from '../options/groups-data.ts';
import { DaypartDialog } from './daypart-dialog.tsx';
import { useDayparts, useHoursActions, type MenuDaypart } from './hours-data.ts';

const titleText = (names: readonly string[]) =>
  names.length === 1 ? say`When ${names[0] ?? ''} is sold` : say`When ${names.length} dishes are sold`;

const WHENS = { always: say`Always`, only: say`Only at these times` };

const partText = (words: string, all: boolean) => (all ? say`${words}, at all locations` : words);

const savedText = (names: readonly string[]) =>
  names.length === 1 ? say`Hours of ${names[0] ?? ''} saved` : say`Hours of ${names.length} dishes saved`;

/** What is typed: the price of each ticked daypart, by its id. */
interface DishHours {
  readonly onlyThen: boolean;
  readonly prices: Readonly<Record<string, string>>;
}

interface DishHoursDialogProps {
  location: EditableLocation;
  dishes: readonly Dish[];
  onClose: () => void;
}

/** The dayparts in which dishes are sold and their prices then. If several dishes are selected, all get the same. */
export function DishHoursDialog({ location, dishes, onClose }: DishHoursDialogProps) {
  const parts = useDayparts(location.id);
  const form = useDishHours({ location, dishes, onClose }, parts.data ?? []);
  const [editing, setEditing] = useState<{ readonly part: MenuDaypart | null } | null>(null);
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        unsaved={form.isTyped}
        title={titleText(dishes.map(({ name }) => name))}
        description={location.name}
        footer={
          <>
            <Button look="quiet" onClick={onClose}>
              {say`Cancel`}
            </Button>
            <Button
              busy={form.isSaving}
              disabledReason={parts.data ? null : say`Loading the dayparts`}
              onClick={form.save}
            >
              {say`Save`}
            </Button>
          </>
        }
      >
        {!parts.data ? (
          <MissingDish
            query={parts}
            labels={{
              loadFailed: say`The dayparts could not be loaded`,
              tryAgain: say`Try Again`,
              loading: say`Loading the dayparts`,
            }}
            height={160}
          />
        ) : (
          <div className="stack gap-16">
            {form.isMixed && (
              <Banner>{say`These dishes are currently sold at different times. What you save applies to all of them.`}</Banner>
            )}
            {form.sized && <Banner>{sizesBlockDaypartPriceText(form.sized.name)}</Banner>}
            <HoursFields
              parts={parts.data}
              hours={form.hours}
              onHours={form.setHours}
              problemOf={form.problemOf}
              onEdit={(part) => setEditing({ part })}
            />
            <FieldError error={form.needsPart} />
            <FieldError error={form.failure ? errorTextOrServerMessage(form.failure, [400, 404, 409]) : null} />
            <Button look="ghost" onClick={() => setEditing({ part: null })}>
              <Plus aria-hidden="true" />
              {say`Add a daypart`}
            </Button>
          </div>
        )}
      </Dialog>
      {editing && <DaypartDialog place={location} part={editing.part} onClose={() => setEditing(null)} />}
    </>
  );
}

/** The form. Several dishes start with the hours of the first. Problems are shown after the first attempt to save. */
function useDishHours({ location, dishes, onClose }: DishHoursDialogProps, parts: readonly MenuDaypart[]) {
  const { set } = useHoursActions();
  const [was] = useState(() => hoursOf(dishes[0]));
  const [hours, setHours] = useState(was);
  const [isSubmitted, setSubmitted] = useState(false);
  const sized = useDishWithSizes(dishes);
  const tickedParts = parts.filter(({ id }) => hours.prices[id] !== undefined);
  const problemOf = ({ id }: MenuDaypart) => priceProblem(hours.prices[id]?.trim() ?? '', hours.onlyThen, sized);
  const needsPart = hours.onlyThen && tickedParts.length === 0 ? say`Choose when it is sold, or sell it always.` : null;

  function save() {
    setSubmitted(true);
    if (needsPart !== null || tickedParts.some((part) => problemOf(part) !== null)) return;
    const dayparts = tickedParts.map(({ id }) => {
      const amount = parseAmount(hours.prices[id] ?? '');
      return { daypartId: id, price: amount ? toDollars(amount) : null };
    });
    set.mutate(
      { locationId: location.id, itemIds: dishes.map(({ id }) => id), onlyInDayparts: hours.onlyThen, dayparts },
      {
        onSuccess: () => {
          toast.success(savedText(dishes.map(({ name }) => name)));
          onClose();
        },
      },
    );
  }

  return {
    hours,
    setHours,
    isTyped: JSON.stringify(hours) !== JSON.stringify(was),
    isMixed: dishes.some((dish) => JSON.stringify(hoursOf(dish)) !== JSON.stringify(was)),
    sized,
    problemOf: (part: MenuDaypart) => (isSubmitted ? problemOf(part) : null),
    needsPart: isSubmitted ? needsPart : null,
    failure: set.error,
    isSaving: set.isPending,
    save,
  };
}

function hoursOf(dish: Dish | undefined): DishHours {
  const own = dish?.dayparts ?? [];
  return {
    onlyThen: dish?.onlyInDayparts ?? false,
    prices: Object.fromEntries(own.map(({ daypartId, price }) => [daypartId, price === null ? '' : price.toFixed(2)])),
  };
}

/** A dish with sizes has no single price that a daypart could change. */
function useDishWithSizes(dishes: readonly Dish[]): Dish | undefined {
  const { data: groups = [] } = useGroups();
  const sizes = new Set(groups.filter(({ isSize }) => isSize).map(({ id }) => id));
  return dishes.find(({ optionGroups }) => optionGroups.some(({ groupId }) => sizes.has(groupId)));
}

function priceProblem(typed: string, onlyThen: boolean, sized: Dish | undefined): string | null {
  if (sized && (typed !== '' || !onlyThen)) return sizesBlockDaypartPriceText(sized.name);
  if (typed === '') return onlyThen ? null : say`Enter a price for this time, or untick it.`;
  const amount = parseAmount(typed);
  return amount === null || amount === 0 ? say`An amount above $0.00.` : null;
}

function HoursFields({
  parts,
  hours,
  onHours,
  problemOf,
  onEdit,
}: {
  parts: readonly MenuDaypart[];
  hours: DishHours;
  onHours: (change: (before: DishHours) => DishHours) => void;
  problemOf: (part: MenuDaypart) => string | null;
  onEdit: (part: MenuDaypart) => void;
}) {
  // Not in the row: it unmounts with its daypart, and its callbacks would be lost.
  const { remove } = useHoursActions();
  const deleteDaypart = ({ id, name }: MenuDaypart) =>
    remove.mutate(
      { daypartId: id },
      {
        onSuccess: () => toast.success(say`${name} deleted`),
        onError: (failed) =>
          toast.error(say`The daypart could not be deleted.`, {
            description: errorTextOrServerMessage(failed, [403, 404, 409]),
          }),
      },
    );
  const typePrice = ({ id }: MenuDaypart, typed: string | undefined) =>
    onHours((before) => {
      const { [id]: _was, ...others } = before.prices;
      return { ...before, prices: typed === undefined ? others : { ...others, [id]: typed } };
    });
  return (
    <>
      <Segmented
        legend={say`Sold`}
        options={(['always', 'only'] as const).map((value) => ({ value, label: WHENS[value] }))}
        value={hours.onlyThen ? 'only' : 'always'}
        onValue={(value) => onHours((before) => ({ ...before, onlyThen: value === 'only' }))}
      />
      {parts.length === 0 && <p className="soft">{say`There is no daypart yet. Add one, such as lunch.`}</p>}
      {parts.map((part) => (
        <PartRow
          key={part.id}
          part={part}
          typed={hours.prices[part.id]}
          error={hours.prices[part.id] === undefined ? null : problemOf(part)}
          onTyped={(typed) => typePrice(part, typed)}
          onEdit={() => onEdit(part)}
          onDelete={() => deleteDaypart(part)}
        />
      ))}
    </>
  );
}

function PartRow({
  part,
  typed,
  error,
  onTyped,
  onEdit,
  onDelete,
}: {
  part: MenuDaypart;
  /** Undefined when not ticked. */
  typed: string | undefined;
  error: string | null;
  onTyped: (typed: string | undefined) => void;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { actor } = useBackOffice();
  return (
    <div className="grid gap-8">
      <span className="row between gap-8">
        <Checkbox
          label={partText(daypartText(part), part.locationId === null)}
          checked={typed !== undefined}
          onChange={(event) => onTyped(event.target.checked ? '' : undefined)}
        />
        {(part.locationId !== null || isAdmin(actor)) && (
          <span className="row nowrap">
            <IconButton label={say`Edit ${part.name}`} onClick={onEdit}>
              <Pencil aria-hidden="true" />
            </IconButton>
            {part.used === 0 && typed === undefined && (
              <IconButton label={say`Delete ${part.name}`} onClick={onDelete}>
                <Trash2 aria-hidden="true" />
              </IconButton>
            )}
          </span>
        )}
      </span>
      {typed !== undefined && (
        <Field label={say`Price at ${part.name}`} hint={say`Empty: the usual price`} error={error}>
          <DollarInput value={typed} onValue={onTyped} />
        </Field>
      )}
    </div>
  );
}
