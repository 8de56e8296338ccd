import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Calls, InputOf } from '@tiffin/contract';
import { toDollars, ZERO, cents, say } from '@tiffin/domain/core';
import {
  applyPriceChange,
  MAX_PRICE_CHANGE,
  PRICE_ENDINGS,
  type PriceChange,
  type PriceEnding,
} from '@tiffin/domain/menu';
import { DISH_TAX_CLASS_LABELS, DISH_TAX_CLASSES, type DishTaxClass } from '@tiffin/domain/pricing';
import { api } from '../../shared/api/api.ts';
import { createKeyCache } from '../../shared/api/new-key.ts';
import { errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { parseAmount } from '../../ui/amount-typed.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { withDecimalPoint, ChoiceSelect, Select, TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { menuKey, type Category, type Dish, type EditableLocation } from './menu-data.ts';
import styles from './menu.module.css';

const BULK_EDIT = {
  whats: { price: say`Prices`, category: say`Category`, taxClass: say`Tax class` },
  ways: { up: say`Raise`, down: say`Lower` },
  units: { percent: say`Percent`, amount: say`Amount` },
  endings: {
    '': say`The cent`,
    '.05': say`A multiple of .05`,
    '.10': say`A multiple of .10`,
    '.50': say`A multiple of .50`,
    '.95': say`Ending in .95`,
    '.99': say`Ending in .99`,
  },
  wrong: { percent: say`A number from 0 to 100.`, amount: say`An amount up to $1,000.00.` },
};

type EditedField = 'price' | 'category' | 'taxClass';

interface TypedPrice {
  readonly direction: 'up' | 'down';
  readonly unit: 'percent' | 'amount';
  readonly typed: string;
  readonly ending: PriceEnding;
}

/** The form: the edited field, and the input of each field. */
interface BulkDraft {
  readonly field: EditedField;
  readonly price: TypedPrice;
  readonly category: string;
  readonly taxClass: DishTaxClass;
}

interface PreviewLine {
  readonly dish: Dish;
  readonly before: string;
  readonly after: string;
}

type Body = InputOf<Calls['editMenuItems']>['body'];

interface BulkDialogProps {
  location: EditableLocation;
  dishes: readonly Dish[];
  categories: readonly Category[];
  onClose: () => void;
  onDone: () => void;
}

/** Edits several dishes at once, or all their prices, with a preview. */
export function BulkDialog({ location, dishes: found, categories, onClose, onDone }: BulkDialogProps) {
  // The dishes as they were when the dialog opened, so that a retry after a lost response raises no price twice.
  const [dishes] = useState(found);
  const [draft, setDraft] = useState<BulkDraft>({
    field: 'price',
    price: { direction: 'up', unit: 'percent', typed: '', ending: '' },
    category: dishes[0]?.category ?? '',
    taxClass: dishes[0]?.taxClass ?? 'meal',
  });
  const change = (typed: Partial<BulkDraft>) => setDraft((before) => ({ ...before, ...typed }));
  const saving = useBulkEdit(location, onDone);
  const lines = previewLines(dishes, draft, categories);
  const save = () =>
    saving.mutate({
      locationId: location.id,
      items: lines.map(({ dish }) => ({ itemId: dish.id, version: dish.version })),
      change: changeOf(draft),
    });
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={draft.price.typed.trim() !== ''}
      title={dishes.length === 1 ? say`Change 1 dish` : say`Change ${dishes.length} dishes`}
      description={location.name}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {say`Cancel`}
          </Button>
          <Button
            busy={saving.isPending}
            disabledReason={lines.length === 0 ? say`Nothing would change yet.` : null}
            onClick={save}
          >
            {lines.length === 1 ? say`Change 1 dish` : say`Change ${lines.length} dishes`}
          </Button>
        </>
      }
    >
      <div className="stack gap-16">
        <Segmented
          legend={say`What to change`}
          legendHidden
          options={(['price', 'category', 'taxClass'] as const).map((value) => ({
            value,
            label: BULK_EDIT.whats[value],
          }))}
          value={draft.field}
          onValue={(field) => change({ field })}
        />
        <BulkFields draft={draft} categories={categories} onChange={change} />
        <FieldError error={saving.error ? errorTextOrServerMessage(saving.error, [400, 409]) : null} />
        <Preview lines={lines} unchanged={dishes.length - lines.length} />
      </div>
    </Dialog>
  );
}

function useBulkEdit(place: EditableLocation, onDone: () => void) {
  const client = useQueryClient();
  const [keyOf] = useState(createKeyCache);
  return useMutation({
    mutationFn: (body: Body) => api('editMenuItems', { body }, { idempotencyKey: keyOf(body) }),
    onSuccess: (_answer, { items }) => {
      toast.success(items.length === 1 ? say`1 dish changed` : say`${items.length} dishes changed`);
      onDone();
    },
    // The list behind the dialog shows changes by others.
    onSettled: () => client.invalidateQueries({ queryKey: menuKey(place.id) }),
  });
}

