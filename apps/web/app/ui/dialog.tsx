import { createContext, useContext, useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { X } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { classNames } from './class-names.ts';
import { Button, IconButton, type ButtonLook } from './button.tsx';
import styles from './dialog.module.css';

/** Menus and tooltips of a dialog must be rendered inside it, because everything outside is inert. */
export const DialogElement = createContext<HTMLElement | null>(null);

export function useDialogElement(): HTMLElement | null {
  return useContext(DialogElement);
}

interface BoxProps {
  /** Left out where the dialog is rendered only while it is open. */
  open?: boolean;
  onClose: () => void;
  title: ReactNode;
  /** The title is for screen readers only. */
  titleHidden?: boolean;
  description?: ReactNode;
  children?: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  closeLabel?: string;
  /** If false, neither Escape nor a click outside closes it, and there is no close button. */
  dismissable?: boolean;
  /** True if closing would discard typed text: Escape and the close button ask once. */
  unsaved?: boolean;
  className?: string;
}

export interface DialogProps extends BoxProps {
  size?: 'sm' | 'md' | 'lg';
}

/** A dialog for something that must be done before going on. On a phone it slides in from the bottom. */
export function Dialog({ size = 'md', ...props }: DialogProps) {
  return <ModalBox {...props} shape={classNames(styles.dialog, styles[size])} />;
}

/** A panel at the side of the page, on a phone at the bottom: the cart, a menu, the details of an order. */
export function Sheet(props: BoxProps) {
  return <ModalBox {...props} shape={styles.sheet ?? ''} />;
}

/**
 * A click inside leaves a browser selection there. The field that gets the focus back would show a caret but receive no
 * keys, so the selection is cleared.
 */
function closeWithoutSelection(element: HTMLDialogElement): void {
  const selection = getSelection();
  if (selection && element.contains(selection.anchorNode)) selection.removeAllRanges();
  element.close();
}

/**
 * The browser's modal dialog: it traps the focus and restores it, makes the page behind inert, and closes on Escape.
 */
function ModalBox({
  open = true,
  onClose,
  title,
  titleHidden = false,
  description,
  children,
  footer,
  closeLabel = say`Close`,
  dismissable = true,
  unsaved = false,
  className,
  shape,
}: BoxProps & { shape: string }) {
  const [element, setElement] = useState<HTMLDialogElement | null>(null);
  const id = useId();
  // A click outside is often an accident, so it does not close a dialog that was filled in.
  const isFilledIn = useRef(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const leave = () => (unsaved ? setIsConfirming(true) : onClose());

  useEffect(() => {
    if (!element) return;
    // The browser closes a dialog on a second Escape without an event that can be cancelled. While it asks, it is
    // opened again.
    if (open && !element.open) {
      if (!isConfirming) isFilledIn.current = false;
      const page = document.documentElement;
      page.dataset['gutter'] = innerWidth > page.clientWidth ? 'kept' : 'none';
      element.showModal();
    }
    if (!open && element.open) closeWithoutSelection(element);
  }, [element, open, isConfirming]);

  // Closes an open dialog before it is unmounted; only then does the browser restore the focus.
  useLayoutEffect(() => () => (element ? closeWithoutSelection(element) : undefined), [element]);

  return (
    // The keyboard handling of the dialog is Escape, through onCancel.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={setElement}
      className={classNames('no-padding no-border surface ink shadow-3 clip', styles.box, shape, className)}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissable && event.target === element) leave();
      }}
      onClose={(event) => {
        // The browser closed it (a second Escape), so the owner must be notified. The event is late: the dialog may
        // have been opened again.
        if (event.target === element && open && !element.open) leave();
      }}
      onInput={(event) => {
        isFilledIn.current ||= event.target instanceof Element && event.target.closest('form') !== null;
      }}
      onClick={(event) => {
        if (event.target === element && dismissable && !isFilledIn.current) leave();
      }}
    >
      {open && (
        <DialogElement value={element}>
          <div className="column grow-auto min-height-0">
            <header className={classNames('flex gap-12', styles.head, titleHidden && `absolute ${styles.bareHead}`)}>
              <h2 id={`${id}-title`} className={titleHidden ? 'sr-only' : `grow min-width-0 ${styles.title}`}>
                {title}
              </h2>
              {dismissable && (
                <IconButton label={closeLabel} className={styles.close} onClick={leave}>
                  <X />
                </IconButton>
              )}
            </header>
            <div className={`grow min-height-0 scroll-y ${styles.body}`}>
              {description !== undefined && (
                <p id={`${id}-text`} className={`soft text-sm ${styles.description}`}>
                  {description}
                </p>
              )}
              {children}
            </div>
            {footer && <footer className={`flex flex-wrap gap-10 ${styles.foot}`}>{footer}</footer>}
          </div>
          {isConfirming && (
            <ConfirmDialog
              title={say`Discard what you typed?`}
              description={say`It is not saved yet.`}
              confirmLabel={say`Discard`}
              cancelLabel={say`Keep editing`}
              look="danger-solid"
              onConfirm={() => {
                setIsConfirming(false);
                onClose();
              }}
              onCancel={() => setIsConfirming(false)}
            />
          )}
        </DialogElement>
      )}
    </dialog>
  );
}

export interface ConfirmDialogProps {
  open?: boolean;
  title: ReactNode;
  description?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  look?: Extract<ButtonLook, 'solid' | 'danger-solid'>;
  /** May be asynchronous: the button shows progress, and the dialog stays open until it is done. */
  onConfirm: () => unknown;
  onCancel: () => void;
  children?: ReactNode;
}

export function ConfirmDialog({
  open = true,
  title,
  description,
  confirmLabel,
  cancelLabel = say`Cancel`,
  look = 'solid',
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      description={description}
      size="sm"
      dismissable={!busy}
      footer={
        <>
          <Button look="quiet" onClick={onCancel} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button look={look} busy={busy} onClick={() => void confirm()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
