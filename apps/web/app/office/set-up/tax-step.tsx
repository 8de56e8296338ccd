import { useState, type FormEvent } from 'react';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { api, type Body } from '../../shared/api/api.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { useServerForm } from '../../shared/page/use-record-form.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CheckField, EditForm, TextField } from '../../ui/form-fields.tsx';
import { formOf } from '../../ui/form.ts';
import { TaxCodeFields } from '../locations/tax-code-fields.tsx';
import { parseCustomTaxes, taxSentences } from '../locations/tax-codec.ts';
import { MoneyFields } from '../settings/money-fields.tsx';
import { settingsForm } from '../settings/settings-codec.ts';
import { locationTaxesFromWire } from '@tiffin/domain/pricing';
import { LocationRequired } from './other-steps.tsx';
import type { RestaurantState, SetUpLocation, StepProps } from './restaurant-state.ts';

const { hstNumber, currency, coin } = settingsForm.fields;
type Taxes = Body<'updateLocation'>['updates']['taxSettings'];

const moneyForm = formOf({ hstNumber, currency, coin });

/** Shows the taxes that follow from the address, or asks for them where they are not known. */
export function TaxStep({ restaurantState, onDone, onConfirmed }: StepProps) {
  const { location } = restaurantState;
  if (!location) return <LocationRequired />;
  if (location.taxes.length === 0) return <CustomTax location={location} onDone={onDone} />;
  return <ConfirmTaxes restaurantState={restaurantState} location={location} onConfirmed={onConfirmed} />;
}

interface ConfirmTaxesProps {
  restaurantState: RestaurantState;
  location: SetUpLocation;
  onConfirmed: () => Promise<unknown>;
}

function ConfirmTaxes({ restaurantState, location, onConfirmed }: ConfirmTaxesProps) {
  const form = useServerForm(moneyForm, {
    record: restaurantState.settings,
    save: async ({ updates }) => {
      if (Object.keys(updates).length > 0) await api('updateSettings', { body: { settings: updates } });
      await onConfirmed();
    },
  });
  const facts = {
    country: location.country,
    postalCode: location.postalCode,
    taxes: location.taxSettings && locationTaxesFromWire(location.taxSettings),
    tipBase: location.tipBaseOverride,
  };
  const { at } = form;
  return (
    <EditForm form={form} className="stack gap-16" failed={say`This could not be saved`}>
      {taxSentences(facts, restaurantState.today).map((sentence) => (
        <p key={sentence} className="text-lg">
          {sentence}
        </p>
      ))}
      <TextField {...at('hstNumber')} hint={say`Printed on receipts. You can add it later.`} optional />
      <div className="grid gap-16 two-from-600">
        <MoneyFields currency={at('currency')} coin={at('coin')} />
      </div>
      <div className="flex flex-wrap gap-12">
        <Button type="submit" busy={form.busy}>
          {say`That is correct`}
        </Button>
        <LinkButton look="quiet" href={paths.adminDashboard('locations')}>
          {say`Change the taxes`}
        </LinkButton>
      </div>
    </EditForm>
  );
}

/** For an unknown tax jurisdiction: the owner enters the rates of meals and drinks, and whether prices include them. */
function CustomTax({ location, onDone }: { location: SetUpLocation; onDone: () => Promise<void> }) {
  const [typed, setTyped] = useState({ label: '', meal: '', liquor: '' });
  const [included, setIncluded] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);

  const { send, isBusy, error } = useAction(async (taxSettings: Taxes, options) => {
    const body = { locationId: location.id, updates: { taxSettings }, version: location.version };
    await api('updateLocation', { body }, options);
    await onDone();
  });

  function save(event: FormEvent) {
    event.preventDefault();
    const request = parseCustomTaxes([typed], included);
    setProblem(request.problem);
    if (request.problem === null) void send(request.settings);
  }

  return (
    <form className="stack gap-16" noValidate onSubmit={save}>
      <p>{say`We do not know the tax law of this country. Enter what your guests pay. Set several taxes and exemptions under Locations.`}</p>
      <ErrorBanner title={say`This could not be saved`} error={problem ?? error} />
      <div className="grid gap-16 two-from-600">
        <TaxCodeFields
          code={typed}
          labels={{ name: say`Its name`, onMeals: say`On meals, percent`, onLiquor: say`On liquor, percent` }}
          isLiquorOptional
          onChange={(change) => setTyped({ ...typed, ...change })}
        />
      </div>
      <CheckField label={say`Prices include it`} value={included} onValue={setIncluded} />
      <div className="flex flex-wrap gap-12">
        <Button type="submit" busy={isBusy}>
          {say`Save and continue`}
        </Button>
        <LinkButton look="quiet" href={paths.adminDashboard('locations')}>
          {say`Change the taxes`}
        </LinkButton>
      </div>
    </form>
  );
}
