import { ImagePlus } from 'lucide-react';
import { ALLERGENS, DISH_HEATS } from '@tiffin/domain/menu';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Chip, Segmented, Switch } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { DollarInput } from '../../ui/dollar-input.tsx';
import { Select, Textarea, TextInput } from '../../ui/inputs.tsx';
import styles from './dish-fields.module.css';
import type { Draft, Problems } from './draft.ts';
import type { Category } from './menu-data.ts';
import { texts } from './texts.ts';

export interface DishFieldsProps {
  draft: Draft;
  problems: Problems;
  categories: readonly Category[];
  isNew: boolean;
  onChange: (fields: Partial<Draft>) => void;
  onPhoto: () => void;
}

export function DishFields({ draft, problems, categories, isNew, onChange, onPhoto }: DishFieldsProps) {
  const { form } = texts;
  return (
    <>
      <div className={styles.two}>
        <Field label={form.name} error={problems.name} required>
          <TextInput value={draft.name} maxLength={100} onChange={(event) => onChange({ name: event.target.value })} />
        </Field>
        <Field label={form.price} error={problems.price} required>
          <DollarInput value={draft.price} onValue={(price) => onChange({ price })} />
        </Field>
      </div>
      <Field label={form.description} error={problems.description} required>
        <Textarea
          value={draft.description}
          maxLength={1000}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
      <div className={styles.two}>
        <Field label={form.category} error={problems.category} required>
          <Select value={draft.category} onChange={(event) => onChange({ category: event.target.value })}>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={form.prepTime} error={problems.prepTime}>
          <TextInput
            inputMode="numeric"
            value={draft.prepTime}
            onChange={(event) => onChange({ prepTime: event.target.value })}
          />
        </Field>
      </div>
      <Segmented
        legend={form.spice}
        options={DISH_HEATS.map((heat) => ({ value: heat, label: texts.heat[heat] }))}
        value={draft.spiceLevel}
        onValue={(spiceLevel) => onChange({ spiceLevel })}
      />
      <SpecialFields draft={draft} problems={problems} onChange={onChange} />
      <div className={styles.photo}>
        <Button look="quiet" onClick={onPhoto}>
          <ImagePlus aria-hidden="true" />
          {draft.image === null ? form.addPhoto : form.changePhoto}
        </Button>
        {isNew && (
          <Checkbox
            label={form.available}
            checked={draft.isAvailable}
            onChange={(event) => onChange({ isAvailable: event.target.checked })}
          />
        )}
      </div>
      <fieldset className={styles.group}>
        <legend>{form.diet}</legend>
        <div className={styles.boxes}>
          <Checkbox
            label={form.vegetarian}
            checked={draft.isVegetarian}
            onChange={(event) => onChange({ isVegetarian: event.target.checked })}
          />
          <Checkbox
            label={form.vegan}
            checked={draft.isVegan}
            // What is vegan is vegetarian too.
            onChange={(event) =>
              onChange({ isVegan: event.target.checked, ...(event.target.checked && { isVegetarian: true }) })
            }
          />
          <Checkbox
            label={form.glutenFree}
            checked={draft.isGlutenFree}
            onChange={(event) => onChange({ isGlutenFree: event.target.checked })}
          />
          <Checkbox
            label={form.popular}
            checked={draft.isPopular}
            onChange={(event) => onChange({ isPopular: event.target.checked })}
          />
        </div>
      </fieldset>
      <fieldset className={styles.group} aria-describedby="allergens-hint">
        <legend>{form.allergens}</legend>
        <p id="allergens-hint" className={styles.hint}>
          {form.allergensHint}
        </p>
        <div className={styles.chips}>
          {ALLERGENS.map(({ id, name }) => (
            <Chip
              key={id}
              label={name}
              checked={draft.allergens.includes(id)}
              onChange={(event) =>
                onChange({
                  allergens: ALLERGENS.map((each) => each.id).filter((each) =>
                    each === id ? event.target.checked : draft.allergens.includes(each),
                  ),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <div className={styles.two}>
        <Field label={form.calories} error={problems.calories} optional>
          <TextInput
            inputMode="numeric"
            value={draft.calories}
            onChange={(event) => onChange({ calories: event.target.value })}
          />
        </Field>
        <Field label={form.maxQuantity} error={problems.maxQuantity}>
          <TextInput
            inputMode="numeric"
            value={draft.maxQuantity}
            onChange={(event) => onChange({ maxQuantity: event.target.value })}
          />
        </Field>
      </div>
      <Field label={form.tags} hint={form.tagsHint} optional>
        <TextInput value={draft.tags} onChange={(event) => onChange({ tags: event.target.value })} />
      </Field>
    </>
  );
}

function SpecialFields({ draft, problems, onChange }: Pick<DishFieldsProps, 'draft' | 'problems' | 'onChange'>) {
  const { form } = texts;
  return (
    <div className={styles.special}>
      <Switch
        label={form.special}
        hint={form.specialHint}
        checked={draft.isTodaysSpecial}
        onChange={(event) => onChange({ isTodaysSpecial: event.target.checked })}
      />
      {draft.isTodaysSpecial && (
        <div className={styles.two}>
          <Field label={form.start} error={problems.specialStartDate} required>
            <TextInput
              type="date"
              value={draft.specialStartDate}
              onChange={(event) => onChange({ specialStartDate: event.target.value })}
            />
          </Field>
          <Field label={form.end} error={problems.specialEndDate} required>
            <TextInput
              type="date"
              value={draft.specialEndDate}
              onChange={(event) => onChange({ specialEndDate: event.target.value })}
            />
          </Field>
        </div>
      )}
    </div>
  );
}
