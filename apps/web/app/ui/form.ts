import type { InputHTMLAttributes, ReactNode } from 'react';
import { texts } from './texts.ts';

/* A form for a record that others may edit at the same time. Each field defines its label, how it is read from the API,
   displayed, validated, sent, and described in a conflict. A form is a set of fields; changes and merging follow from
   them. */

export interface FormField<In, Typed, Out> extends Look {
  readonly label: string;
  /** The initial value for a new record. */
  readonly fresh: Typed;
  readonly shown: (value: In) => Typed;
  readonly sent: (typed: Typed) => Out;
  readonly problem?: (typed: Typed) => string | null;
  readonly words?: (value: NonNullable<Out>) => ReactNode;
}

/** The label and look of a field. */
export interface Look {
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
interface AnyField extends Look {
  readonly label: string;
  readonly fresh: unknown;
  readonly shown: (value: never) => unknown;
  readonly sent: (typed: never) => unknown;
  readonly problem?: (typed: never) => string | null;
  readonly words?: (value: never) => ReactNode;
}
export type Fields = Readonly<Record<string, AnyField>>;
export type NameOf<F extends Fields> = keyof F & string;

/** The part of a record that its form reads. */
export type Read<F extends Fields> = { readonly [K in keyof F]: Parameters<F[K]['shown']>[0] };
/** The same as typed text. */
export type Draft<F extends Fields> = { readonly [K in keyof F]: ReturnType<F[K]['shown']> };
export type Sent<F extends Fields> = { [K in keyof F]: ReturnType<F[K]['sent']> };
/** Errors by field. */
export type Problems = Readonly<Record<string, string>>;

/** A field that another person changed meanwhile, as the form shows it. */
export interface Change<F extends string = string> {
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
  readonly settled?: (values: Sent<F>) => Sent<F>;
}

export type Form<F extends Fields> = ReturnType<typeof formOf<F>>;

export function formOf<F extends Fields>(fields: F, { check, settled = (values) => values }: Rules<F> = {}) {
  const names = Object.keys(fields) as NameOf<F>[];
  // Each value is handled only by its own field.
  const each = (value: (field: AnyField, name: NameOf<F>) => unknown) =>
    Object.fromEntries(names.map((name) => [name, value(fields[name] as AnyField, name)]));

  const draftOf = (thing: Read<F>): Draft<F> => each((field, name) => field.shown(thing[name])) as Draft<F>;
  const sentOf = (draft: Draft<F>): Sent<F> =>
    settled(each((field, name) => field.sent(draft[name] as never)) as Sent<F>);

  return {
    fields,
    fresh: each((field) => field.fresh) as Draft<F>,
    draftOf,
    sentOf,

    problemsOf(draft: Draft<F>): Problems {
      const found = names.flatMap((name) => {
        const problem = fields[name]?.problem?.(draft[name] as never) ?? null;
        return problem === null ? [] : [[name, problem]];
      });
      return { ...check?.(draft), ...Object.fromEntries(found) };
    },

    /** Only changed fields are sent, so that two people can change different ones. */
    updatesOf(base: Read<F>, draft: Draft<F>): Partial<Sent<F>> {
      const [before, mine] = [sentOf(draftOf(base)), sentOf(draft)];
      return Object.fromEntries(
        names.filter((name) => !same(before[name], mine[name])).map((name) => [name, mine[name]]),
      ) as Partial<Sent<F>>;
    },

    /**
     * My draft merged with what another person saved: theirs where I changed nothing, mine where both did. Also returns
     * their changes, conflicts first.
     */
    merged(base: Read<F>, draft: Draft<F>, others: Read<F>): { draft: Draft<F>; changes: Change<NameOf<F>>[] } {
      const [before, present] = [draftOf(base), draftOf(others)];
      const [was, mine, now] = [sentOf(before), sentOf(draft), sentOf(present)];
      const changes = names
        .filter((name) => !same(was[name], now[name]))
        .map((name) => ({
          field: name,
          base: before[name],
          mine: draft[name],
          current: present[name],
          clashes: !same(was[name], mine[name]) && !same(mine[name], now[name]),
        }));
      const taken = Object.fromEntries(changes.filter(({ clashes }) => !clashes).map((it) => [it.field, it.current]));
      return {
        draft: { ...draft, ...taken },
        changes: changes.toSorted((a, b) => Number(b.clashes) - Number(a.clashes)),
      };
    },

    /** The value of a field as text. */
    wordsOf(name: NameOf<F>, typed: unknown): ReactNode {
      const field = fields[name] as AnyField;
      const value = field.sent(typed as never);
      if (isNothing(value)) return '—';
      return field.words ? field.words(value as never) : plainWords(value);
    },
  };
}

/** Null, an empty text and an empty list are equal; lists are compared in order. */
function same(a: unknown, b: unknown): boolean {
  return written(a) === written(b);
}

function written(value: unknown): string {
  return isNothing(value) ? '' : JSON.stringify(value);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function plainWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/* The kinds of fields. */

export function text(label: string, look: Look = {}): FormField<string | null, string, string> {
  return { label, fresh: '', shown: (value) => value ?? '', sent: (typed) => typed.trim(), ...look };
}

/** An optional text. */
export function optionalText(label: string, look: Look = {}): FormField<string | null, string, string | null> {
  return { ...text(label, { optional: true, ...look }), sent: (typed) => typed.trim() || null };
}

interface Range extends Look {
  readonly least: number;
  readonly most: number;
  readonly fresh?: number;
}

export function wholeNumber(label: string, { fresh, ...range }: Range): FormField<number, string, number> {
  return {
    ...optionalNumber(label, { optional: false, ...range }),
    fresh: fresh === undefined ? '' : String(fresh),
    problem: (typed) => rangeProblem(typed, range),
    sent: Number,
  };
}

export function optionalNumber(label: string, range: Range): FormField<number | null, string, number | null> {
  const { least: _least, most: _most, fresh: _fresh, input, ...look } = range;
  return {
    label,
    fresh: '',
    shown: (value) => (value === null ? '' : String(value)),
    problem: (typed) => (typed.trim() === '' ? null : rangeProblem(typed, range)),
    sent: (typed) => (typed.trim() === '' ? null : Number(typed)),
    optional: true,
    input: { inputMode: 'numeric', ...input },
    ...look,
  };
}

function rangeProblem(typed: string, { least, most }: Range): string | null {
  const value = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return value >= least && value <= most ? null : texts.wholeNumber(least, most);
}

/** A boolean. */
export function flag(
  label: string,
  { fresh = false, ...look }: Look & { fresh?: boolean } = {},
): FormField<boolean, boolean, boolean> {
  return { label, fresh, shown: itself, sent: itself, ...look };
}

/** A field whose value is not typed: one of some words, a list, a picture. */
export function valueField<V>(
  label: string,
  fresh: V,
  words?: (value: NonNullable<V>) => ReactNode,
): FormField<V, V, V> {
  return { label, fresh, shown: itself, sent: itself, ...(words && { words }) };
}

function itself<V>(value: V): V {
  return value;
}
