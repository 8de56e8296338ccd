import { Delete } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { PIN_LENGTH } from '@tiffin/domain/people';
import { classNames } from './class-names.ts';
import { IconButton } from './button.tsx';
import { usePageEvent } from './page-event.ts';
import styles from './pin-pad.module.css';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

interface PinPadProps {
  pin: string;
  onPin: (pin: string) => void;
  onComplete: (pin: string) => void;
  disabled: boolean;
  /** True if the last PIN was wrong. */
  isWrong: boolean;
}

export function PinPad({ pin, onPin, onComplete, disabled, isWrong }: PinPadProps) {
  function press(digit: string) {
    if (disabled || pin.length === PIN_LENGTH) return;
    const typed = pin + digit;
    onPin(typed);
    if (typed.length === PIN_LENGTH) onComplete(typed);
  }

  usePageEvent('keydown', (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (/^\d$/.test(event.key)) press(event.key);
    if (event.key === 'Backspace' && !disabled) onPin(pin.slice(0, -1));
  });

  return (
    <>
      <div
        className={classNames('flex gap-16', styles.dots, isWrong && styles.wrong)}
        role="img"
        aria-label={say`${pin.length} of ${PIN_LENGTH} digits typed`}
      >
        {Array.from({ length: PIN_LENGTH }, (_, index) => (
          <i key={index} data-on={index < pin.length ? '' : undefined} />
        ))}
      </div>
      <div className={`grid gap-12 full-width ${styles.pad}`}>
        {KEYS.map((digit) => (
          <button key={digit} type="button" disabled={disabled} onClick={() => press(digit)}>
            {digit}
          </button>
        ))}
        <span />
        <button type="button" disabled={disabled} onClick={() => press('0')}>
          0
        </button>
        <IconButton label={say`Delete`} disabled={disabled} onClick={() => onPin(pin.slice(0, -1))}>
          <Delete />
        </IconButton>
      </div>
    </>
  );
}
