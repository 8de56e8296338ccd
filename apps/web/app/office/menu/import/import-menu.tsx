import { useState } from 'react';
import { ArrowLeft, FileUp } from 'lucide-react';
import { newKey } from '../../../shared/api/new-key.ts';
import { api } from '../../../shared/api/api.ts';
import { saveCsv } from '../../../shared/api/save-csv.ts';
import { errorTextOrServerMessage } from '../../../shared/errors/words.ts';
import { useOnline } from '../../../shared/offline/online.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Checkbox } from '../../../ui/boxes.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { toast } from '../../../ui/toasts.ts';
import { DropZone } from '../drop-zone.tsx';
import type { Place } from '../menu-data.ts';
import {
  asFile,
  FileProblem,
  planWith,
  readChosen,
  useMoving,
  type ChosenFile,
  type Plan,
  type Taken,
} from './import-data.ts';
import { GroupDialog } from '../options/group-dialog.tsx';
import { useGroups } from '../options/groups-data.ts';
import { ImportPreview } from './import-preview.tsx';
import { STARTERS } from './starters.ts';
import { RecentImports, ImportedPanel } from './recent-imports.tsx';
import { texts } from './texts.ts';
import styles from './moving.module.css';

/** Statuses whose messages explain what is wrong with a file. */
const SAYS_WHY = [400, 404, 409, 413, 429];

interface Looked {
  readonly file: ChosenFile;
  readonly plan: Plan;
  /** One press is one import, even if it is retried. */
  readonly key: string;
}

/** Exports the menu as a file, and imports one after a preview of its changes. */
export function ImportMenu({
  place,
  places,
  isEmpty,
  onClose,
}: {
  place: Place;
  places: readonly Place[];
  /** The menu is empty, so starter menus are offered. */
  isEmpty: boolean;
  onClose: () => void;
}) {
  const online = useOnline();
  const [chosen, setChosen] = useState<readonly string[]>([place.id]);
  const [looked, setLooked] = useState<Looked | null>(null);
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [failed, setFailed] = useState<ChosenFile | null>(null);
  const [taken, setTaken] = useState<{ readonly what: Taken; readonly from: Looked } | null>(null);
  const [making, setMaking] = useState<string | null>(null);
  const { data: groups = [] } = useGroups();
  const { take } = useMoving();

  async function look(file: ChosenFile, columns?: readonly (string | null)[]) {
    setReading(true);
    setProblem(null);
    setFailed(null);
    try {
      const body = { file: file.base64, locationIds: [...chosen], ...(columns && { columns: [...columns] }) };
      setLooked({ file, plan: await api('previewMenuImport', { body }), key: newKey() });
    } catch (error) {
      setProblem(errorTextOrServerMessage(error, SAYS_WHY));
      setFailed(file);
    }
    setReading(false);
  }

  async function choose(file: File | null) {
    if (!file) return;
    setProblem(null);
    setFailed(null);
    try {
      await look(await readChosen(file));
    } catch (error) {
      setProblem(error instanceof FileProblem ? error.message : texts.unreadable);
    }
  }

  function takeIt(from: Looked, leaveOut: readonly number[]) {
    const { file, plan, key } = from;
    setProblem(null);
    const columns = columnsOf(plan);
    take.mutate(
      {
        file: file.base64,
        locationIds: [...chosen],
        columns: [...columns],
        token: plan.token,
        leaveOut: [...leaveOut],
        key,
      },
      {
        onSuccess: (what) => {
          setTaken({ what, from });
          setLooked(null);
        },
        onError: (error) => {
          setProblem(`${texts.takeFailed} ${errorTextOrServerMessage(error, SAYS_WHY)}`);
          const now = planWith(error);
          if (now) setLooked({ file, plan: now, key: newKey() });
        },
      },
    );
  }

  const head = (
    <header className="row flex-wrap between gap-10">
      <h1>{texts.title}</h1>
      <Button look="quiet" onClick={onClose}>
        {looked ? (
          texts.stop
        ) : (
          <>
            <ArrowLeft aria-hidden="true" />
            {texts.back}
          </>
        )}
      </Button>
    </header>
  );

  if (taken) {
    return (
      <div className="stack gap-16">
        {head}
        <ImportedPanel
          taken={taken.what}
          refused={refusedOf(taken.from.plan)}
          unknownGroups={taken.from.plan.unknownGroups}
          zone={place.timeZone}
          onAgain={() => {
            setTaken(null);
            void look(taken.from.file, columnsOf(taken.from.plan));
          }}
          onLook={onClose}
          onOther={() => setTaken(null)}
        />
      </div>
    );
  }
  return (
    <div className="stack gap-16">
      {head}
      {!online && <Banner tone="offline">{texts.offline}</Banner>}
      {problem !== null && looked && (
        <Banner tone="bad" announce="alert">
          {problem}
        </Banner>
      )}
      {looked ? (
        <>
          <ImportPreview
            // Keyed by file, so that excluded rows stay excluded when the preview is reloaded.
            key={`${looked.file.name} ${looked.file.base64.length}`}
            file={looked.file.name}
            plan={looked.plan}
            busy={reading || take.isPending}
            disabledReason={online ? null : texts.offline}
            onColumns={(columns) => void look(looked.file, columns)}
            onGroup={setMaking}
            onTake={(leaveOut) => takeIt(looked, leaveOut)}
          />
          {making !== null && (
            <GroupDialog
              group={null}
              groups={groups}
              called={making}
              onClose={() => setMaking(null)}
              onSaved={() => void look(looked.file, columnsOf(looked.plan))}
            />
          )}
        </>
      ) : (
        <>
          {places.length > 1 && <ChoosePlaces places={places} chosen={chosen} onChosen={setChosen} />}
          <div className={`stack gap-16 align-start ${styles.two}`}>
            <Panel title={texts.import}>
              <p className="soft">{texts.importText}</p>
              <DropZone
                words={texts}
                icon={<FileUp className="soft" aria-hidden="true" />}
                accept=".csv,.txt,.tsv,text/csv"
                disabled={reading || !online || chosen.length === 0}
                onFile={(file) => void choose(file)}
              >
                {reading ? (
                  <p className="row gap-8" role="status">
                    <Spinner />
                    {texts.reading}
                  </p>
                ) : null}
              </DropZone>
              <FieldError error={problem} />
              {failed && !reading && (
                <Button look="line" size="sm" onClick={() => void look(failed)}>
                  {texts.again}
                </Button>
              )}
            </Panel>
            <Export chosen={chosen} online={online} />
          </div>
          {isEmpty && (
            <Starters
              disabledReason={!online ? texts.offline : chosen.length === 0 ? texts.noPlace : null}
              onChoose={(file) => void look(file)}
            />
          )}
          <RecentImports zone={place.timeZone} />
        </>
      )}
    </div>
  );
}

