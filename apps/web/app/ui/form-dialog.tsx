import { useId, type ReactNode } from 'react';
import { say } from '@tiffin/domain/core';
import { Button, type ButtonLook } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface FormDialogProps {
  title: string;
  description?: string;
  confirmLabel: string;
  cancelLabel?: string;
  busy: boolean;
  look?: ButtonLook;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a few fields, submitted once by Enter or the button. */
export function FormDialog({
  confirmLabel,
  cancelLabel = say`Cancel`,
  busy,
  look = 'solid',
  onSubmit,
  onClose,
  children,
  ...texts
}: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      size="sm"
      {...texts}
      onClose={onClose}
      dismissable={!busy}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button type="submit" form={id} look={look} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="stack gap-16"
        onSubmit={(event) => {
          event.preventDefault();
          // React bubbles the submit to a form that contains the dialog.
          event.stopPropagation();
          if (!busy) onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}

interface SecretDialogProps {
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** For a secret that shows only once: it closes only by its button, because a click outside must not lose it. */
export function SecretDialog({ title, closeLabel, onClose, children }: SecretDialogProps) {
  return (
    <Dialog
      size="sm"
      dismissable={false}
      onClose={onClose}
      title={title}
      footer={<Button onClick={onClose}>{closeLabel}</Button>}
    >
      <div className="stack gap-16">{children}</div>
    </Dialog>
  );
}
