import { useState } from 'react';
import { toDollars, ZERO, cents, localDate, say } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import {
  applyPriceChange,
  MAX_PRICE_CHANGE,
  PRICE_ENDINGS,
  type PriceChange,
  type PriceEnding,
} from '@tiffin/domain/menu';
import { DISH_TAX_CLASS_LABELS, DISH_TAX_CLASSES, type DishTaxClass } from '@tiffin/domain/pricing';
import type { Body } from '../../shared/api/api.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { parseAmount } from '../../ui/amount-typed.ts';
import { Segmented, optionsOf } from '../../ui/choices.tsx';
import { formatMoney } from '../../ui/format.ts';
import { booleanField, formOf, textField, valueField, type Draft } from '../../ui/form.ts';
import { ChoiceField, EditDialog, SegmentedField, SelectField, SwitchField, TextField } from '../../ui/form-fields.tsx';
import { NamedOptions } from '../../ui/inputs.tsx';
import { categoryNamed, EDITED_MENU_KEY, type Dish, type EditedMenu } from './menu-data.ts';
import styles from './menu.module.css';

const ENDING_LABELS = {
  '': say`The cent`,
  '.05': say`A multiple of .05`,
  '.10': say`A multiple of .10`,
  '.50': say`A multiple of .50`,
  '.95': say`Ending in .95`,
  '.99': say`Ending in .99`,
};
const INVALID_TEXTS = { percent: say`A number from 0 to 100.`, amount: say`An amount up to $1,000.00.` };

/** Which field to change, and the inputs of each field. */
const bulkForm = formOf({
  field: valueField<'price' | 'category' | 'taxClass'>(say`What to change`, 'price'),
  direction: valueField<'up' | 'down'>(say`Up or down`, 'up'),
  unit: valueField<'percent' | 'amount'>(say`By`, 'percent'),
  by: textField(say`By how much`, { input: { inputMode: 'decimal' } }),
  ending: valueField<PriceEnding>(say`Round to`, ''),
  from: textField(say`From which day`, { optional: true, hint: say`Empty: at once.`, input: { type: 'date' } }),
  isEverywhere: booleanField(say`Also at your other locations`),
  category: textField(say`Category`),
  taxClass: valueField<DishTaxClass>(say`Tax class`, 'meal'),
});
type BulkDraft = Draft<typeof bulkForm.fields>;

interface BulkDialogProps {
  menu: EditedMenu;
  dishes: readonly Dish[];
  onClose: () => void;
  onDone: () => void;
}

