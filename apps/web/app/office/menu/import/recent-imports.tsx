import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Undo2 } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { officePaths } from '../../../office-paths.ts';
import { apiQuery } from '../../../shared/api/queries.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { formatCount } from '../../../ui/figures.tsx';
import { IconState } from '../../../ui/states.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { formatTime } from '../../../ui/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { countRefused, IMPORT_CHANGES, IMPORTS_KEY, type ImportPlan, type ImportResult } from './import-data.ts';
import { Rows } from './import-preview.tsx';

interface ImportedPanelProps {
  result: ImportResult;
  plan: ImportPlan;
  zone: string;
  isFromSetUp: boolean;
  onSeeMenu: () => void;
  onStartOver: () => void;
}

/** The result of an import, with undo. */
export function ImportedPanel({ result, plan, zone, isFromSetUp, onSeeMenu, onStartOver }: ImportedPanelProps) {
  const refused = countRefused(plan);
  const changes = result.added + result.changed;
  return (
    <>
      <IconState
        title={changes === 1 ? say`1 change imported` : say`${formatCount(changes)} changes imported`}
        text={[
          result.added === 1
            ? say`1 dish added, ${formatCount(result.changed)} changed.`
            : say`${formatCount(result.added)} dishes added, ${formatCount(result.changed)} changed.`,
          refused > 0 && (refused === 1 ? say`1 row was refused.` : say`${formatCount(refused)} rows were refused.`),
        ]
          .filter(Boolean)
          .join(' ')}
        icon={<CircleCheck />}
      >
        {isFromSetUp && (
          <LinkButton look="line" href={officePaths.setUp()}>
            {say`Back to the set-up`}
          </LinkButton>
        )}
        <Button onClick={onSeeMenu}>{say`See the menu`}</Button>
        <Undo result={result} onUndone={onStartOver} />
        <Button look="quiet" onClick={onStartOver}>
          {say`Another file`}
        </Button>
        <p className="hint">{say`Undo works until ${formatTime(result.undoUntil, 'time', zone)}, or until one of these dishes is changed by hand.`}</p>
      </IconState>
      {refused > 0 && (
        <Panel title={say`Refused: ${formatCount(refused)}`}>
          <Rows rows={plan.refused} content={({ reason }) => reason} />
          {plan.places.map((place) => (
            <Rows key={place.locationId} rows={place.refused} content={({ reason }) => reason} />
          ))}
        </Panel>
      )}
    </>
  );
}

/** The imports that can still be undone, also after leaving the page. */
export function RecentImports({ zone }: { zone: string }) {
  const { data } = useQuery({ ...apiQuery(IMPORTS_KEY, 'getMenuImports'), staleTime: 0 });
  if (!data || data.imports.length === 0) return null;
  return (
    <Panel title={say`Imported in the last hour`}>
      <ul className="stack gap-12">
        {data.imports.map((result) => {
          const by = result.by ?? say`Somebody`;
          const time = formatTime(result.at, 'time', zone);
          const changes = result.added + result.changed;
          return (
            <li key={result.importId} className="row flex-wrap between gap-8-16">
              <span>
                {changes === 1 ? say`${by}, ${time}: 1 change` : say`${by}, ${time}: ${formatCount(changes)} changes`}
              </span>
              <Undo result={result} />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function Undo({ result, onUndone }: { result: ImportResult; onUndone?: () => void }) {
  const undo = useCall('undoMenuImport', {
    changes: IMPORT_CHANGES,
    doneText: () => say`Undone. The menu is as it was before.`,
    onDone: onUndone,
  });
  return (
    <>
      <Button look="line" busy={undo.isBusy} onClick={() => void undo.send({ importId: result.importId })}>
        <Undo2 />
        {say`Undo all ${result.added + result.changed}`}
      </Button>
      <FieldError error={undo.error && `${say`It could not be undone.`} ${undo.error}`} />
    </>
  );
}
