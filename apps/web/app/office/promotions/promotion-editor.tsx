import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useQuery, type QueryKey } from '@tanstack/react-query';
import { keysOf, say, sayNow } from '@tiffin/domain/core';
import { WEEKDAY_NAMES, WEEKDAYS } from '@tiffin/domain/hours';
import {
  CONDITION_KINDS,
  EFFECT_TARGETS,
  givesWholeOrder,
  ORDER_TYPES,
  orderTypeLabel,
  promoCodeOf,
  type OrderType,
  type PromotionCondition,
} from '@tiffin/domain/order';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { Chips, Segmented, optionsOf } from '../../ui/choices.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { ChoiceSelect, DollarInput, PrefixedInput, TextInput } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import {
  promotionBody,
  draftOf,
  draftProblem,
  EMPTY_DRAFT,
  shownPromotion,
  withoutWord,
  withWord,
  type ManagedPromotion,
  type PromotionDraft,
} from './promotion-draft.ts';
import { PromotionOrders } from './promotion-orders.tsx';
import { PromotionPreview } from './promotion-preview.tsx';
import { promotionWords, type PromotionWord } from './sentence.ts';
import styles from './promotions.module.css';

interface PromotionEditorProps {
  /** Null for a new promotion. */
  present: ManagedPromotion | null;
  locations: readonly { readonly id: string; readonly name: string }[];
  locationNames: (ids: readonly string[]) => string;
  changes: readonly QueryKey[];
  onClose: () => void;
}

const WORD_LABELS: Readonly<Record<Exclude<PromotionWord, 'effect'>, string>> = {
  minimum: say`from an amount`,
  categories: say`categories`,
  dishes: say`dishes`,
  weekday: say`days`,
  daypart: say`hours`,
  service: say`one service`,
  location: say`one location`,
  'first-order': say`first order`,
  code: say`a code`,
};

/** A promotion as a sentence whose words are fields, beside what it would have cost. */
export function PromotionEditor({ present, locations, locationNames, changes, onClose }: PromotionEditorProps) {
  const [draft, setDraft] = useState<PromotionDraft>(() => (present ? draftOf(present) : EMPTY_DRAFT));
  const [chosen, setChosen] = useState<PromotionWord>('effect');
  const sentence = promotionWords(shownPromotion(draft), locationNames);
  const sentenceText = sentence.map(([, text]) => text).join(' ');
  const missing = (['code', ...CONDITION_KINDS] as const).filter((word) => !sentence.some(([each]) => each === word));
  const problem = draftProblem(draft);
  const save = useCall('savePromotion', {
    doneText: () => say`Saved`,
    failed: say`The promotion was not saved`,
    changes,
    onDone: onClose,
  });
  const remove = useCall('deletePromotion', { failed: say`The promotion was not deleted`, changes, onDone: onClose });
  const [isAsking, setIsAsking] = useState(false);
  const send = () => save.send(promotionBody(draft, present, { isActive: true }));
  const heading = useRef<HTMLHeadingElement>(null);
  // The editor replaces the list, and with it the button that had the focus.
  useEffect(() => heading.current?.focus(), []);
  const change = (fields: Partial<PromotionDraft>) => setDraft((before) => ({ ...before, ...fields }));
  return (
    <form
      className="stack gap-14"
      aria-label={say`Promotion`}
      onSubmit={(event) => {
        event.preventDefault();
        if (problem !== null) return;
        if (givesWholeOrder(shownPromotion(draft))) setIsAsking(true);
        else void send();
      }}
    >
      <header className="row flex-wrap gap-10">
        <h1 ref={heading} tabIndex={-1} className="grow">
          {draft.name || say`New promotion`}
        </h1>
        <Button look="line" onClick={onClose}>{say`Not now`}</Button>
        <Button type="submit" busy={save.isBusy} disabledReason={problem}>
          {present?.isActive ? say`Save` : say`Save and switch on`}
        </Button>
      </header>
      {problem && <p className="hint text-right">{problem}</p>}
      {isAsking && (
        <ConfirmDialog
          title={say`Give whole orders away?`}
          description={say`All dishes of an order become free: ${sentenceText}`}
          confirmLabel={say`Save and give them away`}
          look="danger-solid"
          onConfirm={async () => {
            await send();
            setIsAsking(false);
          }}
          onCancel={() => setIsAsking(false)}
        />
      )}
      <div className={`grid gap-14 align-start ${styles.columns}`}>
        <div className="stack gap-14">
          <div className={`stack gap-12 round-lg ${styles.sentence}`} role="group" aria-label={say`What it takes off`}>
            <p className="flex flex-wrap gap-8">
              {sentence.map(([word, text]) => (
                <button
                  key={word}
                  type="button"
                  className={styles.word}
                  aria-pressed={word === chosen}
                  onClick={() => setChosen(word)}
                >
                  {text}
                </button>
              ))}
            </p>
            <p className="flex flex-wrap gap-8">
              {missing.map((word) => (
                <button
                  key={word}
                  type="button"
                  className={styles.add}
                  onClick={() => {
                    setDraft(withWord(draft, word));
                    setChosen(word);
                  }}
                >
                  + {WORD_LABELS[word]}
                </button>
              ))}
            </p>
          </div>
          <Panel
            title={chosen === 'effect' ? say`What is taken off?` : WORD_LABELS[chosen]}
            aside={
              chosen !== 'effect' && (
                <Button
                  look="ghost"
                  size="sm"
                  onClick={() => {
                    setDraft(withoutWord(draft, chosen));
                    setChosen('effect');
                  }}
                >
                  {say`Leave out`}
                </Button>
              )
            }
          >
            <WordFields word={chosen} draft={draft} locations={locations} onChange={change} />
          </Panel>
          <TermsPanel draft={draft} onChange={change} />
          {present && (
            <div>
              <ConfirmButton
                look="danger"
                question={{
                  title: say`Delete ${present.name}?`,
                  text: say`Orders keep what they got.`,
                  confirm: say`Delete`,
                  look: 'danger-solid',
                }}
                onConfirm={() => remove.send({ promotionId: present.id })}
              >
                {say`Delete this promotion`}
              </ConfirmButton>
            </div>
          )}
        </div>
        <div className="stack gap-14">
          <PromotionPreview draft={draft} isComplete={problem === null || draft.name.trim() === ''} />
          {present && <PromotionOrders promotion={present} locations={locations} />}
        </div>
      </div>
    </form>
  );
}

