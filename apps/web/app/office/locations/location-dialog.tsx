import { useEffect, useState } from 'react';
import { checkLocationForm, locationIdFor, locationIdHint, sanitiseLocationId } from '@tiffin/domain/locations';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { locationNotices } from '@tiffin/domain/errors';
import { HALIFAX, say, localDate, sayNow } from '@tiffin/domain/core';
import { PAY_PERIODS } from '@tiffin/domain/day';
import { LEGAL_FORMS, mayTakeMoney, nextRefusal } from '@tiffin/domain/law';
import { conflictingVersion } from '../../shared/live/event-payload.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { ChoiceField, EditDialog, TextField, SelectField, SwitchField, TextareaField } from '../../ui/form-fields.tsx';
import { PartLinks, partProps, showPart } from '../../ui/parts.tsx';
import type { OpenForm } from '../../ui/use-form.ts';
import { api, type Body } from '../../shared/api/api.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { useDebounced, SEARCH_DEBOUNCE_MS } from '../../shared/page/debounced.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { NamedOptions, TextInput } from '../../ui/inputs.tsx';
import { apiQuery } from '../../shared/api/queries.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { useServerForm } from '../../shared/page/use-record-form.ts';
import { formatDay } from '../../ui/format.ts';
import { FiscalGate, type FiscalState } from '../fiscal/fiscal-gate.tsx';
import { useFiscalStates } from '../fiscal/fiscal-states.ts';
import { ChargeFields } from './charge-fields.tsx';
import { ClosedBookingsDialog, closedBookingsIn, type ClosedBookings } from './closed-bookings.tsx';
import { DeliveryFields } from './delivery-fields.tsx';
import { LOCATIONS_KEY, type ManagedLocation } from './location-data.ts';
import styles from './locations.module.css';
import { BookingRulesField } from './booking-rules.tsx';
import { ContactFields, KitchenFields, StayFields, TableOrderingFields, TimeFields } from './location-inputs.tsx';
import { locationForm, SWITCHES, chosenTimeZone } from './location-codec.ts';
import { TaxFields } from './tax-fields.tsx';
import { texts } from './texts.ts';

interface LocationDialogProps {
  /** Null for a new location. */
  location: ManagedLocation | null;
  locations: readonly ManagedLocation[];
  /** The part of the form to begin at. */
  part?: LocationPart | undefined;
  onClose: () => void;
}