/** The inputs of the field that is edited. */
function BulkFields({
  draft,
  categories,
  onChange,
}: {
  draft: BulkDraft;
  categories: readonly Category[];
  onChange: (typed: Partial<BulkDraft>) => void;
}) {
  if (draft.field === 'price')
    return <PriceFields price={draft.price} onPrice={(typed) => onChange({ price: { ...draft.price, ...typed } })} />;
  if (draft.field === 'category')
    return (
      <Field label={say`Category`}>
        <Select value={draft.category} onChange={(event) => onChange({ category: event.target.value })}>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    );
  return (
    <Field label={BULK_EDIT.whats.taxClass}>
      <ChoiceSelect
        options={DISH_TAX_CLASSES}
        labels={DISH_TAX_CLASS_LABELS}
        value={draft.taxClass}
        onValue={(taxClass) => onChange({ taxClass })}
      />
    </Field>
  );
}

function PriceFields({ price, onPrice }: { price: TypedPrice; onPrice: (typed: Partial<TypedPrice>) => void }) {
  const isWrong = price.typed.trim() !== '' && priceChange(price) === null;
  return (
    <>
      <div className="stack gap-16 two-from-600">
        <Segmented
          legend={say`Up or down`}
          options={(['up', 'down'] as const).map((value) => ({ value, label: BULK_EDIT.ways[value] }))}
          value={price.direction}
          onValue={(direction) => onPrice({ direction })}
        />
        <Segmented
          legend={say`By`}
          options={(['percent', 'amount'] as const).map((value) => ({ value, label: BULK_EDIT.units[value] }))}
          value={price.unit}
          onValue={(unit) => onPrice({ unit })}
        />
      </div>
      <div className="stack gap-16 two-from-600">
        <Field label={say`By how much`} error={isWrong ? BULK_EDIT.wrong[price.unit] : null}>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            value={price.typed}
            onChange={(event) => onPrice({ typed: withDecimalPoint(event.target.value) })}
          />
        </Field>
        <Field label={say`Round to`}>
          <ChoiceSelect
            options={PRICE_ENDINGS}
            labels={BULK_EDIT.endings}
            value={price.ending}
            onValue={(ending) => onPrice({ ending })}
          />
        </Field>
      </div>
    </>
  );
}

function Preview({ lines, unchanged }: { lines: readonly PreviewLine[]; unchanged: number }) {
  return (
    <section aria-label={say`Before and after`}>
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
      <p className="hint">
        {unchanged === 0 ? '' : unchanged === 1 ? say`1 dish stays the same.` : say`${unchanged} dishes stay the same.`}
      </p>
    </section>
  );
}

/** The dishes that change, with the text of the field before and after. */
function previewLines(
  dishes: readonly Dish[],
  { field, price, category, taxClass }: BulkDraft,
  categories: readonly Category[],
): PreviewLine[] {
  const newPrice = priceChange(price);
  const categoryOf = (id: string) => categories.find((each) => each.id === id)?.name ?? id;
  const textsOf = (dish: Dish): readonly [before: string, after: string] => {
    if (field === 'price')
      return [formatMoney(dish.price), formatMoney(newPrice ? applyPriceChange(dish.price, newPrice) : dish.price)];
    if (field === 'category') return [categoryOf(dish.category), categoryOf(category)];
    return [DISH_TAX_CLASS_LABELS[dish.taxClass], DISH_TAX_CLASS_LABELS[taxClass]];
  };
  return dishes.flatMap((dish) => {
    const [before, after] = textsOf(dish);
    return before === after ? [] : { dish, before, after };
  });
}

function changeOf({ field, price, category, taxClass }: BulkDraft): Body['change'] {
  if (field === 'category') return { category };
  if (field === 'taxClass') return { taxClass };
  const change = priceChange(price);
  return change ? { price: toWire(change) } : {};
}

/** Parses the typed price change; null while it is invalid. */
function priceChange({ direction, unit, typed, ending }: TypedPrice): PriceChange | null {
  const sign = direction === 'up' ? 1 : -1;
  if (typed.trim() === '') return ending === '' ? null : { by: ZERO, ending };
  if (unit === 'amount') {
    const amount = parseAmount(typed);
    return amount === null || amount > MAX_PRICE_CHANGE.by ? null : { by: cents(sign * amount), ending };
  }
  const percent = /^\d{1,3}(\.\d{0,3})?$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return percent <= MAX_PRICE_CHANGE.percent ? { percent: sign * percent, ending } : null;
}

function toWire(change: PriceChange): Body['change']['price'] {
  return 'by' in change ? { ...change, by: toDollars(change.by) } : change;
}
