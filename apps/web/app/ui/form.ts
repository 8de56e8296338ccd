import type { InputHTMLAttributes, ReactNode } from 'react';
import { centsOf, toDollars, ZERO, say } from '@tiffin/domain/core';
import { parseAmount } from './amount-typed.ts';
import { formatMoney } from './format.ts';

/* A form for a record that others may edit at the same time. Each field defines its label, how it is read from the API,
   displayed, validated, sent, and described in a conflict. A form is a set of fields; changes and merging follow from
   them. */

export interface FormField<In, Typed, Out> extends FieldLook {
  readonly label: string;
  /** The initial value for a new record. */
  readonly initialValue: Typed;
  readonly toTyped: (value: In) => Typed;
  readonly toPayload: (typed: Typed) => Out;
  readonly problem?: (typed: Typed) => string | null;
  readonly formatValue?: (value: NonNullable<Out>) => ReactNode;
}

export interface FieldLook {
  readonly hint?: string;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly input?: Readonly<
    Pick<
      InputHTMLAttributes<HTMLInputElement>,
      'type' | 'inputMode' | 'maxLength' | 'placeholder' | 'autoCapitalize' | 'autoComplete'
    >
  >;
}

/** Any field; the type of its value is known where it is defined. */
interface AnyField extends FieldLook {
  readonly label: string;
  readonly initialValue: unknown;
  readonly toTyped: (value: never) => unknown;
  readonly toPayload: (typed: never) => unknown;
  readonly problem?: (typed: never) => string | null;
  readonly formatValue?: (value: never) => ReactNode;
}
export type Fields = Readonly<Record<string, AnyField>>;
export type NameOf<F extends Fields> = keyof F & string;

export type FormRecord<F extends Fields> = { readonly [K in keyof F]: Parameters<F[K]['toTyped']>[0] };
/** The same as typed text. */
export type Draft<F extends Fields> = { readonly [K in keyof F]: ReturnType<F[K]['toTyped']> };
export type FormPayload<F extends Fields> = { [K in keyof F]: ReturnType<F[K]['toPayload']> };
export type Problems = Readonly<Record<string, string>>;

/** A field that another person changed meanwhile, as the form shows it: before, mine and theirs. */
export interface FieldConflict<F extends string = string> {
  readonly field: F;
  readonly base: unknown;
  readonly mine: unknown;
  readonly current: unknown;
  /** Both changed it to different values, so the person must choose. */
  readonly clashes: boolean;
}

interface Rules<F extends Fields> {
  /** Validation across fields, or rules that the server has as well. */
  readonly check?: (draft: Draft<F>) => Partial<Problems>;
  /** Adjusts the values to send when one field determines another. */
  readonly settled?: (values: FormPayload<F>) => FormPayload<F>;
}

export type Form<F extends Fields> = ReturnType<typeof formOf<F>>;

export function formOf<F extends Fields>(fields: F, { check, settled = (values) => values }: Rules<F> = {}) {
  const names = Object.keys(fields) as NameOf<F>[];
  // Each value is handled only by its own field.
  const mapFields = (value: (field: AnyField, name: NameOf<F>) => unknown) =>
    Object.fromEntries(names.map((name) => [name, value(fields[name] as AnyField, name)]));

  const draftOf = (record: FormRecord<F>): Draft<F> =>
    mapFields((field, name) => field.toTyped(record[name])) as Draft<F>;
  const sentOf = (draft: Draft<F>): FormPayload<F> =>
    settled(mapFields((field, name) => field.toPayload(draft[name] as never)) as FormPayload<F>);

  return {
    fields,
    initialDraft: mapFields((field) => field.initialValue) as Draft<F>,
    draftOf,
    sentOf,

    problemsOf(draft: Draft<F>): Problems {
      const problems = names.flatMap((name) => {
        const problem = fields[name]?.problem?.(draft[name] as never) ?? null;
        return problem === null ? [] : [[name, problem]];
      });
      return { ...check?.(draft), ...Object.fromEntries(problems) };
    },

    /** Only changed fields are sent, so that two people can change different ones. */
    updatesOf(base: FormRecord<F>, draft: Draft<F>): Partial<FormPayload<F>> {
      const [before, mine] = [sentOf(draftOf(base)), sentOf(draft)];
      return Object.fromEntries(
        names.filter((name) => !isSameValue(before[name], mine[name])).map((name) => [name, mine[name]]),
      ) as Partial<FormPayload<F>>;
    },

    /**
     * My draft merged with what another person saved: theirs where I changed nothing, mine where both did. Also returns
     * their changes, conflicts first.
     */
    merged(
      base: FormRecord<F>,
      draft: Draft<F>,
      others: FormRecord<F>,
    ): { draft: Draft<F>; changes: FieldConflict<NameOf<F>>[] } {
      const [baseDraft, othersDraft] = [draftOf(base), draftOf(others)];
      const [baseValues, myValues, othersValues] = [sentOf(baseDraft), sentOf(draft), sentOf(othersDraft)];
      const changes = names
        .filter((name) => !isSameValue(baseValues[name], othersValues[name]))
        .map((name) => ({
          field: name,
          base: baseDraft[name],
          mine: draft[name],
          current: othersDraft[name],
          clashes: !isSameValue(baseValues[name], myValues[name]) && !isSameValue(myValues[name], othersValues[name]),
        }));
      const theirs = Object.fromEntries(
        changes.filter(({ clashes }) => !clashes).map(({ field, current }) => [field, current]),
      );
      return {
        draft: { ...draft, ...theirs },
        changes: changes.toSorted((a, b) => Number(b.clashes) - Number(a.clashes)),
      };
    },

    /** The value of a field as text. */
    wordsOf(name: NameOf<F>, typed: unknown): ReactNode {
      const field = fields[name] as AnyField;
      const value = field.toPayload(typed as never);
      if (isNothing(value)) return '—';
      return field.formatValue ? field.formatValue(value as never) : plainWords(value);
    },
  };
}

