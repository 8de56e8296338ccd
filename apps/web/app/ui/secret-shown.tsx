import type { ReactNode } from 'react';
import { say } from '@tiffin/domain/core';
import { Banner } from './banner.tsx';
import { CopyButton } from './copy-button.tsx';
import { SecretDialog } from './form-dialog.tsx';
import styles from './secret-shown.module.css';

interface SecretShownProps {
  title: string;
  warning: string;
  secret: string;
  copy: string;
  onClose: () => void;
  children?: ReactNode;
}

/** A key, an address or another secret, which is shown only here. */
export function SecretShown({ title, warning, secret, copy, onClose, children }: SecretShownProps) {
  return (
    <SecretDialog title={title} closeLabel={say`Done`} onClose={onClose}>
      <Banner tone="warn">{warning}</Banner>
      <CopyLine text={secret} label={copy} />
      {children}
    </SecretDialog>
  );
}

/** A text to be pasted elsewhere. */
export function CopyLine({ text, label }: { text: string; label: string }) {
  return (
    <div className={`row gap-8 round-md quiet ${styles.line}`}>
      <code className="grow min-width-0 text-sm break-anywhere">{text}</code>
      <CopyButton text={text} label={label} failed={say`Please select it and copy it by hand`} />
    </div>
  );
}
