import { RefreshCw } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { IconButton, type IconButtonProps } from './button.tsx';
import styles from './refresh-button.module.css';

export function RefreshButton(props: Omit<IconButtonProps, 'children' | 'className' | 'label'>) {
  return (
    <IconButton label={say`Refresh`} title={say`Refresh`} {...props} className={styles.refresh}>
      <RefreshCw />
    </IconButton>
  );
}
