import { useState } from 'react';
import { CircleCheck, Undo2 } from 'lucide-react';
import { officePaths } from '../../../office-paths.ts';
import { errorTextOrServerMessage } from '../../../shared/errors/error-text.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { IconState } from '../../../ui/states.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { formatTime } from '../../../ui/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toasts.ts';
import { useImports, useImportActions, type ImportResult } from './import-data.ts';
import { texts as reviewTexts } from './review-texts.ts';
import { texts } from './texts.ts';

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
      title={texts.done(result.added + result.changed)}
      text={[
        texts.doneText(result.added, result.changed),
        refused > 0 && texts.refused(refused),
        unknownGroups.length > 0 && texts.unknownGroups(unknownGroups),
      ]
        .filter(Boolean)
        .join(' ')}
      icon={<CircleCheck aria-hidden="true" />}
    >
      {unstated > 0 && <Button onClick={onReview}>{reviewTexts.count(unstated)}</Button>}
      {isFromSetUp && (
        <LinkButton look="line" href={officePaths.setUp('menu')}>
          {texts.backToSetUp}
        </LinkButton>
      )}
      {unknownGroups.length > 0 && <Button onClick={onAgain}>{texts.lookAgain}</Button>}
      <Button {...(unknownGroups.length + unstated > 0 && { look: 'quiet' })} onClick={onLook}>
        {texts.look}
      </Button>
      <Undo result={result} onUndone={onOther} />
      <Button look="quiet" onClick={onOther}>
        {texts.other}
      </Button>
      <p className="hint">{texts.undoUntil(formatTime(result.undoUntil, 'time', zone))}</p>
    </IconState>
  );
}

/** Offers undo after leaving the page. */
export function RecentImports({ zone }: { zone: string }) {
  const { data } = useImports();
  if (!data || data.imports.length === 0) return null;
  return (
    <Panel title={texts.recent}>
      <ul className="stack gap-12">
        {data.imports.map((result) => (
          <li key={result.importId} className="row flex-wrap between gap-8-16">
            <span>
              {texts.recentOf(
                result.by ?? texts.somebody,
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
              toast.success(texts.undone);
              onUndone?.();
            },
            onError: (error) => setProblem(`${texts.undoFailed} ${errorTextOrServerMessage(error, [404, 409])}`),
          })
        }
      >
        <Undo2 aria-hidden="true" />
        {texts.undo(result.added + result.changed)}
      </Button>
      <FieldError error={problem} />
    </>
  );
}
