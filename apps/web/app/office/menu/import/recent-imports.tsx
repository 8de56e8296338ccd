import { useState } from 'react';
import { CircleCheck, Undo2 } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { officePaths } from '../../../office-paths.ts';
import { errorTextOrServerMessage } from '../../../shared/errors/error-text.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { formatCount } from '../../../ui/figures.tsx';
import { IconState } from '../../../ui/states.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { formatTime } from '../../../ui/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toasts.ts';
import { useImports, useImportActions, type ImportResult } from './import-data.ts';

const recentOfText = (by: string, time: string, n: number) =>
  n === 1 ? say`${by}, ${time}: 1 change` : say`${by}, ${time}: ${formatCount(n)} changes`;

/** The result of an import, with undo. */
export function ImportedPanel({
  result,
  refused,
  unknownGroups,
  zone,
  unstated,
  isFromSetUp,
  onReview,
  onAgain,
  onLook,
  onOther,
}: {
  result: ImportResult;
  refused: number;
  unknownGroups: readonly string[];
  zone: string;
  unstated: number;
  isFromSetUp: boolean;
  onReview: () => void;
  onAgain: () => void;
  onLook: () => void;
  onOther: () => void;
}) {
  return (
    <IconState
      title={
        result.added + result.changed === 1
          ? say`1 change imported`
          : say`${formatCount(result.added + result.changed)} changes imported`
      }
      text={[
        result.added === 1
          ? say`1 dish added, ${formatCount(result.changed)} changed.`
          : say`${formatCount(result.added)} dishes added, ${formatCount(result.changed)} changed.`,
        refused > 0 && (refused === 1 ? say`1 row was refused.` : say`${formatCount(refused)} rows were refused.`),
        unknownGroups.length > 0 && say`Option groups that do not exist yet: ${unknownGroups.join(', ')}.`,
      ]
        .filter(Boolean)
        .join(' ')}
      icon={<CircleCheck aria-hidden="true" />}
    >
      {unstated > 0 && (
        <Button onClick={onReview}>{unstated === 1 ? say`1 dish: confirm` : say`${unstated} dishes: confirm`}</Button>
      )}
      {isFromSetUp && (
        <LinkButton look="line" href={officePaths.setUp('menu')}>
          {say`Back to the set-up`}
        </LinkButton>
      )}
      {unknownGroups.length > 0 && <Button onClick={onAgain}>{say`Check the file again`}</Button>}
      <Button {...(unknownGroups.length + unstated > 0 && { look: 'quiet' })} onClick={onLook}>
        {say`See the menu`}
      </Button>
      <Undo result={result} onUndone={onOther} />
      <Button look="quiet" onClick={onOther}>
        {say`Another file`}
      </Button>
      <p className="hint">{say`Undo works until ${formatTime(result.undoUntil, 'time', zone)}, or until one of these dishes is changed by hand.`}</p>
    </IconState>
  );
}

/** Offers undo after leaving the page. */
export function RecentImports({ zone }: { zone: string }) {
  const { data } = useImports();
  if (!data || data.imports.length === 0) return null;
  return (
    <Panel title={say`Imported in the last hour`}>
      <ul className="stack gap-12">
        {data.imports.map((result) => (
          <li key={result.importId} className="row flex-wrap between gap-8-16">
            <span>
              {recentOfText(
                result.by ?? say`Somebody`,
                formatTime(result.at, 'time', zone),
                result.added + result.changed,
              )}
            </span>
            <Undo result={result} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Undo({ result, onUndone }: { result: ImportResult; onUndone?: () => void }) {
  const { undo } = useImportActions();
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <Button
        look="line"
        busy={undo.isPending}
        onClick={() =>
          undo.mutate(result.importId, {
            onSuccess: () => {
              toast.success(say`Undone. The menu is as it was before.`);
              onUndone?.();
            },
            onError: (error) =>
              setProblem(`${say`It could not be undone.`} ${errorTextOrServerMessage(error, [404, 409])}`),
          })
        }
      >
        <Undo2 aria-hidden="true" />
        {say`Undo all ${result.added + result.changed}`}
      </Button>
      <FieldError error={problem} />
    </>
  );
}
