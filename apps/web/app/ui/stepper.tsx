import { Minus, Plus } from 'lucide-react';
import { classNames } from './class-names.ts';
import styles from './stepper.module.css';
import { fieldTexts } from './field-texts.ts';

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
      <button
        className="center no-padding"
        type="button"
        aria-label={fieldTexts.fewer(label)}
        disabled={value <= min}
        onClick={() => onValue(value - 1)}
      >
        <Minus aria-hidden="true" />
      </button>
      <output className="text-center clip text-lg" aria-live="polite">
        {/* a new element each time, so that the figure is animated */}
        <span key={value}>{value}</span>
      </output>
      <button
        className="center no-padding"
        type="button"
        aria-label={fieldTexts.more(label)}
        disabled={value >= max}
        onClick={() => onValue(value + 1)}
      >
        <Plus aria-hidden="true" />
      </button>
    </div>
  );
}