interface FieldsProps {
  draft: PromotionDraft;
  onChange: (fields: Partial<PromotionDraft>) => void;
}

const TERMS = {
  name: { label: say`Name`, hint: say`Guests see it on their bill.`, input: { maxLength: 60 } },
  from: { label: say`First day`, input: { type: 'date' } },
  until: { label: say`Last day`, input: { type: 'date' } },
  limit: { label: say`Orders in all`, input: { inputMode: 'numeric' } },
  perPerson: {
    label: say`Orders of one person`,
    hint: say`By account, phone or email.`,
    input: { inputMode: 'numeric' },
  },
} as const;

function TermsPanel({ draft, onChange }: FieldsProps) {
  return (
    <Panel title={say`Name, days and limits`}>
      <div className={`grid gap-12 ${styles.terms}`}>
        {keysOf<keyof typeof TERMS>(TERMS).map((name) => {
          const { label, input, hint } = { hint: undefined, ...TERMS[name] };
          return (
            <Field key={name} label={sayNow(label)} optional={name !== 'name'} hint={hint && sayNow(hint)}>
              <TextInput
                {...input}
                value={draft[name]}
                onChange={(event) => onChange({ [name]: event.target.value })}
              />
            </Field>
          );
        })}
      </div>
    </Panel>
  );
}

interface WordFieldsProps extends FieldsProps {
  word: PromotionWord;
  locations: PromotionEditorProps['locations'];
}

