import { localDate, sayNow, say } from '@tiffin/domain/core';
import { LEGAL_FORMS, mayTakeMoney, nextRefusal } from '@tiffin/domain/law';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { formatDay } from '../../ui/format.ts';
import { SelectField, TextareaField } from '../../ui/form-fields.tsx';
import type { OpenForm } from '../../ui/use-form.ts';
import { FiscalGate, type FiscalState } from '../fiscal/fiscal-gate.tsx';
import { useFiscalStates } from '../fiscal/fiscal-states.ts';
import type { locationForm } from './location-codec.ts';
import type { ManagedLocation } from './location-data.ts';

const LEGAL_FORM_NAMES = { company: say`A company`, 'self-employed': say`Self-employed` };

/** Whether the location may take money at the typed address, and what the owner can say about it. */
export function FiscalFields({
  form: { at, draft, updates },
  location,
}: {
  form: OpenForm<typeof locationForm.fields>;
  /** The saved location; null for a new one. */
  location: ManagedLocation | null;
}) {
  const states = useFiscalStates();
  const today = localDate(useServerNow(60_000), draft.timeZone);
  const hasMoved = updates.country !== undefined || updates.region !== undefined || updates.postalCode !== undefined;
  const saved = states.data?.locations.find(({ locationId }) => locationId === location?.id);
  const isChanged = hasMoved || updates.legalForm !== undefined;
  const state = saved && !isChanged ? saved : stateOfDraft(draft, today);
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
          {LEGAL_FORMS.map((form, index) => (
            <option key={form} value={form}>
              {legalFormText(form, dates[index])}
            </option>
          ))}
        </SelectField>
      )}
      {(state.state === 'ask' || draft.fiscalNote !== '') && <TextareaField {...at('fiscalNote')} />}
    </>
  );
}

function legalFormText(form: (typeof LEGAL_FORMS)[number], date: string | undefined): string {
  const name = LEGAL_FORM_NAMES[form];
  return date === undefined ? name : say`${name}: from ${formatDay(date)}`;
}

/** The state at an address that is not saved. Only the server knows open bills. */
function stateOfDraft(draft: OpenForm<typeof locationForm.fields>['draft'], today: string): FiscalState {
  const { state, rule, refusedFrom } = mayTakeMoney({ ...draft, graceUntil: null }, today);
  return {
    name: draft.name,
    state,
    reason: sayNow(rule.reason),
    source: rule.source,
    refusedFrom,
    openBills: 0,
  };
}