/** The form of a new or existing location. A new one can copy settings from another location. */
export function LocationDialog({ location, locations, part, onClose }: LocationDialogProps) {
  // The dialog is not open yet when this effect runs.
  useEffect(() => {
    const frame = part && requestAnimationFrame(() => showPart(part));
    return () => (frame ? cancelAnimationFrame(frame) : undefined);
  }, [part]);
  const report = { changes: [LOCATIONS_KEY], queued: locationNotices.queued };
  const add = useQueuedChange('addLocation', {
    ...report,
    about: ({ location: added }) => say`Add ${added.name}`,
    doneText: (_answer, { location: added }) => say`${added.name} added`,
  });
  const update = useQueuedChange('updateLocation', {
    ...report,
    isUncertain: true,
    about: ({ locationId }) => say`Edit ${location?.name ?? locationId}`,
    doneText: ({ location: saved }) => say`${saved.name} saved`,
  });
  const [id, setId] = useState(location?.id ?? '');
  // The id of a saved location cannot change, so it is not looked up.
  const isTaken = useTakenIds(location ? '' : id, locations);
  /** A change of the hours that was refused because guests have booked. */
  const [closing, setClosing] = useState<(ClosedBookings & { readonly body: Body<'updateLocation'> }) | null>(null);
  const [source, setSource] = useState<ManagedLocation | null>(null);
  const form = useServerForm(locationForm, {
    record: location,
    check: (draft) => checkLocationForm({ ...draft, id }, location ? 'edit' : 'add', isTaken),
    save: async ({ values, updates, base }) => {
      if (!base) await add.sendOrThrow(additionOf({ id, ...values }, source));
      else if (Object.keys(updates).length > 0) {
        const body = { locationId: base.id, updates, version: base.version };
        try {
          await update.sendOrThrow(body);
        } catch (error) {
          const closed = closedBookingsIn(error);
          if (!closed) throw error;
          return setClosing({ ...closed, body });
        }
      }
      onClose();
    },
    savedMeanwhile: (error) => conflictingVersion<ManagedLocation>(error, { name: 'location', fields: ['version'] }),
  });

  return (
    <EditDialog
      form={form}
      className={`stack ${styles.form}`}
      title={location ? say`Edit Location` : say`Add Location`}
      description={location?.name}
      save={location ? say`Update Location` : say`Add Location`}
      failed={say`Failed to save location`}
      conflict={say`Somebody else changed this location while you were editing it.`}
      before={<PartLinks parts={LOCATION_PARTS} />}
      after={
        closing &&
        location && (
          <ClosedBookingsDialog
            {...closing}
            zone={location.timeZone}
            save={async (choice) => {
              await update.sendOrThrow({ ...closing.body, ...choice });
              onClose();
            }}
            onClose={() => setClosing(null)}
          />
        )
      }
      onClose={onClose}
    >
      <div {...partProps('contact')} className="stack gap-16 two-from-600">
        <TextField
          {...form.at('name')}
          onBlur={() => {
            const generated = locationIdFor(form.draft.name, isTaken);
            if (!location && id === '' && form.draft.name.trim() !== '' && generated.ok) setId(generated.value);
          }}
        />
        {location ? (
          <Field label={say`Location ID`} hint={say`Cannot be changed after creation`}>
            <TextInput value={id} readOnly />
          </Field>
        ) : (
          <NewIdField id={id} name={form.draft.name} error={form.problems.id} isTaken={isTaken} onChange={setId} />
        )}
      </div>
      {!location && locations.length > 0 && (
        <SelectField
          label={say`Copy from`}
          hint={say`Hours, menu and settings; taxes too in the same province.`}
          value={source?.id ?? ''}
          onValue={(chosen) => {
            const copied = locations.find((other) => other.id === chosen) ?? null;
            setSource(copied);
            if (copied) form.set(copiedDraft(copied));
          }}
        >
          <option value="">{say`No other location`}</option>
          <NamedOptions options={locations} />
        </SelectField>
      )}
      <ContactFields form={form} />
      <FiscalFields form={form} location={location} />
      <TimeFields form={form} />
      <div {...partProps('kitchen')} className={`stack ${styles.form}`}>
        <KitchenFields form={form} />
      </div>
      <div {...partProps('delivery')}>
        <DeliveryFields form={form} />
      </div>
      <div {...partProps('taxes')} className={`stack ${styles.form}`}>
        <TaxFields form={form} location={location} />
      </div>
      <div {...partProps('charges')}>
        <ChargeFields {...form.at('charges')} />
      </div>
      <div {...partProps('pay')} className="stack gap-16 two-from-600">
        <ChoiceField {...form.at('payPeriod')} options={PAY_PERIODS} labels={texts.pay} />
        <TextField {...form.at('payPeriodFrom')} />
        <TextField {...form.at('overtimeDailyHours')} />
        <TextField {...form.at('overtimeWeeklyHours')} />
      </div>
      <div {...partProps('bookings')} className={`stack ${styles.form}`}>
        {SWITCHES.map((name) => (
          <SwitchField key={name} {...form.at(name)} />
        ))}
        <StayFields form={form} />
        <BookingRulesField {...form.at('bookingRules')} address={form.draft} />
        <TableOrderingFields {...form.at('tableOrdering')} />
      </div>
    </EditDialog>
  );
}

