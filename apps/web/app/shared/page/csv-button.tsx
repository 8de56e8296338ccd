import { useState } from 'react';
import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import { saveCsv } from '../api/save-csv.ts';
import { errorText } from '../errors/error-text.ts';

interface CsvButtonProps {
  call: string;
  /** Computed when the button is pressed. */
  query: () => Readonly<Record<string, string>>;
  /** Used if the server names no file. */
  fileName: string;
  label: string;
  /** The label of one of several such buttons. */
  fullLabel?: string;
  /** Says that the file is there. */
  savedText?: (rows: number) => string;
  failedText: string;
}

/** Downloads a list as a CSV file. */
export function CsvButton({ call, query, fileName, label, fullLabel, savedText, failedText }: CsvButtonProps) {
  const [isSaving, setIsSaving] = useState(false);
  async function save() {
    setIsSaving(true);
    try {
      const rows = await saveCsv(call, query(), fileName);
      if (savedText) toast.success(savedText(rows));
    } catch (error) {
      toast.error(failedText, { description: errorText(error) });
    }
    setIsSaving(false);
  }
  return (
    <Button look="plain" busy={isSaving} aria-label={fullLabel} onClick={() => void save()}>
      <Download aria-hidden="true" />
      {label}
    </Button>
  );
}
