import { useEffect, useState } from 'react';
import { Check, Copy } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { IconButton } from './button.tsx';
import { copyText } from './copy-text.ts';
import { toast } from './toasts.ts';

interface CopyButtonProps {
  text: string;
  label: string;
  failed?: string;
}

/** Copies a text and confirms it by a tick for two seconds and a text for screen readers. */
export function CopyButton({ text, label, failed = say`It could not be copied` }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), 2000) : undefined;
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await copyText(text);
      setCopied(true);
    } catch {
      toast.error(failed);
    }
  }

  return (
    <>
      <IconButton label={label} onClick={() => void copy()}>
        {isCopied ? <Check /> : <Copy />}
      </IconButton>
      <span role="status" className="sr-only">
        {isCopied && say`Copied`}
      </span>
    </>
  );
}