/** The parts of the form, which links and the search of the back office lead to. */
const LOCATION_PARTS = [
  { id: 'contact', name: say`Address and contacts` },
  { id: 'hours', name: say`Opening hours` },
  { id: 'dates', name: say`Holidays and closed days` },
  { id: 'kitchen', name: say`Kitchen limits` },
  { id: 'delivery', name: say`Delivery fee and areas` },
  { id: 'taxes', name: say`Taxes and tips` },
  { id: 'charges', name: say`Charges` },
  { id: 'pay', name: say`Pay periods and overtime` },
  { id: 'bookings', name: say`Bookings and switches` },
] as const;
export type LocationPart = (typeof LOCATION_PARTS)[number]['id'];

/** The part that a link names. */
export const locationPart = (id: string | undefined) => LOCATION_PARTS.find((part) => part.id === id)?.id;

/** What a new location copies from another one. Its address, people and delivery areas are its own. */
const COPIED = [
  'features',
  'hours',
  'hoursExceptions',
  'ticketLimits',
  'slotRules',
  'dayEndHour',
  'asksTips',
  'guestTipPercents',
  'tillTipPercents',
  'charges',
  'curbside',
  'confirmsAllergies',
  'countsStays',
  'stayMinutes',
  'pacing',
  'asksConfirmation',
  'bookingRules',
  'tableOrdering',
  'payPeriod',
  'payPeriodFrom',
  'overtimeDailyHours',
  'overtimeWeeklyHours',
] as const satisfies readonly (keyof typeof locationForm.initialDraft)[];

function copiedDraft(from: ManagedLocation): Partial<typeof locationForm.initialDraft> {
  const draft = locationForm.draftOf(from);
  return Object.fromEntries(COPIED.map((field) => [field, draft[field]]));
}

/** A location that is not active yet is a draft. Taxes are copied within a province, unless others were chosen. */
function additionOf(location: Body<'addLocation'>['location'], source: ManagedLocation | null): Body<'addLocation'> {
  const isSameLaw = source?.country === location.country && source?.region === location.region;
  const { taxSettings, taxRateOverride, taxLabelOverride, tipBaseOverride } = source ?? {};
  return {
    location: {
      ...location,
      isDraft: location.isActive === false,
      ...(isSameLaw &&
        location.taxSettings === undefined && { taxSettings, taxRateOverride, taxLabelOverride, tipBaseOverride }),
    },
    copyMenuFrom: source?.id,
  };
}

/** Whether an id is taken by a visible location, or by a deleted one, which only the server knows. */
function useTakenIds(id: string, others: readonly ManagedLocation[]): (id: string) => boolean {
  const usedIds = new Set(others.map((other) => other.id));
  const requestedId = useDebounced(id, SEARCH_DEBOUNCE_MS);
  const needsServer = locationIdHint(requestedId, () => false).valid && !usedIds.has(requestedId);
  const answer = useQuery({
    ...apiQuery(['location-id', requestedId], 'locationIdExists', { query: { id: requestedId } }),
    enabled: needsServer,
  });
  return (checkedId) =>
    usedIds.has(checkedId) || (checkedId === requestedId && needsServer && answer.data?.exists === true);
}

interface NewIdFieldProps {
  id: string;
  name: string;
  error: string | null | undefined;
  isTaken: (id: string) => boolean;
  onChange: (id: string) => void;
}