/** Edits several dishes at once, or all their prices, with a preview. */
export function BulkDialog({
  menu: { location, locations, categories },
  dishes: selected,
  onClose,
  onDone,
}: BulkDialogProps) {
  const [tomorrow] = useState(() => addDays(localDate(serverNow(), location.timeZone), 1));
  const otherIds = locations.flatMap(({ id }) => (id === location.id ? [] : [id]));
  // The dishes as they were when the dialog opened, so that a retry after a lost response raises no price twice.
  const [dishes] = useState(selected);
  const textsOf = (dish: Dish, { field, category, taxClass }: BulkDraft, newPrice: PriceChange | null) => {
    if (field === 'category') return [categoryNamed(dish.category, categories), categoryNamed(category, categories)];
    if (field === 'taxClass') return [DISH_TAX_CLASS_LABELS[dish.taxClass], DISH_TAX_CLASS_LABELS[taxClass]];
    return [formatMoney(dish.price), formatMoney(newPrice ? applyPriceChange(dish.price, newPrice) : dish.price)];
  };
  /** The dishes that change, with the text of the field before and after. */
  const linesOf = (draft: BulkDraft) =>
    dishes.flatMap((dish) => {
      const [before, after] = textsOf(dish, draft, priceChange(draft));
      return before === after ? [] : [{ dish, before, after }];
    });
  const form = useRecordForm(bulkForm, {
    call: 'editMenuItems',
    initialValues: { category: dishes[0]?.category ?? '', taxClass: dishes[0]?.taxClass ?? 'meal' },
    body: ({ values }) => ({
      locationId: location.id,
      items: linesOf(values).map(({ dish }) => ({ itemId: dish.id, version: dish.version })),
      change: changeOf(values, otherIds),
    }),
    doneText: (_answer, { items }) => (items.length === 1 ? say`1 dish changed` : say`${items.length} dishes changed`),
    changes: [EDITED_MENU_KEY],
    check: ({ field, from }) =>
      field === 'price' && from !== '' && from < tomorrow ? { from: say`Choose a day after today.` } : {},
    onDone,
  });
  const { at, draft } = form;
  const lines = linesOf(draft);
  const unchanged = dishes.length - lines.length;
  return (
    <EditDialog
      form={form}
      size="md"
      title={dishes.length === 1 ? say`Change 1 dish` : say`Change ${dishes.length} dishes`}
      description={location.name}
      save={lines.length === 1 ? say`Change 1 dish` : say`Change ${lines.length} dishes`}
      blocked={lines.length === 0 ? say`Nothing would change yet.` : null}
      onClose={onClose}
    >
      <Segmented
        legend={at('field').label}
        legendHidden
        options={optionsOf({ price: say`Prices`, category: say`Category`, taxClass: say`Tax class` })}
        value={draft.field}
        onValue={at('field').onValue}
      />
      {draft.field === 'price' && (
        <>
          <div className="stack gap-16 two-from-600">
            <SegmentedField {...at('direction')} options={optionsOf({ up: say`Raise`, down: say`Lower` })} />
            <SegmentedField {...at('unit')} options={optionsOf({ percent: say`Percent`, amount: say`Amount` })} />
          </div>
          <div className="stack gap-16 two-from-600">
            <TextField
              {...at('by')}
              error={draft.by.trim() !== '' && priceChange(draft) === null ? INVALID_TEXTS[draft.unit] : undefined}
            />
            <ChoiceField {...at('ending')} options={PRICE_ENDINGS} labels={ENDING_LABELS} />
          </div>
          <div className="stack gap-16 two-from-600">
            <TextField {...at('from')} min={tomorrow} />
            {draft.from !== '' && otherIds.length > 0 && <SwitchField {...at('isEverywhere')} />}
          </div>
          {draft.from !== '' && draft.isEverywhere && (
            <p className="hint">{say`There the same dishes change by the same rule, from the prices they have there.`}</p>
          )}
        </>
      )}
      {draft.field === 'category' && (
        <SelectField {...at('category')}>
          <NamedOptions options={categories} />
        </SelectField>
      )}
      {draft.field === 'taxClass' && (
        <ChoiceField {...at('taxClass')} options={DISH_TAX_CLASSES} labels={DISH_TAX_CLASS_LABELS} />
      )}
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
        {unchanged > 0 && (
          <p className="hint">
            {unchanged === 1 ? say`1 dish stays the same.` : say`${unchanged} dishes stay the same.`}
          </p>
        )}
      </section>
    </EditDialog>
  );
}

function changeOf(draft: BulkDraft, otherIds: readonly string[]): Body<'editMenuItems'>['change'] {
  if (draft.field === 'category') return { category: draft.category };
  if (draft.field === 'taxClass') return { taxClass: draft.taxClass };
  const change = priceChange(draft);
  if (!change) return {};
  const price = 'by' in change ? { ...change, by: toDollars(change.by) } : change;
  if (draft.from === '') return { price };
  return { nextPrice: { ...price, from: draft.from, alsoAt: draft.isEverywhere ? [...otherIds] : undefined } };
}

/** Parses the typed price change; null while it is invalid. */
function priceChange({ direction, unit, by, ending }: BulkDraft): PriceChange | null {
  const sign = direction === 'up' ? 1 : -1;
  if (by.trim() === '') return ending === '' ? null : { by: ZERO, ending };
  if (unit === 'amount') {
    const amount = parseAmount(by);
    return amount === null || amount > MAX_PRICE_CHANGE.by ? null : { by: cents(sign * amount), ending };
  }
  const percent = /^\d{1,3}(\.\d{0,3})?$/.test(by.trim()) ? Number(by) : Number.NaN;
  return percent <= MAX_PRICE_CHANGE.percent ? { percent: sign * percent, ending } : null;
}
