import { useState } from 'react';
import { HEAT_GROUP, OPTION_LIMITS, optionTexts } from '@tiffin/domain/options';
import { say } from '@tiffin/domain/core';
import { ALLERGENS, DIETS } from '@tiffin/domain/menu';
import { useCall } from '../../../shared/api/use-call.ts';
import { conflictingVersion } from '../../../shared/live/event-payload.ts';
import { useServerForm } from '../../../shared/page/use-record-form.ts';
import { EditDialog, TextField, SelectField, MoneyField } from '../../../ui/form-fields.tsx';
import { Chips } from '../../../ui/choices.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NamedOptions } from '../../../ui/inputs.tsx';
import { useTranslations } from '../languages/use-translations.tsx';
import { useEditableLocations } from '../menu-data.ts';
import { groupForm, type TypedOption } from './group-codec.ts';
import { GroupPreview } from './group-preview.tsx';
import { dishNamesWithGroup, GROUP_CHANGES, type Group } from './groups-data.ts';
import { OptionRows } from './option-rows.tsx';
import { GroupRule } from './rule.tsx';

interface GroupDialogProps {
  /** Null for a new group. */
  group: Group | null;
  groups: readonly Group[];
  onClose: () => void;
  onSaved?: ((group: Group) => void) | undefined;
}

/** Edits a group, its rule and its options, next to a preview. */
export function GroupDialog({ group, groups, onClose, onSaved }: GroupDialogProps) {
  const { form, translations } = useGroupForm({ group, onClose, onSaved });
  const { at, draft } = form;
  const [openOptionKey, setOpenOptionKey] = useState<string | null>(null);
  const option = draft.options.find(({ key }) => key === openOptionKey);
  const dishes = group ? dishNamesWithGroup(group).length : 0;
  // The heat group belongs to every spicy dish. It always has a single choice, and its options open no further group.
  const isHeatGroup = group?.id === HEAT_GROUP;
  const others = groups.filter(({ id }) => id !== group?.id);
  return (
    <EditDialog
      form={{ ...form, isTyped: form.isTyped || translations.isTyped }}
      className="stack gap-20"
      title={group ? say`Edit ${group.name}` : say`New option group`}
      save={say`Save group`}
      failed={say`The group could not be saved`}
      conflict={say`Somebody else changed this group while you were editing it.`}
      onClose={onClose}
      trailing={<GroupPreview draft={draft} groups={others} />}
      after={
        option && (
          <OptionDetails
            option={option}
            isCounted={draft.kind === 'some'}
            hasKitchenName={!isHeatGroup}
            sizes={draft.isSize ? [] : others.filter(({ isSize }) => isSize).flatMap(({ options }) => options)}
            openableGroups={draft.isSize || isHeatGroup ? [] : others.filter(canBeOpened)}
            onChange={(values) =>
              form.set({
                options: draft.options.map((each) => (each.key === openOptionKey ? { ...each, ...values } : each)),
              })
            }
            onRemove={() => form.set({ options: draft.options.filter(({ key }) => key !== openOptionKey) })}
            onClose={() => setOpenOptionKey(null)}
          />
        )
      }
    >
      {dishes > 1 && !isHeatGroup && (
        <p className="hint">
          {say`Changes here apply to all ${dishes} dishes that use it.`}{' '}
          {draft.isSize && say`Dishes with their own prices keep them.`}
        </p>
      )}
      <TextField {...at('name')} />
      {translations.fieldsOf(({ kind }) => kind === 'group')}
      {isHeatGroup ? <p className="hint">{heatGroupText(dishes)}</p> : <GroupRule form={form} />}
      <OptionRows
        options={draft.options}
        onOptions={(options) => form.set({ options })}
        isSize={draft.isSize}
        isSingleChoice={draft.kind === 'one'}
        isHeatGroup={isHeatGroup}
        error={at('options').error}
        onMore={setOpenOptionKey}
      />
      {translations.fieldsOf(({ kind }) => kind === 'option')}
      {!draft.isSize && !isHeatGroup && <KitchenExample options={draft.options} isOneOf={draft.kind === 'one'} />}
      {!isHeatGroup && <TextField {...at('kitchenName')} />}
    </EditDialog>
  );
}

/** The form of a group with its texts in other languages. */
function useGroupForm({ group, onClose, onSaved }: Omit<GroupDialogProps, 'groups'>) {
  const save = useCall('saveOptionGroup', {
    changes: GROUP_CHANGES,
    doneText: (answer) => say`${answer.group.name} saved`,
    onDone(answer) {
      onSaved?.(answer.group);
      onClose();
    },
  });
  const { chosen: location } = useEditableLocations();
  const translations = useTranslations(group && location, ({ kind, id, groupId }) =>
    kind === 'group' ? id === group?.id : kind === 'option' && groupId === group?.id,
  );
  const form = useServerForm(groupForm, {
    record: group,
    save: async ({ values, base }) => {
      // The translations go first. If the group is then refused, the next attempt sends them again, without harm.
      // Each is sent with the new text that it translates.
      await translations.save((entry) =>
        entry.kind === 'group' ? values.name : (values.options.find(({ id }) => id === entry.id)?.name ?? entry.own),
      );
      await save.sendOrThrow({ id: base?.id, version: base?.version, ...values });
    },
    savedMeanwhile: (error) => conflictingVersion<Group>(error, { name: 'group', fields: ['version'] }),
  });
  return { form, translations };
}

