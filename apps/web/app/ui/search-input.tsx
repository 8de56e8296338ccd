import { Search } from 'lucide-react';
import { classNames } from './class-names.ts';
import type { TextInputProps } from './inputs.tsx';
import styles from './inputs.module.css';

export function SearchInput({
  label,
  className,
  onValue,
  ...rest
}: TextInputProps & { label: string; onValue?: (search: string) => void }) {
  return (
    <div className={classNames('relative', className)}>
      <span className={styles.prefix} aria-hidden="true">
        <Search />
      </span>
      <input
        type="search"
        aria-label={label}
        maxLength={200}
        onChange={onValue && ((event) => onValue(event.target.value))}
        {...rest}
        className={classNames(styles.input, styles.search)}
      />
    </div>
  );
}
