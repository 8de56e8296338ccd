import styles from './new-order.module.css';
import { texts } from './texts.ts';

const HINTS = [
  ['/', texts.keys.search],
  ['↵', texts.keys.add],
  ['1 2 3', texts.keys.spice],
  ['P', texts.keys.phone],
  ['T', texts.keys.tip],
  ['⌘↵', texts.keys.place],
] as const;

export function KeyHints() {
  return (
    <p className={styles.keys} aria-hidden="true">
      {HINTS.map(([key, what]) => (
        <span key={key}>
          <kbd>{key}</kbd> {what}
        </span>
      ))}
    </p>
  );
}
