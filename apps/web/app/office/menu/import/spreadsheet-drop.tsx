import type { ComponentProps } from 'react';
import { FileUp } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { DropZone } from '../drop-zone.tsx';

/** Takes the file of an import. */
export function SpreadsheetDrop(props: Pick<ComponentProps<typeof DropZone>, 'disabled' | 'onFile' | 'children'>) {
  return (
    <DropZone
      labels={{
        drop: say`Drop a file here, or`,
        choose: say`choose a file`,
        rules: say`CSV or .xlsx, at most 5 MB and 5,000 rows`,
      }}
      icon={<FileUp className="soft" />}
      accept=".csv,.tsv,.xlsx,text/csv"
      {...props}
    />
  );
}
