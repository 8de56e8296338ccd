import { proposedZone, toWireDelivery, type DeliveryZone } from '@tiffin/domain/delivery';
import { DEFAULT_WEEK } from '@tiffin/domain/hours';
import { proposedCurrency, UNNAMED_RESTAURANT, defaultCoin } from '@tiffin/domain/restaurant';
import { checkLocationForm, proposedCode, type Feature } from '@tiffin/domain/locations';
import { ORDER_TYPES, orderTypeFacts, orderTypeLabel } from '@tiffin/domain/order';
import { phoneText, UNCONFIRMED_SMS_LIMITS } from '@tiffin/domain/people';
import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { api } from '../../shared/api/api.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { conflictingVersion } from '../../shared/live/event-payload.ts';
import { useServerForm } from '../../shared/page/use-record-form.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, EditForm, TextField } from '../../ui/form-fields.tsx';
import { LOCALE } from '../../ui/format.ts';
import { formOf, valueField, type FormPayload } from '../../ui/form.ts';
import { TextLink } from '../../ui/link.tsx';
import type { FormFieldProps } from '../../ui/use-form.ts';
import { locationForm, addressRules } from '../locations/location-codec.ts';
import { CountryField, RegionField, TimeZoneField } from '../locations/location-inputs.tsx';
import { HoursEditor } from '../locations/hours-editor.tsx';
import type { RestaurantState, SetUpLocation, StepProps } from './restaurant-state.ts';

const { name, address, city, region, country, postalCode, phone, email, timeZone, hours } = locationForm.fields;

const stepForm = formOf(
  {
    name,
    address,
    city,
    region,
    country,
    postalCode,
    phone,
    email,
    timeZone,
    hours,
    features: valueField<Feature[]>(say`What guests may do`, ['Takeout']),
  },
  addressRules,
);

type LocationValues = FormPayload<typeof stepForm.fields>;

/** The order types besides pickup, with the feature a location needs for each. */
const OTHER_ORDER_TYPES = ORDER_TYPES.flatMap((type) => {
  const { needs } = orderTypeFacts(type);
  return needs === null ? [] : [{ type, needs }];
});

/** Adds the first location, or edits the one that is being set up. */
export function LocationStep({ restaurantState, onDone }: StepProps) {
  const { location } = restaurantState;
  const form = useLocationForm(restaurantState, onDone);
  const { at, draft, set } = form;
  const area = proposedZone('', draft);
  return (
    <EditForm
      form={form}
      className="stack gap-16"
      failed={say`This could not be saved`}
      conflict={say`Somebody else changed this location while you were editing it.`}
    >
      <div className="grid gap-16 two-from-600">
        <TextField {...at('name')} />
        <TextField {...at('address')} />
        <TextField {...at('city')} />
        <RegionField {...at('region')} country={draft.country} />
        <TextField {...at('postalCode')} label={say`Postal code`} hint={undefined} />
        <CountryField {...at('country')} onValue={(chosen) => set({ country: chosen, region: '' })} />
        <TextField {...at('phone')} onBlur={() => set({ phone: phoneText(draft.phone.trim()) })} />
        <TextField {...at('email')} />
        <TimeZoneField {...at('timeZone')} address={draft} />
      </div>
      <HoursEditor
        week={draft.hours ?? DEFAULT_WEEK}
        isUsual={false}
        problem={form.problems['hours']}
        onChange={at('hours').onValue}
      />
      <OrderTypes {...at('features')} />
      {draft.features.includes('Delivery') && !location?.delivery && (
        <p className="hint">
          {area === null
            ? say`Enter the postal code: you deliver to addresses with the same beginning.`
            : say`You deliver to postal codes that begin with ${prefixesOf(area)}, without a fee. Change areas and fees later under Locations.`}
        </p>
      )}
      <Button type="submit" busy={form.busy}>
        {say`Save and continue`}
      </Button>
      {location && (
        <TextLink
          href={paths.adminDashboard('locations')}
        >{say`More settings, and other locations: Locations`}</TextLink>
      )}
    </EditForm>
  );
}

