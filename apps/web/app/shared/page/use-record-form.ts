import type { QueryKey } from '@tanstack/react-query';
import type { CallName } from '@tiffin/contract';
import { refusalText } from '../errors/error-text.ts';
import type { Answer, Body } from '../api/api.ts';
import { useCall } from '../api/use-call.ts';
import { conflictingVersion } from '../live/event-payload.ts';
import type { Draft, Fields, Form, FormPayload, FormRecord, Problems } from '../../ui/form.ts';
import { useForm } from '../../ui/use-form.ts';

interface Saving<F extends Fields, T, N extends CallName> {
  /** The record to change; without it, the form is that of a new one. */
  readonly record?: T | null;
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
  /** For a form that stays open: saving empties it for another new record. */
  readonly restartsAfterSave?: boolean;
  readonly onDone?: (answer: Answer<N>) => void;
}

/** A form that shows in the server's words why it was refused. */
export const useServerForm: typeof useForm = (form, saving) => useForm(form, { refused: refusalText, ...saving });

/**
 * The form of a new record or an existing one (`record`), saved by a call. What another person saved meanwhile is
 * merged and shown. The fields are defined with `formOf`.
 */
export function useRecordForm<F extends Fields, T extends FormRecord<F>, N extends CallName>(
  form: Form<F>,
  { record, call, body, check, initialValues, conflict, restartsAfterSave, onDone, ...report }: Saving<F, T, N>,
) {
  const { sendOrThrow } = useCall(call, report);
  const open = useServerForm<F, T>(form, {
    record,
    initialValues,
    check,
    async save(typed): Promise<void> {
      const answer = await sendOrThrow(body(typed));
      if (restartsAfterSave) open.restart(null);
      onDone?.(answer);
    },
    savedMeanwhile: (error) => (conflict === undefined ? null : conflictingVersion<T>(error, { name: conflict })),
  });
  return open;
}
