import { useState } from 'react';
import { CircleCheck, Undo2 } from 'lucide-react';
import { errorTextOrServerMessage } from '../../../shared/errors/words.ts';
import { Button } from '../../../ui/button.tsx';
import { IconState } from '../../../ui/states.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { formatTime } from '../../../ui/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toasts.ts';
import { useImports, useMoving, type Taken } from './import-data.ts';
import { texts } from './texts.ts';

/** The result of an import, with undo. */
export function ImportedPanel({
  taken,
  refused,
  unknownGroups,
  zone,
  onAgain,
  onLook,
  onOther,
}: {
  taken: Taken;
  refused: number;
  unknownGroups: readonly string[];
  zone: string;
  onAgain: () => void;
  onLook: () => void;
  onOther: () => void;
}) {
  return (
    <IconState
      title={texts.done(taken.added + taken.changed)}
      text={[
        texts.doneText(taken.added, taken.changed),
        refused > 0 && texts.refused(refused),
        unknownGroups.length > 0 && texts.unknownGroups(unknownGroups),
      ]
        .filter(Boolean)
        .join(' ')}
      icon={<CircleCheck aria-hidden="true" />}
    >
      {unknownGroups.length > 0 && <Button onClick={onAgain}>{texts.lookAgain}</Button>}
      <Button {...(unknownGroups.length > 0 && { look: 'quiet' })} onClick={onLook}>
        {texts.look}
      </Button>
      <Undo taken={taken} onUndone={onOther} />
      <Button look="quiet" onClick={onOther}>
        {texts.other}
      </Button>
      <p className="hint">{texts.undoUntil(formatTime(taken.undoUntil, 'time', zone))}</p>
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
        {data.imports.map((taken) => (
          <li key={taken.importId} className="row flex-wrap between gap-8-16">
            <span>
              {texts.recentOf(
                taken.by ?? texts.somebody,
                formatTime(taken.at, 'time', zone),
                taken.added + taken.changed,
              )}
            </span>
            <Undo taken={taken} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Undo({ taken, onUndone }: { taken: Taken; onUndone?: () => void }) {
  const { undo } = useMoving();
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <Button
        look="line"
        busy={undo.isPending}
        onClick={() =>
          undo.mutate(taken.importId, {
            onSuccess: () => {
              toast.success(texts.undone);
              onUndone?.();
            },
            onError: (error) => setProblem(`${texts.undoFailed} ${errorTextOrServerMessage(error, [404, 409])}`),
          })
        }
      >
        <Undo2 aria-hidden="true" />
        {texts.undo(taken.added + taken.changed)}
      </Button>
      <FieldError error={problem} />
    </>
  );
}