/** Null, an empty text and an empty list are equal; lists are compared in order. */
function isSameValue(a: unknown, b: unknown): boolean {
  return textToCompare(a) === textToCompare(b);
}

function textToCompare(value: unknown): string {
  return isNothing(value) ? '' : JSON.stringify(value);
}

export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function plainWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? say`Yes` : say`No`;
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/* The kinds of fields. */

/** A text. With `missing` it is required, and that is the message without one. */
export function textField(
  label: string,
  { missing, ...look }: FieldLook & { missing?: string } = {},
): FormField<string | null, string, string> {
  return {
    label,
    initialValue: '',
    toTyped: (value) => value ?? '',
    toPayload: (typed) => typed.trim(),
    required: missing !== undefined,
    problem: missing === undefined ? undefined : (typed) => (typed.trim() === '' ? missing : null),
    ...look,
  };
}

/** A password, exactly as typed. */
export function passwordField(label: string, look: FieldLook = {}): FormField<string, string, string> {
  return { ...valueField(label, ''), required: true, ...look };
}

export function optionalText(label: string, look: FieldLook = {}): FormField<string | null, string, string | null> {
  return { ...textField(label, { optional: true, ...look }), toPayload: (typed) => typed.trim() || null };
}

interface Range extends FieldLook {
  readonly least: number;
  readonly most: number;
  readonly initialValue?: number;
}

export function wholeNumber(label: string, { initialValue, ...range }: Range): FormField<number, string, number> {
  return {
    ...optionalNumber(label, { optional: false, ...range }),
    initialValue: initialValue === undefined ? '' : String(initialValue),
    problem: (typed) => rangeProblem(typed, range),
    toPayload: Number,
  };
}

export function optionalNumber(label: string, range: Range): FormField<number | null, string, number | null> {
  const { least: _least, most: _most, initialValue: _initialValue, input, ...look } = range;
  return {
    label,
    initialValue: '',
    toTyped: (value) => (value === null ? '' : String(value)),
    problem: (typed) => (typed.trim() === '' ? null : rangeProblem(typed, range)),
    toPayload: (typed) => (typed.trim() === '' ? null : Number(typed)),
    optional: true,
    input: { inputMode: 'numeric', ...input },
    ...look,
  };
}

function rangeProblem(typed: string, { least, most }: Range): string | null {
  const value = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return value >= least && value <= most ? null : say`A whole number from ${least} to ${most}`;
}

/** An amount in dollars, as in the API. */
export function moneyField(
  label: string,
  { wrong, initialValue = '', ...look }: FieldLook & { wrong: string; initialValue?: string },
): FormField<number, string, number> {
  return {
    label,
    initialValue,
    toTyped: (dollars) => dollars.toFixed(2),
    toPayload: (typed) => toDollars(parseAmount(typed) ?? ZERO),
    problem: (typed) => (parseAmount(typed) === null ? wrong : null),
    formatValue: (dollars) => formatMoney(centsOf(dollars)),
    ...look,
  };
}

export function booleanField(
  label: string,
  { initialValue = false, ...look }: FieldLook & { initialValue?: boolean } = {},
): FormField<boolean, boolean, boolean> {
  return { label, initialValue, toTyped: identity, toPayload: identity, ...look };
}

/** A field whose value is not typed: one of some words, a list, a picture. */
export function valueField<V>(
  label: string,
  initialValue: V,
  formatValue?: (value: NonNullable<V>) => ReactNode,
): FormField<V, V, V> {
  return { label, initialValue, toTyped: identity, toPayload: identity, formatValue };
}

function identity<V>(value: V): V {
  return value;
}
