import { useState } from 'react';
import { X } from 'lucide-react';
import { STATION_LIMITS } from '@tiffin/domain/kitchen';
import { createKeyCache } from '../../shared/api/new-key.ts';
import { errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { conflictingVersion } from '../../shared/live/event-payload.ts';
import { useOnline } from '../../shared/offline/online.ts';
import type { WireStation } from '../../shared/order/stations.ts';
import { Banner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { nameOf, optionKey, useRuleNames, useStationActions } from './stations-data.ts';
import { StationOptions } from './station-options.tsx';
import { texts } from './texts.ts';

const words = texts.form;

interface Draft {
  readonly name: string;
  readonly isPass: boolean;
  readonly isDefault: boolean;
  /** Empty for the pass. */
  readonly fallbackId: string;
  readonly categories: readonly string[];
  readonly itemIds: readonly string[];
  /** The id of the group, a slash and that of the option. */
  readonly options: readonly string[];
}

const EMPTY: Draft = {
  name: '',
  isPass: false,
  isDefault: false,
  fallbackId: '',
  categories: [],
  itemIds: [],
  options: [],
};

function draftOf(station: WireStation): Draft {
  const { name, kind, isDefault, fallbackId, categories, itemIds, options } = station;
  return {
    name,
    isPass: kind === 'pass',
    isDefault,
    fallbackId: fallbackId ?? '',
    categories,
    itemIds,
    options: options.map(({ groupId, optionId }) => optionKey(groupId, optionId)),
  };
}

/** What goes to a station, its name, and which station stands in for it. */
export function StationDialog({
  locationId,
  station,
  others,
  onDelete,
  onClose,
}: {
  locationId: string;
  /** Null for a new one. */
  station: WireStation | null;
  others: readonly WireStation[];
  onDelete: () => void;
  onClose: () => void;
}) {
  const online = useOnline();
  const form = useStationForm(locationId, station, onClose);
  const { draft, set } = form;
  const disabledReason = online ? null : words.offline;
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      unsaved={form.isTyped}
      title={station ? words.edit(station.name) : words.add}
      footer={
        <>
          {station && (
            <Button look="ghost" disabledReason={disabledReason} onClick={onDelete}>
              {texts.remove.button}
            </Button>
          )}
          <Button busy={form.isSaving} disabledReason={disabledReason} onClick={form.submit}>
            {words.save}
          </Button>
        </>
      }
    >
      <div className="stack gap-16">
        <Field label={words.name} error={form.nameProblem}>
          <TextInput
            value={draft.name}
            maxLength={STATION_LIMITS.name}
            placeholder={words.namePlaceholder}
            autoComplete="off"
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Checkbox
          label={words.isPass}
          hint={words.isPassHint}
          checked={draft.isPass}
          onChange={(event) => set({ isPass: event.target.checked })}
        />
        <Checkbox
          label={words.isDefault}
          checked={draft.isDefault}
          onChange={(event) => set({ isDefault: event.target.checked })}
        />
        <Field label={words.fallback}>
          <Select value={draft.fallbackId} onChange={(event) => set({ fallbackId: event.target.value })}>
            <option value="">{texts.pass}</option>
            <StationOptions stations={others} />
          </Select>
        </Field>
        <Rules locationId={locationId} draft={draft} set={set} />
        <p className="hint">{words.rules}</p>
        <FieldError error={form.failure} />
      </div>
    </Dialog>
  );
}

function Rules({ locationId, draft, set }: { locationId: string; draft: Draft; set: (typed: Partial<Draft>) => void }) {
  const { data: names, error } = useRuleNames(locationId);
  return (
    <>
      {error && <Banner tone="warn">{words.menuFailed}</Banner>}
      {names && (
        <fieldset className="grid gap-6">
          <legend className="label below-4">{words.categories}</legend>
          {names.categories.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={draft.categories.includes(id)}
              onChange={(event) =>
                set({
                  categories: event.target.checked
                    ? [...draft.categories, id]
                    : draft.categories.filter((each) => each !== id),
                })
              }
            />
          ))}
        </fieldset>
      )}
      <RuleList
        title={words.dishes}
        addLabel={words.addDish}
        all={names?.dishes ?? []}
        chosen={draft.itemIds}
        onChosen={(itemIds) => set({ itemIds })}
      />
      <RuleList
        title={words.options}
        addLabel={words.addOption}
        all={(names?.options ?? []).map(({ id, name, group }) => ({ id, name: words.option(name, group) }))}
        chosen={draft.options}
        onChosen={(options) => set({ options })}
      />
    </>
  );
}

/** The chosen dishes or options, and a list from which another one is added. */
function RuleList({
  title,
  addLabel,
  all,
  chosen,
  onChosen,
}: {
  title: string;
  addLabel: string;
  all: readonly { readonly id: string; readonly name: string }[];
  chosen: readonly string[];
  onChosen: (chosen: readonly string[]) => void;
}) {
  return (
    <section className="stack gap-8" aria-label={title}>
      <h3 className="label">{title}</h3>
      <ul className="stack gap-4">
        {chosen.map((id) => (
          <li key={id} className="row between gap-8">
            {nameOf(all, id)}
            <IconButton
              label={words.remove(nameOf(all, id))}
              onClick={() => onChosen(chosen.filter((each) => each !== id))}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Select aria-label={addLabel} value="" onChange={(event) => onChosen([...chosen, event.target.value])}>
        <option value="" disabled>
          {words.choose}
        </option>
        {all
          .filter(({ id }) => !chosen.includes(id))
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </Select>
    </section>
  );
}

function useStationForm(locationId: string, station: WireStation | null, onSaved: () => void) {
  const { save } = useStationActions(locationId);
  const [base, setBase] = useState(station);
  const [draft, setDraft] = useState<Draft>(station ? draftOf(station) : EMPTY);
  const [isSubmitted, setSubmitted] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // Submitting the same form twice makes one station.
  const [keyOf] = useState(createKeyCache);

  function submit() {
    setSubmitted(true);
    setFailure(null);
    if (draft.name.trim() === '' || save.isPending) return;
    const { isPass, fallbackId, options, categories, itemIds, ...rest } = draft;
    const body = {
      ...rest,
      locationId,
      kind: isPass ? ('pass' as const) : ('cook' as const),
      fallbackId: fallbackId || null,
      categories: [...categories],
      itemIds: [...itemIds],
      options: options.map((key) => {
        const [groupId = '', optionId = ''] = key.split('/');
        return { groupId, optionId };
      }),
      ...(base && { stationId: base.stationId, version: base.version }),
    };
    save.mutate(
      { body, key: keyOf(body) },
      {
        onSuccess({ station: saved }) {
          toast.success(words.saved(saved.name));
          onSaved();
        },
        onError(error) {
          const current = conflictingVersion<WireStation>(error, 'station', 'version');
          if (current) {
            setBase(current);
            setDraft(draftOf(current));
          }
          setFailure(
            current ? words.conflict : `${words.failed} ${errorTextOrServerMessage(error, [400, 403, 404, 409])}`,
          );
        },
      },
    );
  }

  return {
    draft,
    set: (typed: Partial<Draft>) => setDraft((before) => ({ ...before, ...typed })),
    isTyped: JSON.stringify(draft) !== JSON.stringify(base ? draftOf(base) : EMPTY),
    nameProblem: isSubmitted && draft.name.trim() === '' ? words.needsName : null,
    failure,
    submit,
    isSaving: save.isPending,
  };
}