/** The id of a new location: checked while typing, or generated from the name. */
function NewIdField({ id, name, error, isTaken, onChange }: NewIdFieldProps) {
  // The field drops characters that are not allowed, so the hint is about what was typed, not about what is left.
  const [typed, setTyped] = useState<string | null>(null);
  const generate = useAction((text: string) => api('generateLocationId', { query: { name: text } }), {
    onDone({ locationId }) {
      setTyped(null);
      onChange(locationId);
    },
  });
  const checked = typed ?? id;
  const verdict = checked === '' ? null : locationIdHint(checked, isTaken);
  const verdictError = verdict && !verdict.valid ? verdict.text : error;
  const shownError = generate.error ?? verdictError;
  return (
    <div>
      <Field label={say`Location ID`} error={shownError} required>
        <div className="grid column-and-end gap-8">
          <TextInput
            value={id}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            onChange={(event) => {
              generate.clearError();
              const lowerCase = event.target.value.toLowerCase();
              const sanitised = sanitiseLocationId(lowerCase);
              setTyped(sanitised === lowerCase ? null : lowerCase);
              onChange(sanitised);
            }}
          />
          <Button
            look="quiet"
            busy={generate.isBusy}
            disabledReason={name.trim() === '' ? say`Location name is required` : null}
            onClick={() => void generate.send(name.trim())}
          >
            {say`Auto`}
          </Button>
        </div>
      </Field>
      <p role="status" className={`row gap-6 icon-18 text-sm weight-500 success-ink ${styles.verdict}`}>
        {verdict?.valid && !generate.error && (
          <>
            <CircleCheck />
            {verdict.text}
          </>
        )}
      </p>
    </div>
  );
}

const LEGAL_FORM_NAMES = { company: say`A company`, 'self-employed': say`Self-employed` };

interface FiscalFieldsProps {
  form: OpenForm<typeof locationForm.fields>;
  /** The saved location; null for a new one. */
  location: ManagedLocation | null;
}

/** Whether the location may take money at the typed address, and what the owner can say about it. */
function FiscalFields({ form: { at, draft, updates }, location }: FiscalFieldsProps) {
  const states = useFiscalStates();
  const today = localDate(useServerNow(60_000), chosenTimeZone(draft) ?? HALIFAX);
  const hasMoved = updates.country !== undefined || updates.region !== undefined || updates.postalCode !== undefined;
  const saved = states.data?.locations.find(({ locationId }) => locationId === location?.id);
  // A declaration is about one country.
  const endsDeclaration = updates.country !== undefined && updates.tillDeclaration === undefined;
  const isChanged = hasMoved || updates.legalForm !== undefined || updates.tillDeclaration !== undefined;
  const state = saved && !isChanged ? saved : stateOfDraft(draft, today, { isDeclared: !endsDeclaration });
  // The legal form is asked only where it decides from which day a rule applies.
  const dates = LEGAL_FORMS.map((legalForm) => nextRefusal({ ...draft, legalForm }, today)?.from);
  return (
    <>
      <FiscalGate state={state} />
      {dates[0] !== dates[1] && (
        <SelectField
          {...at('legalForm')}
          value={draft.legalForm ?? 'company'}
          onValue={(chosen) => at('legalForm').onValue(LEGAL_FORMS.find((form) => form === chosen) ?? null)}
        >
          <NamedOptions options={LEGAL_FORMS.map((id, index) => ({ id, name: legalFormText(id, dates[index]) }))} />
        </SelectField>
      )}
      {(state.mayDeclare || draft.tillDeclaration !== '') && <TextareaField {...at('tillDeclaration')} />}
      {draft.fiscalNote !== '' && <TextareaField {...at('fiscalNote')} />}
    </>
  );
}

function legalFormText(form: (typeof LEGAL_FORMS)[number], date: string | undefined): string {
  const name = LEGAL_FORM_NAMES[form];
  return date === undefined ? name : say`${name}: from ${formatDay(date)}`;
}

/** The state at an address that is not saved. Only the server knows open bills. */
function stateOfDraft(
  draft: OpenForm<typeof locationForm.fields>['draft'],
  today: string,
  { isDeclared }: { readonly isDeclared: boolean },
): FiscalState {
  const tillDeclaration = isDeclared ? draft.tillDeclaration.trim() : null;
  const { state, rule, refusedFrom } = mayTakeMoney({ ...draft, tillDeclaration, graceUntil: null }, today);
  const { reason, source } = rule;
  return {
    name: draft.name,
    state,
    reason: sayNow(reason),
    source,
    refusedFrom,
    mayDeclare: rule.verdict === 'declare',
    openBills: 0,
  };
}
