import { useState, type ReactNode } from 'react';
import { say } from '@tiffin/domain/core';
import { Button, type ButtonProps } from './button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './dialog.tsx';

interface Question extends Pick<ConfirmDialogProps, 'look'> {
  readonly title: string;
  readonly text?: ReactNode;
  /** The button that does it. */
  readonly confirm: string;
  readonly cancel?: string;
}

/** A button that asks before it acts. It is busy until that is done. */
export function ConfirmButton({
  question: { title, text, confirm, cancel = say`Cancel`, look },
  onConfirm,
  ...button
}: Omit<ButtonProps, 'onClick'> & { question: Question; onConfirm: () => unknown }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      <ConfirmDialog
        open={isOpen}
        title={title}
        description={text}
        confirmLabel={confirm}
        cancelLabel={cancel}
        look={look}
        onConfirm={async () => {
          await onConfirm();
          setIsOpen(false);
        }}
        onCancel={() => setIsOpen(false)}
      />
    </>
  );
}