/** The location's form. A restaurant without a location gets its first one. */
function useLocationForm(restaurant: RestaurantState, onDone: () => Promise<void>) {
  const [key] = useState(newKey);
  const { settings, location } = restaurant;
  // Many restaurants have one location with the same name.
  const proposedName = settings.name === UNNAMED_RESTAURANT ? '' : settings.name;
  const initialValues = { name: proposedName, phone: phoneText(settings.phone), email: settings.email };
  return useServerForm(stepForm, {
    record: location,
    initialValues,
    // As when editing: the server makes the id, and this step does not ask for the capacity.
    check: (draft) => checkLocationForm({ ...draft, id: '', capacity: '' }, 'edit', () => false),
    save: async ({ values, updates, base }) => {
      if (base) await updateLocation(restaurant, { values, updates, base });
      else await addLocation(restaurant, values, key);
      return onDone();
    },
    savedMeanwhile: (error) => conflictingVersion<SetUpLocation>(error, { name: 'location', fields: ['version'] }),
  });
}

async function addLocation(restaurant: RestaurantState, values: LocationValues, key: string) {
  const { locationId: id } = await api('generateLocationId', { query: { name: values.name } });
  const code = proposedCode(values.name, new Set());
  const location = { ...values, ...proposedDelivery(values), id, code };
  await api('addLocation', { body: { location } }, { idempotencyKey: key });
  if (restaurant.locations === 0) await adaptToCountry(restaurant, values.country);
}

async function updateLocation(
  restaurant: RestaurantState,
  { values, updates, base }: { values: LocationValues; updates: Partial<LocationValues>; base: SetUpLocation },
) {
  const requested = base.delivery ? updates : { ...updates, ...proposedDelivery(values) };
  if (Object.keys(requested).length === 0) return;
  const body = { locationId: base.id, updates: requested, version: base.version };
  const { location } = await api('updateLocation', { body });
  // The location moved to another tax jurisdiction, so its taxes must be confirmed again.
  if (JSON.stringify(location.taxSettings) !== JSON.stringify(base.taxSettings)) {
    if (restaurant.locations === 1 && restaurant.orders === 0) await adaptToCountry(restaurant, values.country);
    const setUp = restaurant.settings.setUp.filter((step) => step !== 'tax');
    await api('updateSettings', { body: { settings: { setUp } } });
  }
}

/** A location that delivers starts with an area of its own postal prefix; null without delivery. */
function proposedDelivery(values: LocationValues) {
  const zone = values.features.includes('Delivery') ? proposedZone(newKey(), values) : null;
  return zone && { delivery: toWireDelivery({ point: null, zones: [zone] }) };
}

function prefixesOf({ area }: DeliveryZone): string {
  return area.kind === 'prefix' ? area.prefixes.join(', ') : '';
}

/** The first location's country determines the currency, which the next step shows, and the code of phone numbers. */
async function adaptToCountry({ settings }: RestaurantState, chosen: string) {
  const currency = proposedCurrency(chosen);
  const newCurrency = currency !== null && currency !== settings.currency && { currency, coin: defaultCoin(currency) };
  const { phoneCountryOf } = await import('../../ui/phone-countries.ts');
  const { calling } = phoneCountryOf(chosen, LOCALE);
  const newTextsTo = calling !== '1' && settings.textsTo === UNCONFIRMED_SMS_LIMITS.to && { textsTo: `+${calling}` };
  const updates = { ...newCurrency, ...newTextsTo };
  if (newCurrency || newTextsTo) await api('updateSettings', { body: { settings: updates } });
}

/** Pickup is always possible; the other order types are features of the location. */
function OrderTypes({ label, value, onValue }: FormFieldProps<Feature[]>) {
  return (
    <fieldset className="stack gap-6">
      <legend>{label}</legend>
      <p className="hint">{say`They can pick up their order. And also:`}</p>
      {OTHER_ORDER_TYPES.map(({ type, needs }) => (
        <CheckField
          key={type}
          label={orderTypeLabel(type)}
          value={value.includes(needs)}
          onValue={(isOn) => {
            const others = value.filter((each) => each !== needs);
            onValue(isOn ? [...others, needs] : others);
          }}
        />
      ))}
    </fieldset>
  );
}
