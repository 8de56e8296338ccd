import { useId } from 'react';
import {
  DEFAULT_BUSY_MINUTES,
  activePacingPeriods,
  orderTypeLabel,
  PACING_DURATIONS,
  BUSY_EXTRA_MINUTES,
  MAX_PACING_REASON_LENGTH,
  MAX_STAFF_PAUSE_MINUTES,
  type OrderType,
  type PaceKind,
} from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { optionsOf } from '../../ui/choices.tsx';
import { ChoiceTiles } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { formOf, textField, valueField } from '../../ui/form.ts';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { formatTime } from '../../ui/format.ts';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { useLiveOrders } from './live-orders.tsx';
import styles from './pause-controls.module.css';
import { texts } from './texts.ts';
import { useForm, type OpenForm } from '../../ui/use-form.ts';
import { useSetPace, type Pace, type LocationPaces } from './use-paces.ts';

const paceForm = formOf(
  {
    locationId: textField(say`Location`),
    kind: valueField<PaceKind>(say`What guests see`, 'busy'),
    /** The extra minutes while busy. */
    plus: valueField(say`Minutes longer than usual`, 15),
    until: {
      ...valueField<string>(say`For how long`, 'closing'),
      toPayload: (until: string) => (until === 'closing' ? ('closing' as const) : Number(until)),
    },
    service: {
      ...valueField<OrderType | 'all'>(say`Which orders`, 'all'),
      toPayload: (service: OrderType | 'all') => (service === 'all' ? null : service),
    },
    reason: textField(say`Why`, { optional: true, input: { maxLength: MAX_PACING_REASON_LENGTH } }),
  },
  { settled: (values) => ({ ...values, plus: values.kind === 'busy' ? values.plus : 0 }) },
);

const DEFAULT_PAUSE_MINUTES = PACING_DURATIONS[1];

interface PaceSheetProps {
  locations: readonly LocationPaces[];
  initialKind: PaceKind;
  now: Date;
  onClose: () => void;
}

/** The current pause or delay with a button to end it, and a form for another. */
export function PaceSheet({ locations, initialKind, now, onClose }: PaceSheetProps) {
  const { workLocations } = useLiveOrders();
  const nameOf = (locationId: string) => workLocations.find(({ id }) => id === locationId)?.name ?? locationId;
  const change = useSetPace(onClose);
  const form = useForm(paceForm, {
    initialValues: {
      locationId: locations[0]?.locationId ?? '',
      kind: initialKind,
      until: String(initialKind === 'busy' ? DEFAULT_BUSY_MINUTES : DEFAULT_PAUSE_MINUTES),
    },
    save: ({ values }) => change.sendOrThrow(values),
  });
  const { locationId, kind, plus } = form.draft;
  const id = useId();
  const location = locations.find((each) => each.locationId === locationId);
  if (!location) return null;
  return (
    <Sheet
      onClose={onClose}
      title={say`How orders are taken`}
      description={say`For guests who order now. The till and guests who are already paying are not affected. It ends automatically.`}
      footer={
        <Button type="submit" form={id} block busy={change.isBusy}>
          {kind === 'pause' ? say`Pause ${nameOf(locationId)}` : say`Busy +${plus} min at ${nameOf(locationId)}`}
        </Button>
      }
    >
      <EditForm form={form} id={id} className="grid gap-20">
        {locations.length > 1 && (
          <Select aria-label={say`Location`} value={locationId} onValue={form.at('locationId').onValue}>
            <NamedOptions options={locations.map((each) => ({ id: each.locationId, name: nameOf(each.locationId) }))} />
          </Select>
        )}
        {activePacingPeriods(location.paces, now).map((pace) => (
          <CurrentPace
            key={`${pace.kind}${pace.service}`}
            pace={pace}
            zone={location.timeZone}
            isBusy={change.isBusy}
            onEnd={() => void change.send({ locationId, kind: 'open', ends: pace.kind, service: pace.service })}
          />
        ))}
        <PaceFields form={form} services={location.services} />
      </EditForm>
    </Sheet>
  );
}

function CurrentPace({ pace, zone, isBusy, onEnd }: { pace: Pace; zone: string; isBusy: boolean; onEnd: () => void }) {
  const what = pace.kind === 'pause' ? say`Paused` : say`Busy +${pace.plus} min`;
  const service = pace.service && orderTypeLabel(pace.service);
  const until = formatTime(pace.until, 'time', zone);
  return (
    <div className={`row flex-wrap between gap-8-12 round-md ${styles.now}`}>
      <span className="break-anywhere">
        <b>{service === null ? say`${what}, until ${until}` : say`${what}, ${service}, until ${until}`}</b>
        <small className="block">{texts.pacedBy(pace.by, formatTime(pace.from, 'time', zone))}</small>
        {pace.reason !== '' && <small className="block">{pace.reason}</small>}
      </span>
      <Button look="line" size="sm" busy={isBusy} onClick={onEnd}>
        {say`Back to normal`}
      </Button>
    </div>
  );
}

interface PaceFieldsProps {
  form: OpenForm<typeof paceForm.fields>;
  services: LocationPaces['services'];
}

function PaceFields({ form: { at, draft }, services }: PaceFieldsProps) {
  const { whyNot } = useBackOffice();
  // Only the server knows how long it is until closing, so a manager decides.
  const closingNeedsManager = draft.kind === 'pause' && whyNot('location.pause-long') !== null;
  return (
    <>
      <ChoiceTiles
        legend={say`What guests see`}
        {...at('kind')}
        options={optionsOf({ busy: say`Busy`, pause: say`Pause` })}
      />
      {draft.kind === 'busy' && (
        <ChoiceTiles
          legend={say`Minutes longer than usual`}
          value={String(draft.plus)}
          onValue={(value) => at('plus').onValue(Number(value))}
          options={BUSY_EXTRA_MINUTES.map((minutes) => ({ value: String(minutes), label: `+${minutes}` }))}
        />
      )}
      <ChoiceTiles
        legend={say`For how long`}
        {...at('until')}
        options={[
          ...PACING_DURATIONS.map((minutes) => ({ value: String(minutes), label: say`${minutes} min` })),
          { value: 'closing', label: say`Until closing`, disabled: closingNeedsManager },
        ]}
      />
      {closingNeedsManager && (
        <p className="hint">{say`A manager can pause for more than ${MAX_STAFF_PAUSE_MINUTES} minutes.`}</p>
      )}
      <ChoiceTiles
        legend={say`Which orders`}
        {...at('service')}
        options={[
          { value: 'all', label: say`All` },
          ...services.map((value) => ({ value, label: orderTypeLabel(value) })),
        ]}
      />
      <TextField {...at('reason')} />
    </>
  );
}
