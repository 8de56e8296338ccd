import { useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Calls, InputOf } from '@tiffin/contract';
import { toDollars, ZERO, cents } from '@tiffin/domain/core';
import {
  changedPrice,
  PRICE_CHANGE_MOST,
  PRICE_ENDINGS,
  type PriceChange,
  type PriceEnding,
} from '@tiffin/domain/menu';
import { DISH_TAX_CLASS_LABELS, DISH_TAX_CLASSES, type DishTaxClass } from '@tiffin/domain/pricing';
import { api } from '../../shared/api/api.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { errorTextOrServerMessage } from '../../shared/errors/words.ts';
import { amountTyped } from '../../ui/amount-typed.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { pointed, ChoiceSelect, Select, TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { menuKey, type Category, type Dish, type Place } from './menu-data.ts';
import styles from './menu.module.css';
import { texts } from './texts.ts';

const words = texts.bulkEdit;
type What = 'price' | 'category' | 'taxClass';
type Way = 'up' | 'down';
type Unit = 'percent' | 'amount';

type Body = InputOf<Calls['editMenuItems']>['body'];

/** Edits several dishes at once, or all their prices, with a preview. */
export function BulkDialog({
  place,
  dishes: found,
  categories,
  onClose,
  onDone,
}: {
  place: Place;
  dishes: readonly Dish[];
  categories: readonly Category[];
  onClose: () => void;
  onDone: () => void;
}) {
  const client = useQueryClient();
  // The dishes as they were when the dialog opened, so that a retry after a lost response raises no price twice.
  const [dishes] = useState(found);
  const sent = useRef<{ readonly text: string; readonly key: string } | null>(null);
  const [what, setWhat] = useState<What>('price');
  const [way, setWay] = useState<Way>('up');
  const [unit, setUnit] = useState<Unit>('percent');
  const [typed, setTyped] = useState('');
  const [ending, setEnding] = useState<PriceEnding>('');
  const [category, setCategory] = useState(dishes[0]?.category ?? '');
  const [taxClass, setTaxClass] = useState<DishTaxClass>(dishes[0]?.taxClass ?? 'meal');
  const saving = useMutation({
    mutationFn: (body: Body) => {
      const text = JSON.stringify(body);
      if (sent.current?.text !== text) sent.current = { text, key: newKey() };
      return api('editMenuItems', { body }, { idempotencyKey: sent.current.key });
    },
    onSuccess: (_answer, { items }) => {
      toast.success(words.saved(items.length));
      onDone();
    },
    // The list behind the dialog shows changes by others.
    onSettled: () => client.invalidateQueries({ queryKey: menuKey(place.id) }),
  });
  const price = priceChange(typed, unit, way, ending);
  const nameOf = (id: string) => categories.find((each) => each.id === id)?.name ?? id;
  const lines = dishes.flatMap((dish) => {
    const [before, after] =
      what === 'price'
        ? [dish.price, price ? changedPrice(dish.price, price) : dish.price].map((each) => formatMoney(each))
        : what === 'category'
          ? [nameOf(dish.category), nameOf(category)]
          : [DISH_TAX_CLASS_LABELS[dish.taxClass], DISH_TAX_CLASS_LABELS[taxClass]];
    return before === after ? [] : { dish, before, after };
  });
  const wrong = what === 'price' && typed.trim() !== '' && price === null;

  function save() {
    const change: Body['change'] =
      what === 'category' ? { category } : what === 'taxClass' ? { taxClass } : price ? { price: toWire(price) } : {};
    saving.mutate({
      locationId: place.id,
      items: lines.map(({ dish }) => ({ itemId: dish.id, version: dish.version })),
      change,
    });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={typed.trim() !== ''}
      title={words.title(dishes.length)}
      description={place.name}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button busy={saving.isPending} disabledReason={lines.length === 0 ? words.nothing : null} onClick={save}>
            {words.save(lines.length)}
          </Button>
        </>
      }
    >
      <div className="stack gap-16">
        <Segmented
          legend={words.what}
          legendHidden
          options={(['price', 'category', 'taxClass'] as const).map((value) => ({ value, label: words.whats[value] }))}
          value={what}
          onValue={setWhat}
        />
        {what === 'price' && (
          <>
            <div className="stack gap-16 two-from-600">
              <Segmented
                legend={words.way}
                options={(['up', 'down'] as const).map((value) => ({ value, label: words.ways[value] }))}
                value={way}
                onValue={setWay}
              />
              <Segmented
                legend={words.unit}
                options={(['percent', 'amount'] as const).map((value) => ({ value, label: words.units[value] }))}
                value={unit}
                onValue={setUnit}
              />
            </div>
            <div className="stack gap-16 two-from-600">
              <Field label={words.by} error={wrong ? words.wrong[unit] : null}>
                <TextInput
                  inputMode="decimal"
                  autoComplete="off"
                  value={typed}
                  onChange={(event) => setTyped(pointed(event.target.value))}
                />
              </Field>
              <Field label={words.ending}>
                <ChoiceSelect options={PRICE_ENDINGS} labels={words.endings} value={ending} onValue={setEnding} />
              </Field>
            </div>
          </>
        )}
        {what === 'category' && (
          <Field label={texts.category}>
            <Select value={category} onChange={(event) => setCategory(event.target.value)}>
              {categories.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {what === 'taxClass' && (
          <Field label={words.whats.taxClass}>
            <ChoiceSelect
              options={DISH_TAX_CLASSES}
              labels={DISH_TAX_CLASS_LABELS}
              value={taxClass}
              onValue={setTaxClass}
            />
          </Field>
        )}
        <FieldError error={saving.error ? errorTextOrServerMessage(saving.error, [400, 409]) : null} />
        <section aria-label={words.preview}>
          <ul className={`text-sm ${styles.moves}`}>
            {lines.map(({ dish, before, after }) => (
              <li key={dish.id} className="row between gap-12">
                <span className="min-width-0 break-anywhere">{dish.name}</span>
                <span className="digits">
                  <s className="soft">{before}</s> <b>{after}</b>
                </span>
              </li>
            ))}
          </ul>
          <p className="hint">{words.same(dishes.length - lines.length)}</p>
        </section>
      </div>
    </Dialog>
  );
}

/** Parses the typed price change; null while it is invalid. */
function priceChange(typed: string, unit: Unit, way: Way, ending: PriceEnding): PriceChange | null {
  const sign = way === 'up' ? 1 : -1;
  if (typed.trim() === '') return ending === '' ? null : { by: ZERO, ending };
  if (unit === 'amount') {
    const amount = amountTyped(typed);
    return amount === null || amount > PRICE_CHANGE_MOST.by ? null : { by: cents(sign * amount), ending };
  }
  const percent = /^\d{1,3}(\.\d{0,3})?$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return percent <= PRICE_CHANGE_MOST.percent ? { percent: sign * percent, ending } : null;
}

function toWire(change: PriceChange): Body['change']['price'] {
  return 'by' in change ? { ...change, by: toDollars(change.by) } : change;
}
