import { useState, type ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, type LoadedProps } from './loaded.tsx';

interface ListPanelProps<Row> {
  title: string;
  /** Its id as a part of the page that links lead to. */
  part?: string;
  explain: string;
  query: LoadedProps<readonly Row[]>['query'];
  failed: string;
  /** Instead of an empty list. */
  none: ReactNode;
  /** The words of the button that opens the dialog. */
  add: string;
  dialog: (onClose: () => void) => ReactNode;
  children: (row: Row) => ReactNode;
}

/** A panel with a list, and a dialog to add to it. */
export function ListPanel<Row>({ query, failed, none, add, dialog, children, ...panel }: ListPanelProps<Row>) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Panel
      {...panel}
      aside={
        <Button look="quiet" size="sm" onClick={() => setIsAdding(true)}>
          <Plus />
          {add}
        </Button>
      }
    >
      <Loaded query={query} failed={failed} rows={1} height={72} level={3}>
        {(rows) => (rows.length === 0 ? none : <ul className="ruled">{rows.map(children)}</ul>)}
      </Loaded>
      {isAdding && dialog(() => setIsAdding(false))}
    </Panel>
  );
}