function columnsOf({ columns }: Plan): readonly (string | null)[] {
  return columns.map(({ target }) => target);
}

function refusedOf({ refused, places }: Plan): number {
  return refused.length + places.reduce((sum, place) => sum + place.refused.length, 0);
}

function ChoosePlaces({
  places,
  chosen,
  onChosen,
}: {
  places: readonly Place[];
  chosen: readonly string[];
  onChosen: (ids: readonly string[]) => void;
}) {
  return (
    <Panel title={texts.places} explain={texts.placesHint}>
      <div className="row flex-wrap gap-8-16">
        {places.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChosen(
                places
                  .filter((each) => (each.id === id ? target.checked : chosen.includes(each.id)))
                  .map((each) => each.id),
              )
            }
          />
        ))}
      </div>
      <FieldError error={chosen.length === 0 ? texts.noPlace : null} />
    </Panel>
  );
}

/** Starter menus, previewed like any other file. */
function Starters({
  disabledReason,
  onChoose,
}: {
  disabledReason: string | null;
  onChoose: (file: ChosenFile) => void;
}) {
  return (
    <Panel title={texts.starters}>
      <p className="soft">{texts.startersText}</p>
      <div className="row flex-wrap gap-8">
        {STARTERS.map(({ id, name, csv }) => (
          <Button key={id} look="line" disabledReason={disabledReason} onClick={() => onChoose(asFile(name, csv))}>
            {name}
          </Button>
        ))}
      </div>
    </Panel>
  );
}

function Export({ chosen, online }: { chosen: readonly string[]; online: boolean }) {
  const [busy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      toast.success(texts.exported(await saveCsv('getMenuCsv', { locationIds: chosen.join(',') }, 'menu.csv')));
    } catch (error) {
      toast.error(texts.exportFailed, { description: errorTextOrServerMessage(error, SAYS_WHY) });
    }
    setBusy(false);
  }
  return (
    <Panel title={texts.export}>
      <p className="soft">{texts.exportText}</p>
      <Button
        look="line"
        busy={busy}
        disabledReason={!online ? texts.offline : chosen.length === 0 ? texts.noPlace : null}
        onClick={() => void download()}
      >
        {texts.download}
      </Button>
    </Panel>
  );
}
