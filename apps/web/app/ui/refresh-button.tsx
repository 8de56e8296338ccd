import { RefreshCw } from 'lucide-react';
import { IconButton, type IconButtonProps } from './button.tsx';
import styles from './refresh-button.module.css';

/** Asks for it anew, and turns while it is at work. */
export function RefreshButton(props: Omit<IconButtonProps, 'children' | 'className'>) {
  return (
    <IconButton {...props} className={styles.refresh}>
      <RefreshCw aria-hidden="true" />
    </IconButton>
  );
}
