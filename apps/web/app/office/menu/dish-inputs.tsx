import type { ReactNode } from 'react';
import { ImagePlus } from 'lucide-react';
import { allergenChoices, defaultSpecialDates, DISH_HEATS } from '@tiffin/domain/menu';
import { DISH_TAX_CLASS_LABELS, DISH_TAX_CLASSES } from '@tiffin/domain/pricing';
import { HOME_COUNTRY } from '@tiffin/domain/locations';
import { say } from '@tiffin/domain/core';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { Chips } from '../../ui/choices.tsx';
import { Button } from '../../ui/button.tsx';
import { NamedOptions } from '../../ui/inputs.tsx';
import {
  ChoiceField,
  MoneyField,
  SegmentedField,
  CheckField,
  SelectField,
  SwitchField,
  TextareaField,
  TextField,
} from '../../ui/form-fields.tsx';
import type { OpenForm } from '../../ui/use-form.ts';
import type { dishForm } from './dish-codec.ts';
import type { Category, EditableLocation } from './menu-data.ts';
import { DishGroups } from './options/dish-groups.tsx';
import { texts } from './texts.ts';
import { officePaths } from '../../office-paths.ts';
import { TextLink } from '../../ui/link.tsx';
import styles from './menu.module.css';

type DishFormProps = { form: OpenForm<typeof dishForm.fields> };

interface DishFieldsProps extends DishFormProps {
  /** Null for a shared dish, which has no photo, options or special days to edit here. */
  location: EditableLocation | null;
  categories: readonly Category[];
  /**
   * Shows the choice whether guests see the dish. A dish that a location has already is hidden on its card instead, and
   * only such a dish has a next price and costs.
   */
  hasVisibility: boolean;
  renderTranslations?: (field: 'name' | 'description') => ReactNode;
  onPhoto?: () => void;
  onNewGroup?: () => void;
}

/** The fields of a dish, in the form of one location or of all. */
export function DishFields(props: DishFieldsProps) {
  const { form, location, hasVisibility, onPhoto, onNewGroup } = props;
  const { at, draft, set } = form;
  const isAvailable = at('isAvailable');
  return (
    <>
      <NameFields {...props} />
      <SegmentedField
        {...at('spiceLevel')}
        options={DISH_HEATS.map((heat) => ({ value: heat, label: texts.heat[heat] }))}
      />
      {onNewGroup && (
        <DishGroups
          {...at('optionGroups')}
          onValue={(groups) => set({ optionGroups: [...groups] })}
          onNew={onNewGroup}
        />
      )}
      {location && <SpecialFields form={form} location={location} />}
      <div className={`row flex-wrap ${styles.photo}`}>
        {onPhoto && (
          <Button look="quiet" onClick={onPhoto}>
            <ImagePlus />
            {draft.image === null ? say`Add photo` : say`Change photo`}
          </Button>
        )}
        {hasVisibility && <CheckField {...isAvailable} label={location ? isAvailable.label : say`On sale`} />}
      </div>
      <DietFields form={form} />
      <AllergenFields {...props} />
      <div className="stack gap-16 two-from-600">
        <TextField {...at('calories')} />
        <TextField {...at('maxQuantity')} />
        <TextField {...at('workUnits')} />
        <ChoiceField {...at('taxClass')} options={DISH_TAX_CLASSES} labels={DISH_TAX_CLASS_LABELS} />
      </div>
      <TextField {...at('tags')} />
      {location && !hasVisibility && (
        <TextLink href={officePaths.costs(location.id)} target="_blank">
          {say`What it costs you`}
        </TextLink>
      )}
    </>
  );
}

function NameFields({ form: { at }, location, hasVisibility, categories, renderTranslations }: DishFieldsProps) {
  return (
    <>
      <div className="stack gap-16 two-from-600">
        <TextField {...at('name')} />
        <MoneyField {...at('price')} />
        {location && !hasVisibility && (
          <>
            <MoneyField {...at('nextPrice')} />
            <TextField {...at('nextPriceFrom')} />
          </>
        )}
      </div>
      {renderTranslations?.('name')}
      <TextareaField {...at('description')} />
      {renderTranslations?.('description')}
      <div className="stack gap-16 two-from-600">
        <SelectField {...at('category')}>
          <NamedOptions options={categories} />
        </SelectField>
        <TextField {...at('prepTime')} />
      </div>
    </>
  );
}

function DietFields({ form: { at, draft, set } }: DishFormProps) {
  return (
    <fieldset className="grid gap-6">
      <legend className="label below-4">{say`Diet`}</legend>
      <div className={`grid ${styles.boxes}`}>
        <CheckField {...at('isVegetarian')} />
        <CheckField
          {...at('isVegan')}
          onValue={(isVegan) => set({ isVegan, isVegetarian: isVegan || draft.isVegetarian })}
        />
        <CheckField {...at('isGlutenFree')} />
        <CheckField {...at('isPopular')} />
      </div>
    </fieldset>
  );
}

function AllergenFields({ form: { at, draft, set }, location }: DishFieldsProps) {
  const data = useRootDataIfAny();
  // A shared dish has no location; its list follows the restaurant's own country.
  const country = data?.locations.find(({ id }) => id === location?.id)?.country ?? data?.site.country ?? HOME_COUNTRY;
  const isNone = draft.allergens?.length === 0;
  return (
    <fieldset className="grid gap-6" aria-describedby="allergens-hint">
      <legend className="label below-4">{at('allergens').label}</legend>
      <p id="allergens-hint" className="hint">
        {say`The priority allergens of your country. Guests read those not ticked as not contained.`}
      </p>
      <Chips
        options={allergenChoices(country, draft.allergens)}
        chosen={draft.allergens ?? []}
        onChosen={(allergens) => set({ allergens: allergens.length > 0 ? allergens : null })}
      />
      <CheckField label={say`None of these`} value={isNone} onValue={(isOn) => set({ allergens: isOn ? [] : null })} />
      {draft.allergens === null && (
        <p className="hint">{say`Nobody has stated the allergens yet. Guests read: Ask us about allergens.`}</p>
      )}
    </fieldset>
  );
}

function SpecialFields({ form: { at, draft, set }, location }: DishFormProps & { location: EditableLocation }) {
  function change(isTodaysSpecial: boolean) {
    const { start, end } = defaultSpecialDates(serverNow(), location.timeZone);
    const needsDates = isTodaysSpecial && draft.specialStartDate === '';
    set(needsDates ? { isTodaysSpecial, specialStartDate: start, specialEndDate: end } : { isTodaysSpecial });
  }
  return (
    <div className={`grid gap-12 round-md sunken ${styles.fieldsSpecial}`}>
      <SwitchField {...at('isTodaysSpecial')} onValue={change} />
      {draft.isTodaysSpecial && (
        <div className="stack gap-16 two-from-600">
          <TextField {...at('specialStartDate')} />
          <TextField {...at('specialEndDate')} />
        </div>
      )}
    </div>
  );
}
