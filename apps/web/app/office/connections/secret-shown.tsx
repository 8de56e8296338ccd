import { say } from '@tiffin/domain/core';
import { Banner } from '../../ui/banner.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { SecretDialog } from '../../ui/form-dialog.tsx';
import styles from './connections.module.css';

interface SecretShownProps {
  title: string;
  warning: string;
  secret: string;
  copy: string;
  onClose: () => void;
}

/** A key or secret, which is shown only here. */
export function SecretShown({ title, warning, secret, copy, onClose }: SecretShownProps) {
  return (
    <SecretDialog title={title} closeLabel={say`Done`} onClose={onClose}>
      <Banner tone="warn">{warning}</Banner>
      <div className={`row gap-8 round-md quiet ${styles.key}`}>
        <code className="grow min-width-0 text-sm break-anywhere">{secret}</code>
        <CopyButton text={secret} label={copy} failed={say`Please select it and copy it by hand`} />
      </div>
    </SecretDialog>
  );
}
