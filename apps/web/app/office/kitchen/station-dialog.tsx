import { useState } from 'react';
import { X } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { STATION_LIMITS } from '@tiffin/domain/kitchen';
import { useCall } from '../../shared/api/use-call.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { stationsKey, type WireStation } from './stations.ts';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { Banner, ErrorBanner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { booleanField, formOf, optionalText, textField, valueField } from '../../ui/form.ts';
import { CheckField, ChecksField, EditDialog, SelectField, TextField } from '../../ui/form-fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import type { FormFieldProps } from '../../ui/use-form.ts';
import { nameOfId, optionKey, useRuleNames } from './stations-data.ts';

const stationForm = formOf({
  name: textField(say`Name on screens`, {
    missing: say`Please write a name.`,
    input: { maxLength: STATION_LIMITS.name, placeholder: say`Grill` },
  }),
  kind: {
    ...booleanField(say`This is the pass`, { hint: say`It sees every dish. A kitchen has one pass at most.` }),
    toTyped: (kind: WireStation['kind']) => kind === 'pass',
    toPayload: (isPass: boolean) => (isPass ? ('pass' as const) : ('cook' as const)),
  },
  isDefault: booleanField(say`Gets everything without a rule`),
  fallbackId: optionalText(say`If its screen is offline for 60 seconds, show its dishes at`, { optional: false }),
  categories: valueField<string[]>(say`Categories`, []),
  itemIds: valueField<string[]>(say`Dishes`, []),
  options: {
    ...valueField<string[]>(say`Options`, []),
    toTyped: (options: WireStation['options']) => options.map(({ groupId, optionId }) => optionKey(groupId, optionId)),
    toPayload: (keys: string[]) =>
      keys.map((key) => {
        const [groupId = '', optionId = ''] = key.split('/');
        return { groupId, optionId };
      }),
  },
});

interface StationDialogProps {
  locationId: string;
  /** Null for a new one. */
  station: WireStation | null;
  stations: readonly WireStation[];
  onClose: () => void;
}

export function StationDialog({ locationId, station, stations, onClose }: StationDialogProps) {
  const blocked = useOnline() ? null : say`This needs a connection`;
  const { data: names, error } = useRuleNames(locationId);
  const [isDeleting, setDeleting] = useState(false);
  const others = stations.filter(({ stationId }) => stationId !== station?.stationId);
  const form = useRecordForm(stationForm, {
    record: station,
    call: 'saveStation',
    conflict: 'station',
    body: ({ values, base }) => ({ ...values, locationId, stationId: base?.stationId, version: base?.version }),
    doneText: (answer) => say`${answer.station.name} is saved`,
    changes: [stationsKey(locationId)],
    onDone: onClose,
  });
  const { at } = form;
  if (station && isDeleting) return <DeleteStationDialog station={station} others={others} onClose={onClose} />;
  return (
    <EditDialog
      form={form}
      title={station ? say`Edit ${station.name}` : say`New station`}
      save={say`Save station`}
      failed={say`The station was not saved.`}
      conflict={say`Somebody else changed this station. This is how it is now.`}
      blocked={blocked}
      extra={
        station && (
          <Button look="ghost" disabledReason={blocked} onClick={() => setDeleting(true)}>
            {say`Delete station`}
          </Button>
        )
      }
      onClose={onClose}
    >
      <TextField {...at('name')} />
      <CheckField {...at('kind')} />
      <CheckField {...at('isDefault')} />
      <SelectField {...at('fallbackId')}>
        <StationOptions stations={others} />
      </SelectField>
      {error && <Banner tone="warn">{say`The menu could not be loaded, so the rules cannot be changed now.`}</Banner>}
      {names && <ChecksField {...at('categories')} options={names.categories} />}
      <RuleList {...at('itemIds')} add={say`Add a dish`} all={names?.dishes ?? []} />
      <RuleList
        {...at('options')}
        add={say`Add an option`}
        all={(names?.options ?? []).map(({ id, name, group }) => ({ id, name: say`${name}, ${group}` }))}
      />
      <p className="hint">
        {say`An option is stronger than a dish, and a dish is stronger than a category. Open dishes stay where they are: the rules apply from the next order.`}
      </p>
    </EditDialog>
  );
}

function StationOptions({ stations, hasPass = true }: { stations: readonly WireStation[]; hasPass?: boolean }) {
  return (
    <>
      {hasPass && <option value="">{say`Pass`}</option>}
      <NamedOptions options={stations.map(({ stationId: id, name }) => ({ id, name }))} />
    </>
  );
}

interface RuleListProps extends FormFieldProps<string[]> {
  /** The label of the choice. */
  add: string;
  all: readonly { id: string; name: string }[];
}

function RuleList({ label, value, onValue, add, all }: RuleListProps) {
  return (
    <section className="stack gap-8" aria-label={label}>
      <h3 className="label">{label}</h3>
      <ul className="stack gap-4">
        {value
          .map((id) => ({ id, name: nameOfId(all, id) }))
          .map(({ id, name }) => (
            <li key={id} className="row between gap-8">
              {name}
              <IconButton label={say`Remove ${name}`} onClick={() => onValue(value.filter((each) => each !== id))}>
                <X />
              </IconButton>
            </li>
          ))}
      </ul>
      <Select aria-label={add} value="" onChange={(event) => onValue([...value, event.target.value])}>
        <option value="" disabled>{say`Choose…`}</option>
        <NamedOptions options={all.filter(({ id }) => !value.includes(id))} />
      </Select>
    </section>
  );
}

interface DeleteStationProps {
  station: WireStation;
  others: readonly WireStation[];
  onClose: () => void;
}

/** Asks where the open dishes and the rules of a deleted station go. */
function DeleteStationDialog({ station, others, onClose }: DeleteStationProps) {
  const { stationId, locationId, name, fallbackId, openDishes: open } = station;
  const [moveTo, setMoveTo] = useState(fallbackId ?? '');
  const remove = useCall('deleteStation', {
    doneText: () => say`${name} is deleted`,
    changes: [stationsKey(locationId)],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={say`Delete ${name}?`}
      description={
        open === 0
          ? say`Its rules move to the station that you choose.`
          : open === 1
            ? say`1 dish is still open. It moves, with the rules, to the station that you choose.`
            : say`${open} dishes are still open. They move, with the rules, to the station that you choose.`
      }
      confirmLabel={say`Delete station`}
      cancelLabel={say`Keep station`}
      look="danger-solid"
      busy={remove.isBusy}
      onSubmit={() => void remove.send({ stationId, moveTo: moveTo || null })}
      onClose={onClose}
    >
      <SelectField label={say`Move them to`} value={moveTo} onValue={setMoveTo}>
        <StationOptions stations={others} hasPass={fallbackId === null} />
      </SelectField>
      <ErrorBanner title={say`The station was not deleted.`} error={remove.error} />
    </FormDialog>
  );
}
