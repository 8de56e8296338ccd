import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './menu.module.css';

interface DropZoneProps {
  labels: { readonly drop: string; readonly choose: string; readonly rules: string };
  icon: ReactNode;
  accept: string;
  disabled: boolean;
  onFile: (file: File | null) => void;
  children?: ReactNode;
}

/** Where a file is dropped or chosen. `onFile` gets null if something else was dropped. */
export function DropZone({ labels, icon, accept, disabled, onFile, children }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    if (!disabled) onFile(event.dataTransfer.files[0] ?? null);
  }

  return (
    <div
      className={classNames('grid items-center gap-6 round-md text-center text-sm', styles.zone, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {children ?? icon}
      <p>
        {labels.drop}{' '}
        <button
          type="button"
          className={`touch-height weight-650 ${styles.choose}`}
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          {labels.choose}
        </button>
      </p>
      <p className="hint">{labels.rules}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={labels.choose}
        onChange={(event) => {
          if (event.target.files?.[0]) onFile(event.target.files[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
