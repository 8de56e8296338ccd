import { useState } from 'react';
import { Plus, SlidersHorizontal, X } from 'lucide-react';
import { moveEntry } from '@tiffin/domain/menu';
import { groupForDish, HEAT_GROUP, OPTION_LIMITS } from '@tiffin/domain/options';
import { say } from '@tiffin/domain/core';
import { errorText } from '../../../shared/errors/error-text.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { MoneyField, TextField } from '../../../ui/form-fields.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { NamedOptions, Select } from '../../../ui/inputs.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { centsOf, formatMoney } from '../../../ui/format.ts';
import type { FormFieldProps } from '../../../ui/use-form.ts';
import { useGroups, type DishGroup, type Group, type TypedDishGroup } from './groups-data.ts';
import { groupForm } from './group-codec.ts';
import styles from './options.module.css';
import { ruleText } from './rule.tsx';

const LIMIT_LABELS = {
  min: (name: string) => say`At least, of ${name}, for this dish`,
  max: (name: string) => say`At most, of ${name}, for this dish`,
  included: (name: string) => say`Included, of ${name}, for this dish`,
};

type DishGroupsProps = FormFieldProps<readonly TypedDishGroup[]> & { onNew: () => void };

/** The option groups of a dish, in its own order and with its own limits and prices of sizes. */
export function DishGroups({ label, value, onValue, error, onNew }: DishGroupsProps) {
  const { data: groups, error: failure } = useGroups();
  const [openId, setOpenId] = useState<string | null>(null);
  const isFull = value.length >= OPTION_LIMITS.groups;
  const unused = groups?.filter(({ id }) => id !== HEAT_GROUP && value.every(({ groupId }) => groupId !== id)) ?? [];

  return (
    <section className="stack gap-8" aria-label={label}>
      <h3 className="text-sm weight-600">{label}</h3>
      <p className="hint">
        {value.length === 0
          ? say`None: guests add it without choices.`
          : say`What guests choose for this dish, in this order.`}
      </p>
      <SortableList
        label={say`Option groups of this dish`}
        onMove={(from, to) => onValue(moveEntry(value, from, to))}
        entries={value.map((dishLimits) => {
          const { groupId } = dishLimits;
          const group = groups?.find(({ id }) => id === groupId);
          const isOpen = openId === groupId;
          return {
            id: groupId,
            name: group?.name ?? groupId,
            content: (
              <DishGroupRow
                dishLimits={dishLimits}
                group={group}
                isOpen={isOpen}
                onToggle={() => setOpenId(isOpen ? null : groupId)}
                onChange={(limits) =>
                  onValue(value.map((each) => (each.groupId === groupId ? { ...each, ...limits } : each)))
                }
                onRemove={() => onValue(value.filter((each) => each.groupId !== groupId))}
              />
            ),
          };
        })}
      />
      {!groups && <FieldError error={failure && `${say`The groups could not be loaded`}: ${errorText(failure)}`} />}
      <FieldError error={error} />
      <div className="row flex-wrap gap-8">
        {unused.length > 0 && !isFull && (
          <Select
            aria-label={say`Use a group`}
            className={styles.use ?? ''}
            value=""
            onValue={(groupId) => groupId !== '' && onValue([...value, groupWithoutOverrides(groupId)])}
          >
            <option value="">{say`Use a group`}</option>
            <NamedOptions options={unused.map((group) => ({ id: group.id, name: distinctName(group, unused) }))} />
          </Select>
        )}
        {!isFull && (
          <Button look="quiet" onClick={onNew}>
            <Plus />
            {say`New group`}
          </Button>
        )}
      </div>
    </section>
  );
}

/** The name of a group, with its options where another group has the same name. */
function distinctName({ id, name, options }: Group, groups: readonly Group[]): string {
  const isUnique = groups.every((other) => other.id === id || other.name !== name);
  return isUnique ? name : `${name} (${options.map((option) => option.name).join(', ')})`;
}

interface DishGroupRowProps {
  dishLimits: TypedDishGroup;
  /** Undefined while the groups are loading. */
  group: Group | undefined;
  isOpen: boolean;
  onToggle: () => void;
  onChange: (limits: Partial<TypedDishGroup>) => void;
  onRemove: () => void;
}

type SizePricesProps = Pick<DishGroupRowProps, 'dishLimits' | 'onChange'> & { group: Group };

function DishGroupRow({ dishLimits, group, isOpen, onToggle, onChange, onRemove }: DishGroupRowProps) {
  const name = group?.name ?? dishLimits.groupId;
  return (
    <div className={`grid align-center ${styles.dishGroup}`}>
      <div className="min-width-0">
        <b>{name}</b>
        {group && <p className="hint">{ruleText(groupForDish(group, { ...dishLimits, sizePrices: null }))}</p>}
      </div>
      {group?.kind === 'some' ? (
        <IconButton label={say`Other limits for this dish: ${name}`} aria-expanded={isOpen} onClick={onToggle}>
          <SlidersHorizontal />
        </IconButton>
      ) : (
        <span />
      )}
      <IconButton label={say`Remove ${name} from this dish`} onClick={onRemove}>
        <X />
      </IconButton>
      {isOpen && group && (
        <div className="grid three-columns gap-10 all-columns">
          {(['min', 'max', 'included'] as const).map((limit) => (
            <TextField
              key={limit}
              label={groupForm.fields[limit].label}
              inputMode="numeric"
              maxLength={2}
              aria-label={LIMIT_LABELS[limit](name)}
              placeholder={String(group[limit])}
              value={String(dishLimits[limit] ?? '')}
              onValue={(text) => onChange({ [limit]: limitOf(text) })}
            />
          ))}
        </div>
      )}
      {group?.isSize && <SizePrices dishLimits={dishLimits} group={group} onChange={onChange} />}
    </div>
  );
}

function SizePrices({ dishLimits: { sizePrices }, group, onChange }: SizePricesProps) {
  return (
    <fieldset className="all-columns">
      <legend className="hint below-4">{say`Prices of this dish. Empty: the price in the group.`}</legend>
      <div className="stack gap-10 two-from-600">
        {group.options.map(({ id, name, price }) => (
          <MoneyField
            key={id}
            label={name}
            value={sizePrices[id] ?? ''}
            onValue={(typed) => onChange({ sizePrices: { ...sizePrices, [id]: typed } })}
            input={{ placeholder: price.toFixed(2) }}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** A group without overridden limits. */
export function groupWithoutOverrides(groupId: string): TypedDishGroup {
  return { groupId, min: null, max: null, included: null, sizePrices: {} };
}

/** Empty means the limit of the group. */
function limitOf(typed: string): number | null {
  const digits = typed.replaceAll(/\D/g, '');
  return digits === '' ? null : Math.min(Number(digits), OPTION_LIMITS.units);
}

export function GroupNames({ list }: { list: readonly DishGroup[] }) {
  const { data: groups } = useGroups();
  const pricesText = ({ sizePrices }: DishGroup) =>
    Object.values(sizePrices ?? {}).map((price) => ` ${formatMoney(centsOf(price))}`);
  return list
    .map((dish) => [groups?.find(({ id }) => id === dish.groupId)?.name ?? dish.groupId, ...pricesText(dish)].join(''))
    .join(', ');
}
