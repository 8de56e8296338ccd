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
  const [done, setDone] = useState(false);
  useEffect(() => {
    const timer = done ? setTimeout(() => setDone(false), 2000) : undefined;
    return () => clearTimeout(timer);
  }, [done]);

  async function copy() {
    try {
      await copyText(text);
      setDone(true);
    } catch {
      toast.error(failed);
    }
  }

  return (
    <>
      <IconButton label={label} onClick={() => void copy()}>
        {done ? <Check /> : <Copy />}
      </IconButton>
      <span role="status" className="sr-only">
        {done && say`Copied`}
      </span>
    </>
  );
}
