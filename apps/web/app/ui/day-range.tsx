import styles from './day-range.module.css';
import { TextInput } from './inputs.tsx';

interface DayRangeProps {
  labels: { readonly from: string; readonly to: string };
  from: string;
  to: string;
  onFrom: (day: string) => void;
  onTo: (day: string) => void;
}

/** The first and last day of a list; either may be empty. */
export function DayRange({ labels, from, to, onFrom, onTo }: DayRangeProps) {
  return (
    <div className={styles.range}>
      <label className={styles.day}>
        {labels.from}
        <TextInput type="date" value={from} onChange={(event) => onFrom(event.target.value)} />
      </label>
      <label className={styles.day}>
        {labels.to}
        <TextInput type="date" value={to} onChange={(event) => onTo(event.target.value)} />
      </label>
    </div>
  );
}
