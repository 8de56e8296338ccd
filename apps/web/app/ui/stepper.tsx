import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { say } from '@tiffin/domain/core';
import { classNames } from './class-names.ts';
import styles from './stepper.module.css';

export interface StepperProps {
  /** What is counted: "One more {label}". */
  label: string;
  value: number;
  onValue: (value: number) => void;
  min?: number;
  max?: number;
  size?: 'md' | 'lg';
}

export function Stepper({ label, value, onValue, min = 0, max = Number.MAX_SAFE_INTEGER, size = 'md' }: StepperProps) {
  /** At a limit a button is dimmed but stays focusable, so that a keyboard does not lose its place. */
  const stepButton = (name: string, next: number, isAtLimit: boolean, icon: ReactNode) => (
    <button
      className="center no-padding"
      type="button"
      aria-label={name}
      aria-disabled={isAtLimit || undefined}
      onClick={() => !isAtLimit && onValue(next)}
    >
      {icon}
    </button>
  );
  return (
    <div
      role="group"
      aria-label={label}
      className={classNames(
        'inline-row icon-18 quiet weight-600 digits',
        styles.stepper,
        size === 'lg' && styles.large,
      )}
    >
      {stepButton(say`One fewer ${label}`, value - 1, value <= min, <Minus />)}
      <output className="text-center clip text-lg" aria-live="polite">
        {/* a new element each time, so that the figure is animated */}
        <span key={value}>{value}</span>
      </output>
      {stepButton(say`One more ${label}`, value + 1, value >= max, <Plus />)}
    </div>
  );
}
