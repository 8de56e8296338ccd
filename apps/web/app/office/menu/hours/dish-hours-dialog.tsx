import { MissingDish } from '../missing-dish.tsx';
import { useState } from 'react';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { toDollars } from '@tiffin/domain/core';
import { daypartText, sizedText } from '@tiffin/domain/menu';
import { isAdmin } from '@tiffin/domain/people';
import { useBackOffice } from '../../../shared/session/back-office.tsx';
import { errorTextOrServerMessage } from '../../../shared/errors/words.ts';
import { amountTyped } from '../../../ui/amount-typed.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Checkbox } from '../../../ui/boxes.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/choices.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, FieldError } from '../../../ui/field.tsx';
import { DollarInput } from '../../../ui/inputs.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { Dish, Place } from '../menu-data.ts';
import { useGroups } from '../options/groups-data.ts';
import { DaypartDialog } from './daypart-dialog.tsx';
import { useDayparts, useHoursActions, type Part } from './hours-data.ts';
import { texts } from './texts.ts';

/** The dayparts in which dishes are sold and their prices then. Several dishes get the same. */
export function DishHoursDialog({
  place,
  dishes,
  onClose,
}: {
  place: Place;
  dishes: readonly Dish[];
  onClose: () => void;
}) {
  const parts = useDayparts(place.id);
  const groups = useGroups();
  const { set } = useHoursActions();
  const [first] = dishes;
  const [was] = useState(() => hoursOf(first));
  const [onlyThen, setOnlyThen] = useState(was.onlyThen);
  // The typed price of each ticked daypart.
  const [ticked, setTicked] = useState(was.prices);
  const [judged, setJudged] = useState(false);
  const [over, setOver] = useState<{ readonly part: Part | null } | null>(null);
  const names = dishes.map(({ name }) => name);
  const isMixed = dishes.some((dish) => JSON.stringify(hoursOf(dish)) !== JSON.stringify(was));
  const there = (parts.data ?? []).filter(({ id }) => ticked[id] !== undefined);
  const sized = dishes.find(({ optionGroups }) =>
    optionGroups.some(({ groupId }) => groups.data?.some(({ id, isSize }) => id === groupId && isSize)),
  );
  const problemOf = ({ id }: Part) => {
    const typed = ticked[id]?.trim() ?? '';
    if (sized && (typed !== '' || !onlyThen)) return sizedText(sized.name);
    if (typed === '') return onlyThen ? null : texts.needsPrice;
    const amount = amountTyped(typed);
    return amount === null || amount === 0 ? texts.wrongPrice : null;
  };
  const needsPart = onlyThen && there.length === 0 ? texts.needsPart : null;

  function save() {
    setJudged(true);
    if (needsPart !== null || there.some((part) => problemOf(part) !== null)) return;
    const dayparts = there.map(({ id }) => {
      const amount = amountTyped(ticked[id] ?? '');
      return { daypartId: id, price: amount ? toDollars(amount) : null };
    });
    set.mutate(
      { locationId: place.id, itemIds: dishes.map(({ id }) => id), onlyInDayparts: onlyThen, dayparts },
      {
        onSuccess: () => {
          toast.success(texts.saved(names));
          onClose();
        },
      },
    );
  }

  return (
    <>
      <Dialog
        open
        onClose={onClose}
        unsaved={JSON.stringify({ onlyThen, prices: ticked }) !== JSON.stringify(was)}
        title={texts.title(names)}
        description={place.name}
        footer={
          <>
            <Button look="quiet" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button busy={set.isPending} disabledReason={parts.data ? null : texts.loading} onClick={save}>
              {texts.save}
            </Button>
          </>
        }
      >
        {!parts.data ? (
          <MissingDish query={parts} words={texts} height={160} />
        ) : (
          <div className="stack gap-16">
            {isMixed && <Banner>{texts.mixed}</Banner>}
            {sized && <Banner>{sizedText(sized.name)}</Banner>}
            <Segmented
              legend={texts.when}
              options={(['always', 'only'] as const).map((value) => ({ value, label: texts.whens[value] }))}
              value={onlyThen ? 'only' : 'always'}
              onValue={(value) => setOnlyThen(value === 'only')}
            />
            {parts.data.length === 0 && <p className="soft">{texts.none}</p>}
            {parts.data.map((part) => (
              <PartRow
                key={part.id}
                part={part}
                typed={ticked[part.id]}
                error={judged && ticked[part.id] !== undefined ? problemOf(part) : null}
                onTyped={(typed) =>
                  setTicked((before) => {
                    const { [part.id]: _was, ...others } = before;
                    return typed === undefined ? others : { ...others, [part.id]: typed };
                  })
                }
                onEdit={() => setOver({ part })}
              />
            ))}
            <FieldError error={judged ? needsPart : null} />
            <FieldError error={set.error ? errorTextOrServerMessage(set.error, [400, 404, 409]) : null} />
            <Button look="ghost" onClick={() => setOver({ part: null })}>
              <Plus aria-hidden="true" />
              {texts.add}
            </Button>
          </div>
        )}
      </Dialog>
      {over && <DaypartDialog place={place} part={over.part} onClose={() => setOver(null)} />}
    </>
  );
}

function hoursOf(dish: Dish | undefined): { onlyThen: boolean; prices: Readonly<Record<string, string>> } {
  const own = dish?.dayparts ?? [];
  return {
    onlyThen: dish?.onlyInDayparts ?? false,
    prices: Object.fromEntries(own.map(({ daypartId, price }) => [daypartId, price === null ? '' : price.toFixed(2)])),
  };
}

function PartRow({
  part,
  typed,
  error,
  onTyped,
  onEdit,
}: {
  part: Part;
  /** Undefined when not ticked. */
  typed: string | undefined;
  error: string | null;
  onTyped: (typed: string | undefined) => void;
  onEdit: () => void;
}) {
  const { actor } = useBackOffice();
  const { remove } = useHoursActions();
  return (
    <div className="grid gap-8">
      <span className="row between gap-8">
        <Checkbox
          label={texts.part(daypartText(part), part.locationId === null)}
          checked={typed !== undefined}
          onChange={(event) => onTyped(event.target.checked ? '' : undefined)}
        />
        {(part.locationId !== null || isAdmin(actor)) && (
          <span className="row nowrap">
            <IconButton label={texts.edit(part.name)} onClick={onEdit}>
              <Pencil aria-hidden="true" />
            </IconButton>
            {part.used === 0 && typed === undefined && (
              <IconButton
                label={texts.remove(part.name)}
                onClick={() =>
                  remove.mutate(
                    { daypartId: part.id },
                    {
                      onSuccess: () => toast.success(texts.removed(part.name)),
                      onError: (failed) =>
                        toast.error(texts.removeFailed, {
                          description: errorTextOrServerMessage(failed, [403, 404, 409]),
                        }),
                    },
                  )
                }
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            )}
          </span>
        )}
      </span>
      {typed !== undefined && (
        <Field label={texts.price(part.name)} hint={texts.asAlways} error={error}>
          <DollarInput value={typed} onValue={onTyped} />
        </Field>
      )}
    </div>
  );
}
