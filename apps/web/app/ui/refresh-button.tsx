import { RefreshCw } from 'lucide-react';
import { IconButton, type IconButtonProps } from './button.tsx';
import styles from './refresh-button.module.css';

/** Reloads, and spins while busy. */
export function RefreshButton(props: Omit<IconButtonProps, 'children' | 'className'>) {
  return (
    <IconButton {...props} className={styles.refresh}>
      <RefreshCw />
    </IconButton>
  );
}
