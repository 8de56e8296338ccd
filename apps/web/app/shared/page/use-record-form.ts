import type { QueryKey } from '@tanstack/react-query';
import type { CallName } from '@tiffin/contract';
import { refusalText } from '../errors/error-text.ts';
import type { Answer, Body } from '../api/api.ts';
import { useCall } from '../api/use-call.ts';
import { conflictingVersion } from '../live/event-payload.ts';
import type { Draft, Fields, Form, FormPayload, FormRecord, Problems } from '../../ui/form.ts';
import { useForm } from '../../ui/use-form.ts';

interface Saving<F extends Fields, T, N extends CallName> {
  readonly call: N;
  readonly body: (typed: {
    readonly values: FormPayload<F>;
    /** The changed values only. */
    readonly updates: Partial<FormPayload<F>>;
    /** The record that was changed; null for a new one. */
    readonly base: T | null;
  }) => Body<N>;
  /** A further validation with knowledge from outside the form. */
  readonly check?: (draft: Draft<F>) => Partial<Problems>;
  /** The values of a new record that differ from those of the form. */
  readonly initialValues?: Partial<Draft<F>>;
  /** The name under which a refused change contains what another person saved meanwhile. */
  readonly conflict?: string;
  /** The toast when it is saved. */
  readonly doneText?: (answer: Answer<N>, body: Body<N>) => string;
  readonly changes?: readonly QueryKey[];
  readonly replaces?: QueryKey;
  /** For a form that stays open: the record to go on with, null for another new one. */
  readonly next?: (answer: Answer<N>) => T | null;
  readonly onDone?: (answer: Answer<N>) => void;
}

/**
 * The form of a new record (`null`) or an existing one, saved by a call. What another person saved meanwhile is merged
 * and shown. The fields are defined with `formOf`.
 */
export function useRecordForm<F extends Fields, T extends FormRecord<F>, N extends CallName>(
  form: Form<F>,
  record: T | null,
  { call, body, check, initialValues, conflict, next, onDone, ...report }: Saving<F, T, N>,
) {
  const { sendOrThrow } = useCall(call, report);
  const open = useForm<F, T>(
    form,
    record,
    {
      check,
      async save(typed): Promise<void> {
        const answer = await sendOrThrow(body(typed));
        if (next) open.restart(next(answer));
        onDone?.(answer);
      },
      savedMeanwhile: (error) => (conflict === undefined ? null : conflictingVersion<T>(error, conflict)),
      refused: refusalText,
    },
    initialValues,
  );
  return open;
}