function WordFields({ word, draft, locations, onChange }: WordFieldsProps): ReactNode {
  if (word === 'effect') return <EffectFields draft={draft} onChange={onChange} />;
  if (word === 'code') {
    return (
      <Field label={say`Code`} hint={say`3 to 20 letters and digits. Guests type it in the cart or at checkout.`}>
        <TextInput
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={20}
          value={draft.code ?? ''}
          onChange={(event) => onChange({ code: promoCodeOf(event.target.value) })}
        />
      </Field>
    );
  }
  const condition = draft.conditions.find(({ kind }) => kind === word);
  const change = (next: PromotionCondition) =>
    onChange({ conditions: draft.conditions.map((each) => (each.kind === next.kind ? next : each)) });
  switch (condition?.kind) {
    case 'minimum':
      return (
        <Field label={say`Dishes for at least`}>
          <DollarInput value={draft.minimum} onValue={(minimum) => onChange({ minimum })} />
        </Field>
      );
    case 'weekday': {
      const options = WEEKDAYS.map((id) => ({ id, name: WEEKDAY_NAMES[id] }));
      return <Chips options={options} chosen={condition.days} onChosen={(days) => change({ ...condition, days })} />;
    }
    case 'daypart':
      return (
        <div className="row flex-wrap gap-12">
          {(['from', 'until'] as const).map((end) => (
            <Field key={end} label={end === 'from' ? say`From` : say`Until`}>
              <TextInput
                type="time"
                value={condition[end]}
                onChange={(event) => change({ ...condition, [end]: event.target.value })}
              />
            </Field>
          ))}
        </div>
      );
    case 'service': {
      const options = ORDER_TYPES.map((id) => ({ id, name: orderTypeLabel(id) }));
      const onChosen = (services: OrderType[]) => change({ ...condition, services });
      return <Chips options={options} chosen={condition.services} onChosen={onChosen} />;
    }
    case 'location':
      return <Chips options={locations} chosen={condition.ids} onChosen={(ids) => change({ ...condition, ids })} />;
    case 'dishes':
    case 'categories':
      return <MenuPartFields condition={condition} locations={locations} onChange={change} />;
    default:
      return <p>{say`It holds for people who have not ordered yet, by account, phone or email.`}</p>;
  }
}

const TARGETS = {
  order: say`the whole order`,
  dishes: say`the dishes named in the sentence`,
  cheapest: say`the cheapest of them`,
  delivery: say`the delivery`,
};

function EffectFields({ draft, onChange }: FieldsProps) {
  return (
    <div className="stack gap-12">
      <Segmented
        legend={say`How much`}
        value={draft.unit}
        onValue={(unit) => onChange({ unit, value: '' })}
        options={optionsOf({ percent: say`Percent`, amount: say`Amount`, free: say`Free` })}
      />
      {draft.unit === 'percent' && (
        <Field label={say`Percent off`}>
          <PrefixedInput
            prefix="%"
            inputMode="numeric"
            value={draft.value}
            onChange={(event) => onChange({ value: event.target.value })}
          />
        </Field>
      )}
      {draft.unit === 'amount' && (
        <Field label={say`Amount off, before tax`}>
          <DollarInput value={draft.value} onValue={(value) => onChange({ value })} />
        </Field>
      )}
      <Field label={say`Off`}>
        <ChoiceSelect options={EFFECT_TARGETS} labels={TARGETS} value={draft.of} onValue={(of) => onChange({ of })} />
      </Field>
      {draft.of === 'cheapest' && (
        <Field
          label={say`One in so many`}
          optional={draft.unit !== 'free'}
          hint={
            draft.unit === 'free' ? say`4 means every fourth.` : say`4 means every fourth. Empty: one in the order.`
          }
        >
          <TextInput
            inputMode="numeric"
            value={draft.every}
            onChange={(event) => onChange({ every: event.target.value })}
          />
        </Field>
      )}
    </div>
  );
}

interface MenuPartFieldsProps {
  condition: PromotionCondition & { readonly kind: 'dishes' | 'categories' };
  locations: PromotionEditorProps['locations'];
  onChange: (condition: PromotionCondition) => void;
}

/** The dishes or categories of the first location; shared dishes have the same ids everywhere. */
function MenuPartFields({ condition, locations: [first], onChange }: MenuPartFieldsProps) {
  const locationId = first?.id ?? '';
  const menu = useQuery({
    ...apiQuery(['menu', locationId], 'getLocationMenu', { query: { locationId } }),
    enabled: first !== undefined,
  });
  return (
    <Loaded query={menu} failed={say`The menu could not be loaded`}>
      {({ items, categories }) => {
        const options = (condition.kind === 'dishes' ? items : categories).map(({ id, name }) => ({ id, name }));
        // Guests read the names. The server stores no longer text.
        const labelOf = (ids: readonly string[]) => {
          const names = options.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
          return names.join(', ').slice(0, 200);
        };
        return (
          <div className={`scroll-y ${styles.dishes}`}>
            <Chips
              options={options}
              chosen={condition.ids}
              onChosen={(ids) => onChange({ ...condition, ids, label: labelOf(ids) })}
            />
          </div>
        );
      }}
    </Loaded>
  );
}