/** An option can open a group that is no size and whose own options open nothing. */
function canBeOpened({ id, isSize, options }: Group): boolean {
  return id !== HEAT_GROUP && !isSize && options.every((each) => each.opensGroupId === null);
}

/** What a ticket says if a guest chooses the first option that is no default. */
function KitchenExample({ options, isOneOf }: { options: readonly TypedOption[]; isOneOf: boolean }) {
  const example = options.find(({ name, isDefault }) => name.trim() !== '' && !isDefault);
  if (!example) return null;
  const { name, kitchenName } = example;
  const chosen = { name: name.trim(), kitchenName: kitchenName || undefined, units: 1, isOneOf };
  return (
    <p className="hint">{say`The kitchen sees only what differs: ${optionTexts([chosen], 'kitchen').join(', ')}`}</p>
  );
}

/** Which dishes have the heat group: it is never chosen for a dish by hand. */
export function heatGroupText(dishes: number): string {
  return dishes === 1
    ? say`Asked for dishes marked mild, medium or hot: 1 dish`
    : say`Asked for dishes marked mild, medium or hot: ${dishes} dishes`;
}

type Named = { readonly id: string; readonly name: string };

interface DetailsProps {
  option: TypedOption;
  onChange: (values: Partial<TypedOption>) => void;
  /** The option may be chosen more than once. */
  isCounted: boolean;
  /** The option may have another name in the kitchen. */
  hasKitchenName: boolean;
  /** The restaurant's sizes, for prices that depend on them. */
  sizes: readonly Named[];
  /** The groups that an option may open. */
  openableGroups: readonly Named[];
  onRemove: () => void;
  onClose: () => void;
}

function OptionDetails(props: DetailsProps) {
  const { option, onChange, isCounted, hasKitchenName, sizes, openableGroups, onRemove, onClose } = props;
  return (
    <Dialog
      onClose={onClose}
      title={option.name.trim() || say`Option`}
      footer={
        <>
          <Button look="danger" onClick={onRemove}>
            {say`Remove this option`}
          </Button>
          <Button onClick={onClose}>{say`Done`}</Button>
        </>
      }
    >
      <div className="stack gap-16">
        <div className="stack gap-14 two-from-600">
          {hasKitchenName && (
            <TextField
              label={say`Name in the kitchen`}
              hint={say`Empty: the kitchen reads the same name.`}
              maxLength={OPTION_LIMITS.name}
              value={option.kitchenName}
              onValue={(kitchenName) => onChange({ kitchenName })}
            />
          )}
          {isCounted && (
            <TextField
              label={say`Most per dish`}
              inputMode="numeric"
              maxLength={2}
              value={option.maxUnits}
              onValue={(maxUnits) => onChange({ maxUnits })}
            />
          )}
          {(openableGroups.length > 0 || option.opensGroupId !== '') && (
            <SelectField
              label={say`Opens another group`}
              value={option.opensGroupId}
              onValue={(opensGroupId) => onChange({ opensGroupId })}
            >
              <option value="">{say`No further group`}</option>
              <NamedOptions options={openableGroups} />
            </SelectField>
          )}
        </div>
        {sizes.length > 0 && <PricesBySize option={option} onChange={onChange} sizes={sizes} />}
        {option.dishId === null && <DietFields option={option} onChange={onChange} />}
      </div>
    </Dialog>
  );
}

function PricesBySize({ option, onChange, sizes }: Pick<DetailsProps, 'option' | 'onChange' | 'sizes'>) {
  const { bySize } = option;
  return (
    <fieldset className="grid gap-6">
      <legend className="label ink below-4">{say`Price by size`}</legend>
      <p className="hint">{say`Empty: the same price for every size.`}</p>
      <div className="stack gap-14 two-from-600">
        {sizes.map(({ id, name }) => (
          <MoneyField
            key={id}
            label={name}
            value={bySize[id] ?? ''}
            onValue={(typed) => onChange({ bySize: { ...bySize, [id]: typed } })}
            input={{ placeholder: option.price || '0.00' }}
          />
        ))}
      </div>
    </fieldset>
  );
}

function DietFields({ option: { allergens, breaks }, onChange }: Pick<DetailsProps, 'option' | 'onChange'>) {
  return (
    <>
      <fieldset className="grid gap-6">
        <legend className="label ink below-4">{say`Also contains`}</legend>
        <Chips options={ALLERGENS} chosen={allergens} onChosen={(ids) => onChange({ allergens: ids })} />
      </fieldset>
      <fieldset className="grid gap-6">
        <legend className="label ink below-4">{say`Not for`}</legend>
        <Chips options={DIETS} chosen={breaks} onChosen={(ids) => onChange({ breaks: ids })} />
      </fieldset>
    </>
  );
}
