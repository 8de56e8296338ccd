import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { saveCsv, type CsvQuery } from '../api/save-csv.ts';
import { useAction } from '../api/use-action.ts';

interface CsvButtonProps {
  call: string;
  /** Computed when the button is pressed. */
  query: () => CsvQuery;
  /** Used if the server names no file. */
  fileName: string;
  label: string;
  /** The label of one of several such buttons. */
  fullLabel?: string;
  /** Says that the file is there. */
  savedText?: (rows: number) => string;
  failedText: string;
  className?: string;
}

export function CsvButton({
  call,
  query,
  fileName,
  label,
  fullLabel,
  savedText,
  failedText,
  className,
}: CsvButtonProps) {
  const download = useAction(() => saveCsv(call, query(), fileName), {
    doneText: (rows) => savedText?.(rows) ?? null,
    failed: failedText,
  });
  return (
    <Button
      look="plain"
      className={className}
      busy={download.isBusy}
      aria-label={fullLabel}
      onClick={() => void download.send()}
    >
      <Download />
      {label}
    </Button>
  );
}
