import { useState } from 'react';
import { Plus, SlidersHorizontal, X } from 'lucide-react';
import { movedTo } from '@tiffin/domain/menu';
import { groupForDish, HEAT_GROUP, OPTION_LIMITS } from '@tiffin/domain/options';
import { wordsFor } from '../../../shared/errors/words.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select, TextInput } from '../../../ui/inputs.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import type { FieldProps } from '../../../ui/use-form.ts';
import { texts as menuTexts } from '../texts.ts';
import { useGroups, type DishGroup } from './groups-data.ts';
import styles from './options.module.css';
import { ruleText } from './rule.tsx';
import { texts } from './texts.ts';

const words = texts.ofDish;
const LIMITS = ['min', 'max', 'included'] as const;

/** The option groups of a dish, in its own order and with its own limits. */
export function DishGroups({
  label,
  value,
  onValue,
  error,
  onNew,
}: FieldProps<readonly DishGroup[]> & { onNew: () => void }) {
  const { data: groups, isError, error: failure } = useGroups();
  const [open, setOpen] = useState<string | null>(null);
  const isFull = value.length >= OPTION_LIMITS.groups;
  const rest = groups?.filter(({ id }) => id !== HEAT_GROUP && value.every(({ groupId }) => groupId !== id)) ?? [];
  const use = (groupId: string) => onValue([...value, asItIs(groupId)]);
  const change = (groupId: string, to: Partial<DishGroup>) =>
    onValue(value.map((each) => (each.groupId === groupId ? { ...each, ...to } : each)));

  return (
    <section className="stack gap-8" aria-label={label}>
      <h3 className="text-sm weight-600">{label}</h3>
      <p className="hint">{value.length === 0 ? words.none : words.hint}</p>
      <SortableList
        label={words.list}
        texts={menuTexts.arranging}
        onMove={(from, to) => onValue(movedTo(value, from, to))}
        entries={value.map((own) => {
          const group = groups?.find(({ id }) => id === own.groupId);
          const name = group?.name ?? own.groupId;
          const isOpen = open === own.groupId;
          return {
            id: own.groupId,
            name,
            content: (
              <div className={`grid align-center ${styles.dishGroup}`}>
                <div className="min-width-0">
                  <b>{name}</b>
                  {group && <p className="hint">{ruleText(groupForDish(group, own))}</p>}
                </div>
                {group?.kind === 'some' ? (
                  <IconButton
                    label={words.own(name)}
                    aria-expanded={isOpen}
                    onClick={() => setOpen(isOpen ? null : own.groupId)}
                  >
                    <SlidersHorizontal aria-hidden="true" />
                  </IconButton>
                ) : (
                  <span />
                )}
                <IconButton
                  label={words.takeOff(name)}
                  onClick={() => onValue(value.filter(({ groupId }) => groupId !== own.groupId))}
                >
                  <X aria-hidden="true" />
                </IconButton>
                {isOpen && group && (
                  <div className="grid three-columns gap-10 all-columns">
                    {LIMITS.map((limit) => (
                      <Field key={limit} label={texts.fields[limit]}>
                        <TextInput
                          inputMode="numeric"
                          autoComplete="off"
                          maxLength={2}
                          aria-label={words[limit](name)}
                          placeholder={String(group[limit])}
                          value={own[limit] ?? ''}
                          onChange={(event) => change(own.groupId, { [limit]: limitOf(event.target.value) })}
                        />
                      </Field>
                    ))}
                  </div>
                )}
              </div>
            ),
          };
        })}
      />
      {isError && !groups && <p className="danger text-sm">{`${texts.loadFailed}: ${wordsFor(failure)}`}</p>}
      {error && <p className="danger text-sm">{error}</p>}
      <div className="row flex-wrap gap-8">
        {rest.length > 0 && !isFull && (
          <Select
            aria-label={words.use}
            className={styles.use ?? ''}
            value=""
            onChange={(event) => event.target.value !== '' && use(event.target.value)}
          >
            <option value="">{words.use}</option>
            {rest.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
        {!isFull && (
          <Button look="quiet" onClick={onNew}>
            <Plus aria-hidden="true" />
            {words.new}
          </Button>
        )}
      </div>
    </section>
  );
}

/** A group without overridden limits. */
export function asItIs(groupId: string): DishGroup {
  return { groupId, min: null, max: null, included: null };
}

/** Empty means the limit of the group. */
function limitOf(typed: string): number | null {
  const digits = typed.replaceAll(/\D/g, '');
  return digits === '' ? null : Math.min(Number(digits), OPTION_LIMITS.units);
}

/** The names of a dish's groups. */
export function GroupNames({ list }: { list: readonly DishGroup[] }) {
  const { data: groups } = useGroups();
  return list.map(({ groupId }) => groups?.find(({ id }) => id === groupId)?.name ?? groupId).join(', ');
}
